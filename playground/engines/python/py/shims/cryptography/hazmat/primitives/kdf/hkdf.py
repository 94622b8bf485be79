"""HKDF, RFC 5869."""

import hmac

from cryptography.exceptions import AlreadyFinalized, InvalidKey


class HKDF:
    def __init__(self, algorithm, length, salt, info, backend=None):
        if length > 255 * algorithm.digest_size:
            raise ValueError(f"Cannot derive keys larger than {255 * algorithm.digest_size} octets.")
        self._algorithm = algorithm
        self._length = length
        self._salt = salt or bytes(algorithm.digest_size)
        self._info = info or b""
        self._used = False

    @staticmethod
    def extract(algorithm, salt, key_material):
        return hmac.digest(salt or bytes(algorithm.digest_size), key_material, algorithm.name)

    def derive(self, key_material):
        if self._used:
            raise AlreadyFinalized("Context was already finalized.")
        self._used = True
        key = self.extract(self._algorithm, self._salt, key_material)
        derived = block = b""
        while len(derived) < self._length:
            counter = len(derived) // self._algorithm.digest_size + 1
            block = hmac.digest(key, block + self._info + bytes([counter]), self._algorithm.name)
            derived += block
        return derived[: self._length]

    def verify(self, key_material, expected_key):
        if not hmac.compare_digest(self.derive(key_material), expected_key):
            raise InvalidKey("Keys do not match.")
