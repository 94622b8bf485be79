class HashAlgorithm:
    """A hash function by the name that `hashlib` knows it by; sizes in bytes."""

    name: str
    digest_size: int
    block_size: int


class SHA256(HashAlgorithm):
    name = "sha256"
    digest_size = 32
    block_size = 64
