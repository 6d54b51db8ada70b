from __future__ import annotations

import hashlib

from railbird_shared.network.recognition import (
    READABLE_BITS,
    certificate_fingerprint,
    is_fingerprint,
    readable_fingerprint,
)


def test_a_fingerprint_is_the_sha_256_of_the_certificate_in_43_characters() -> None:
    assert certificate_fingerprint(b"") == "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"
    assert is_fingerprint(certificate_fingerprint(b"a certificate"))
    assert not is_fingerprint("47DEQpj8HBSa")
    assert not is_fingerprint("47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSu\nU")


def test_the_readable_form_is_four_groups_of_letters_that_nobody_takes_for_each_other() -> None:
    readable = [readable_fingerprint(certificate_fingerprint(bytes([number]))) for number in range(200)]
    assert len(set(readable)) == len(readable)
    assert {tuple(map(len, each.split("-"))) for each in readable} == {(4, 4, 4, 4)}
    assert not set("".join(readable)) & set("ILOU")


def test_the_readable_form_has_80_bits_of_the_fingerprint() -> None:
    digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    number = 0
    for letter in readable_fingerprint(certificate_fingerprint(b"")).replace("-", ""):
        number = 32 * number + digits.index(letter)
    assert READABLE_BITS == 80
    assert number == int.from_bytes(hashlib.sha256(b"").digest()[:10], "big")
