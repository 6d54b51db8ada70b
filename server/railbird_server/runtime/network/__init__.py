"""What lies between the server and the outside: connections, encryption, proxies, the local network."""
