// A certified provider of sign-ins for tests: `oidc-provider`, as npm has it, with its own pages to sign in. Whoever signs in has an address at
// example.org; it is not verified for names that begin with "unverified". Settings come from the environment. Keys are kept in the file that
// KEYS names, and made when it is not there.
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import Provider from 'oidc-provider';

const { PORT, CLIENT_ID, CLIENT_SECRET, REDIRECT, ALGORITHM, CLAIMS_IN_TOKEN, KEYS } = process.env;
const key = (kind, options, more) => ({ ...generateKeyPairSync(kind, options).privateKey.export({ format: 'jwk' }), use: 'sig', ...more });
if (!existsSync(KEYS)) {
  const made = [key('rsa', { modulusLength: 2048 }, { alg: 'RS256' }), key('ec', { namedCurve: 'P-256' }, { alg: 'ES256' })];
  writeFileSync(KEYS, JSON.stringify({ keys: made }));
}
const provider = new Provider(`http://localhost:${PORT}`, {
  clients: [
    {
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      redirect_uris: [REDIRECT],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      id_token_signed_response_alg: ALGORITHM,
    },
  ],
  cookies: { keys: ['a key of the tests'] },
  jwks: JSON.parse(readFileSync(KEYS, 'utf8')),
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  conformIdTokenClaims: CLAIMS_IN_TOKEN !== 'yes',
  findAccount: (_, id) => ({
    accountId: id,
    claims: () => ({ sub: id, email: `${id}@example.org`, email_verified: !id.startsWith('unverified') }),
  }),
});
provider.on('server_error', (_, failed) => console.error(failed));
provider.listen(Number(PORT), '127.0.0.1', () => console.log('listening'));
