"""AES-GCM, NIST SP 800-38D. The cipher is `@noble/ciphers`, a JavaScript module that the engine hands in."""

import os

from cryptography.exceptions import InvalidTag
from pyodide.ffi import JsException, to_js

TAG_LENGTH = 16


class AESGCM:
    def __init__(self, key):
        key = bytes(memoryview(key))
        if len(key) not in (16, 24, 32):
            raise ValueError("AESGCM key must be 128, 192, or 256 bits.")
        self._key = key

    @classmethod
    def generate_key(cls, bit_length):
        if bit_length not in (128, 192, 256):
            raise ValueError("bit_length must be 128, 192, or 256")
        return os.urandom(bit_length // 8)

    def encrypt(self, nonce, data, associated_data):
        """The ciphertext, with the tag after it."""
        return self._cipher(nonce, associated_data).encrypt(to_js(memoryview(data))).to_bytes()

    def decrypt(self, nonce, data, associated_data):
        """Raises InvalidTag where any of key, nonce, data and associated data is not what was sealed."""
        cipher = self._cipher(nonce, associated_data)
        if len(data) < TAG_LENGTH:
            raise InvalidTag
        try:
            return cipher.decrypt(to_js(memoryview(data))).to_bytes()
        except JsException as error:
            if "tag" not in str(error):
                raise
            raise InvalidTag from None

    def _cipher(self, nonce, associated_data):
        # Imported when it is used: no object of JavaScript's may lie in a picture of Python's memory.
        from noble_ciphers import gcm

        if not 8 <= len(nonce) <= 128:
            raise ValueError("Nonce must be between 8 and 128 bytes")
        aad = to_js(memoryview(associated_data or b""))
        return gcm(to_js(self._key), to_js(memoryview(nonce)), aad)
