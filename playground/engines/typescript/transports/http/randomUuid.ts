/**
 * The SDK numbers its streams with `crypto.randomUUID`, which a browser has in secure contexts only, and a frame
 * without an origin is none. Version 4 of RFC 9562, section 5.4, from the random bytes that are there everywhere.
 */
export function provideRandomUuid(crypto: Partial<Pick<Crypto, 'randomUUID'>> & RandomBytes): void {
  crypto.randomUUID ??= () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6]! & 0x0f) | 0x40;
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    const groups = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    return groups as ReturnType<Crypto['randomUUID']>;
  };
}

type RandomBytes = Pick<Crypto, 'getRandomValues'>;
