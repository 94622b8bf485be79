"""A stand-in for cryptography, which has no WebAssembly wheel for this Python.

It holds what `mcp.server.request_state` uses, and that is real: HKDF over `hmac`, AES-GCM by the audited
`@noble/ciphers`. Names, results and errors are those of cryptography 50. All else is missing, as a module
that is not there; PyJWT then does what it does where cryptography is not installed.
"""
