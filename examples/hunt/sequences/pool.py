"""Pools of redis, whose connections lead to a socket of this machine that accepts all and says nothing."""
import socket

from redis import ConnectionError, ConnectionPool

from serve import serve

listener = socket.create_server(("127.0.0.1", 0), backlog=1000)


class Pools:
    def __init__(self, objects):
        address = {"host": "127.0.0.1", "port": listener.getsockname()[1], "lib_name": None, "lib_version": None}
        pools = [name for name in objects if name.startswith("Pool$")]
        self.pools = {name: ConnectionPool(max_connections=1, **address) for name in pools}
        self.connections = []

    def name(self, connection):
        if connection not in self.connections:
            self.connections.append(connection)
        return f"Connection${self.connections.index(connection)}"

    def get(self, p):
        try:
            return self.name(self.pools[p].get_connection("PING"))
        except ConnectionError:  # too many
            return None

    def release(self, p, c):
        self.pools[p].release(self.connections[int(c.removeprefix("Connection$"))])

    def state(self):
        named = lambda connections: sorted(self.name(one) for one in connections)
        return {
            name: {"free": named(pool._available_connections), "used": named(pool._in_use_connections)}
            for name, pool in self.pools.items()
        }


serve(Pools)
