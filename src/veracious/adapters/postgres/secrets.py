"""The keys of providers that workspaces bring, under seal in the store."""

import re
from collections.abc import Iterator, Mapping, Sequence

from veracious.adapters.access import secrets
from veracious.adapters.postgres.database import Database
from veracious.adapters.threads import in_thread
from veracious.domain.access import ProviderKey
from veracious.domain.errors import InputError
from veracious.domain.providers import WITH_KEYS, keyed
from veracious.ports import Clock

_KEY = re.compile(r"[!-~]{1,1000}")


class ProviderKeys(Mapping[str, str]):
    """Keys by provider. Whoever prints it sees the providers alone."""

    def __init__(self, keys: Mapping[str, str]) -> None:
        self._keys = dict(keys)

    def __getitem__(self, provider: str) -> str:
        return self._keys[provider]

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __repr__(self) -> str:
        return f"ProviderKeys({', '.join(self._keys)})"


class PostgresSecrets:
    """What opens only with a secret that the store does not have."""

    def __init__(self, database: Database, secret: str, clock: Clock) -> None:
        self._database = database
        self._secret = secret
        self._clock = clock

    @in_thread
    def put_provider(self, workspace: str, provider: str, key: str) -> None:
        """Keep a workspace's own key for a provider, in place of the one before."""
        keyed(provider)
        if not _KEY.fullmatch(key):
            raise InputError("a key has 1 to 1,000 letters, digits and signs of ASCII, and no blank")
        sealed = secrets.seal(self._secret, workspace, provider, key)
        said = {"provider": provider, "sealed": sealed.content, "nonce": sealed.nonce, "at": self._clock.now()}
        with self._database.transaction(workspace) as tx:
            tx.do("provider_put", workspace=str(tx.workspace), **said)

    @in_thread
    def providers(self, workspace: str) -> Sequence[ProviderKey]:
        """For which providers a workspace has keys of its own."""
        with self._database.transaction(workspace) as tx:
            return tuple(ProviderKey(row["provider"], row["set_at"]) for row in tx.rows("provider_all"))

    @in_thread
    def drop_provider(self, workspace: str, provider: str) -> bool:
        """Forget a workspace's key for a provider; whether there was one."""
        if provider not in WITH_KEYS:
            return False
        with self._database.transaction(workspace) as tx:
            return tx.do("provider_remove", provider=provider) > 0

    @in_thread
    def provider_keys(self, workspace: str) -> Mapping[str, str]:
        """The keys themselves, for the worker that runs a job of this workspace, and for nobody else."""
        with self._database.transaction(workspace) as tx:
            found = {row["provider"]: secrets.Sealed(bytes(row["sealed"]), bytes(row["nonce"])) for row in tx.rows("provider_all")}
        return ProviderKeys({name: secrets.unseal(self._secret, workspace, name, sealed) for name, sealed in found.items()})
