"""Locks of redis, kept by a server of fakeredis over a socket of this machine; each client has a connection of its own."""
from threading import Thread

from fakeredis import TcpFakeServer
from redis import Redis
from redis.lock import Lock

from serve import serve

server = TcpFakeServer(("127.0.0.1", 0))
server.daemon_threads = True  # so that the driver ends with its input
Thread(target=server.serve_forever, daemon=True).start()
host, port = server.server_address


class Locks:
    def __init__(self, objects):
        names = [name for name in objects if name.startswith("Client$")]
        connect = lambda: Redis(host=host, port=port, socket_timeout=2)
        self.locks = {name: Lock(clients.setdefault(name, connect()), "lock", timeout=3600) for name in names}
        clients[names[0]].flushall()

    def acquire(self, c):
        return c if self.locks[c].acquire(blocking=False) else None

    def release(self, c):
        self.locks[c].release()

    def extend(self, c):
        self.locks[c].extend(3600)

    def state(self):
        holders = [name for name, lock in self.locks.items() if lock.owned()]
        if len(holders) > 1:
            raise RuntimeError(f"{' and '.join(holders)} hold it at the same time")
        return {"Lock$0": {"holder": holders[0] if holders else None}}


clients = {}
serve(Locks)
