import { createCipheriv, createDecipheriv } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { ciphers } from '../ciphers.ts';
import type { Pyodide } from '../interpreter.ts';
import { barePython } from '../testing.ts';

let python: Pyodide;
beforeAll(async () => {
  python = await barePython(ciphers);
  python.runPython(`
from cryptography.exceptions import AlreadyFinalized, InvalidKey, InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

def hkdf(length, secret, salt, info):
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret).hex()

def seal(key, nonce, text, aad):
    return AESGCM(bytes.fromhex(key)).encrypt(bytes.fromhex(nonce), bytes.fromhex(text), bytes.fromhex(aad)).hex()

def unseal(key, nonce, sealed, aad):
    return AESGCM(bytes.fromhex(key)).decrypt(bytes.fromhex(nonce), bytes.fromhex(sealed), bytes.fromhex(aad)).hex()
`);
}, 60_000);

const call = (name: string, ...args: string[]): string =>
  python.runPython(`${name}(${args.map((one) => `'${one}'`).join(', ')})`) as string;

describe('HKDF-SHA256', () => {
  /** RFC 5869, appendix A.1 to A.3. */
  it.each([
    [
      'A.1',
      'hkdf(42, b"\\x0b" * 22, bytes(range(0x0d)), bytes(range(0xf0, 0xfa)))',
      '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
    ],
    [
      'A.2',
      'hkdf(82, bytes(range(0x50)), bytes(range(0x60, 0xb0)), bytes(range(0xb0, 0x100)))',
      'b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87',
    ],
    [
      'A.3',
      'hkdf(42, b"\\x0b" * 22, None, None)',
      '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8',
    ],
  ])('derives the key of RFC 5869, %s', (_, expression, key) => {
    expect(python.runPython(expression)).toBe(key);
  });

  it.each([
    ['hkdf(255 * 32 + 1, b"x", None, None)', 'Cannot derive keys larger than 8160 octets.'],
    [
      '(lambda one: (one.derive(b"x"), one.derive(b"x")))(HKDF(SHA256(), 32, None, None))',
      'AlreadyFinalized',
    ],
    ['HKDF(SHA256(), 32, None, None).verify(b"x", b"y")', 'InvalidKey'],
  ])('%s raises %s', (expression, error) => {
    expect(() => python.runPython(expression)).toThrow(error);
  });
});

describe('AES-GCM', () => {
  const text =
    'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39';
  const aad = 'feedfacedeadbeeffeedfacedeadbeefabaddad2';
  const key = 'feffe9928665731c6d6a8f9467308308';
  const nonce = 'cafebabefacedbaddecaf888';

  /** McGrew and Viega, The Galois/Counter Mode of Operation, appendix B: NIST's own set. */
  const vectors = [
    ['1', '00'.repeat(16), '00'.repeat(12), '', '', '58e2fccefa7e3061367f1d57a4e7455a'],
    [
      '2',
      '00'.repeat(16),
      '00'.repeat(12),
      '00'.repeat(16),
      '',
      '0388dace60b6a392f328c2b971b2fe78ab6e47d42cec13bdf53a67b21257bddf',
    ],
    [
      '4',
      key,
      nonce,
      text,
      aad,
      '42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e0915bc94fbc3221a5db94fae95ae7121a47',
    ],
    [
      '5',
      key,
      'cafebabefacedbad',
      text,
      aad,
      '61353b4c2806934a777ff51fa22a4755699b2a714fcdc6f83766e5f97b6c742373806900e49f24b22b097544d4896b424989b5e1ebac0f07c23f45983612d2e79e3b0785561be14aaca2fccb',
    ],
    [
      '16',
      key + key,
      nonce,
      text,
      aad,
      '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b',
    ],
  ] as const;

  it.each(vectors)('seals and opens test case %s', (_, k, iv, plain, extra, sealed) => {
    expect(call('seal', k, iv, plain, extra)).toBe(sealed);
    expect(call('unseal', k, iv, sealed, extra)).toBe(plain);
  });

  it('agrees with OpenSSL on long texts, both ways', () => {
    const long = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7 + 3) & 255));
    const secret = Buffer.from(key + key, 'hex');
    const there = createCipheriv('aes-256-gcm', secret, Buffer.from(nonce, 'hex'));
    const sealed = Buffer.concat([there.update(long), there.final(), there.getAuthTag()]);
    expect(call('seal', key + key, nonce, long.toString('hex'), '')).toBe(sealed.toString('hex'));
    const back = createDecipheriv('aes-256-gcm', secret, Buffer.from(nonce, 'hex'));
    back.setAuthTag(sealed.subarray(-16));
    expect(Buffer.concat([back.update(sealed.subarray(0, -16)), back.final()])).toEqual(long);
  });

  const flip = (hex: string) => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);
  const [, , , [, , , , , sealed]] = vectors;

  it.each([
    ['key', flip(key), nonce, sealed, aad],
    ['nonce', key, flip(nonce), sealed, aad],
    ['ciphertext', key, nonce, flip(sealed), aad],
    ['tag', key, nonce, sealed.slice(0, -1) + '0', aad],
    ['associated data', key, nonce, sealed, flip(aad)],
    ['length', key, nonce, '00'.repeat(15), aad],
  ])('raises InvalidTag where the %s is another', (_, ...args) => {
    expect(() => call('unseal', ...args)).toThrow('InvalidTag');
  });

  it.each([
    ['AESGCM(b"short")', 'AESGCM key must be 128, 192, or 256 bits.'],
    ['AESGCM("0123456789abcdef")', 'TypeError'],
    ['AESGCM(bytes(16)).encrypt(bytes(7), b"", None)', 'Nonce must be between 8 and 128 bytes'],
    ['AESGCM(bytes(16)).encrypt(bytes(12), "text", None)', 'TypeError'],
    ['AESGCM.generate_key(5)', 'bit_length must be 128, 192, or 256'],
  ])('%s raises %s', (expression, error) => {
    expect(() => python.runPython(expression)).toThrow(error);
  });
});

it('seals and opens the SDK’s own request state', () => {
  const done = python.runPython(`
from mcp.server.request_state import AESGCMRequestStateCodec, InvalidRequestState

old, new = "o" * 32, "n" * 32
token = AESGCMRequestStateCodec([old]).seal(b"step 2")
assert AESGCMRequestStateCodec([new, old]).unseal(token) == b"step 2"
bad = token[:-2] + ("AA" if token[-2:] != "AA" else "BA")
refused = []
for codec, each in ((AESGCMRequestStateCodec([new]), token), (AESGCMRequestStateCodec([old]), bad)):
    try:
        codec.unseal(each)
    except InvalidRequestState as error:
        refused.append(str(error))
repr(refused)
`) as string;
  expect(done).toBe("['unknown key', 'seal']");
});

it('is no cryptography to PyJWT, which then goes without', () => {
  expect(python.runPython('import jwt.algorithms; jwt.algorithms.has_crypto')).toBe(false);
});
