/**
 * The worker of a page without an origin is no secure context, and `crypto.randomUUID` is missing there. The
 * official SDK's server names its streams by it.
 */
export function supplyRandomUUID(
  crypto: Partial<Pick<Crypto, 'randomUUID'>> & Pick<Crypto, 'getRandomValues'>,
): void {
  crypto.randomUUID ??= () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    // Version 4, variant 10 (RFC 9562, 5.4).
    bytes[6] = (bytes[6]! & 0x0f) | 0x40;
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    const [a, b, c, d, e] = [
      [0, 8],
      [8, 12],
      [12, 16],
      [16, 20],
      [20, 32],
    ].map(([from, to]) => hex.slice(from, to));
    return `${a!}-${b!}-${c!}-${d!}-${e!}`;
  };
}
