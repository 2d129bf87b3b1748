"""A flood of sign-ins: so many sockets, each of which asks again as soon as it is answered, and listens to nothing.

`python -m tests.load.sign_in_flood PORT SOCKETS ADDRESSES SECONDS` says at the end how often each status was answered, as JSON.
"""

import asyncio
import json
import sys
import time
from collections import Counter


async def _ask(number: int, port: int, source: str, until: float, told: Counter[int]) -> None:
    """Names that nobody has are looked at as long as those that somebody has."""
    asked = 0
    while time.monotonic() < until:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
        except OSError:
            await asyncio.sleep(0.1)
            continue
        try:
            while time.monotonic() < until:
                asked += 1
                body = json.dumps({"workspace": "ours", "name": f"name{number}-{asked // 5}", "password": "wrong" * 5})
                head = f"POST /v1/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
                writer.write(f"{head}{body}".encode())
                answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), max(0.1, until - time.monotonic()))
                told[int(answer.split()[1])] += 1
                length = next(line for line in answer.lower().split(b"\r\n") if line.startswith(b"content-length:"))
                await reader.readexactly(int(length.split(b":")[1]))
        except (TimeoutError, OSError, EOFError):
            continue
        finally:
            writer.close()


async def _flood(port: int, sockets: int, addresses: int, seconds: float) -> Counter[int]:
    told, until = Counter[int](), time.monotonic() + seconds
    await asyncio.gather(*(_ask(number, port, f"127.0.1.{1 + number % addresses}", until, told) for number in range(sockets)))
    return told


if __name__ == "__main__":
    port, sockets, addresses, seconds = sys.argv[1:]
    print(json.dumps(asyncio.run(_flood(int(port), int(sockets), int(addresses), float(seconds)))))
