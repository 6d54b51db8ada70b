"""The server's side of the network: connections, encryption, proxies, discovery."""
