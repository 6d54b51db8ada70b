"""The relay: passes the encrypted bytes of guests elsewhere on to hosts behind routers, and reads none of them."""
