import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Act, Call, Script, TransportChoice } from '../engines/engine.ts';
import { decodeShare, encodeShare, isShare, shareWarning } from './index.ts';
import type { ShareState } from './index.ts';
import { fromBase64Url, toBase64Url } from './base64url.ts';
import { crc32 } from './crc32.ts';
import { deflate } from './deflate.ts';

const bookshop: ShareState = {
  program: {
    language: 'typescript',
    source: '// Заказ “книги” 📚 ń 你好 – naïve\u00a0space\nconsole.log("✓ готово");\n',
  },
  script: {
    transport: { kind: 'stdio', era: 'modern' },
    calls: [
      {
        method: 'tools/call',
        target: 'order_book',
        arguments: { title: 'Dune' },
        read_timeout_seconds: null,
        at: 0,
      },
    ],
    acts: [{ at: 0.5, do: 'stop', call: 1, reason: 'changed my mind' }],
  },
  clock: 'virtual',
  example: 'order_book',
};

const withSource = (source: string): ShareState => ({
  ...bookshop,
  program: { language: 'typescript', source },
});

// Any UTF-16 code units: half a pair, controls, and characters beyond the first plane among them.
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 })
    .map((units) => String.fromCharCode(...units)),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
);
const seconds = fc.double({ min: 0, max: 86_400, noNaN: true }).map((value) => value + 0);
const calls: fc.Arbitrary<Call> = fc.record(
  {
    method: fc.constantFrom('tools/call', 'prompts/get', 'resources/read'),
    target: text,
    arguments: fc.dictionary(text, fc.jsonValue()).map(asParsed),
    read_timeout_seconds: fc.option(seconds),
    move_on_after: seconds,
    progress: fc.boolean(),
    at: seconds,
  },
  { requiredKeys: ['method', 'target', 'arguments', 'read_timeout_seconds', 'at'] },
);
const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.record(
    {
      at: seconds,
      do: fc.constant('stop' as const),
      call: fc.integer({ min: 1, max: 9 }),
      reason: text,
    },
    { requiredKeys: ['at', 'do', 'call'] },
  ),
  fc.record({ at: seconds, do: fc.constantFrom('disconnect' as const, 'drop' as const) }),
);
const transports: fc.Arbitrary<TransportChoice> = fc.constantFrom(
  { kind: 'memory' },
  { kind: 'stdio', era: 'modern' },
  { kind: 'stdio', era: 'legacy' },
  { kind: 'http', era: 'modern', json_response: true, stateless_http: false },
  { kind: 'http', era: 'legacy', json_response: false, stateless_http: true, served_by: 'sdk' },
);
const shares: fc.Arbitrary<ShareState> = fc.record(
  {
    program: fc.record({ language: fc.constantFrom('typescript', 'python'), source: text }),
    script: fc.record<Script>({
      transport: transports,
      calls: fc.array(calls, { maxLength: 3 }),
      acts: fc.array(acts, { maxLength: 4 }),
    }),
    clock: fc.constantFrom('real', 'virtual'),
    example: fc.constantFrom('order_book', 'rebuild_index'),
  },
  { requiredKeys: ['program', 'script', 'clock'] },
);

/** JSON has one zero and makes plain objects; what comes back can only be compared with the same. */
function asParsed(value: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
}

describe('a link brings back what it was made from', () => {
  it('for 200 programs of any text, with any run', async () => {
    await fc.assert(
      fc.asyncProperty(shares, async (state) => {
        const link = await encodeShare(state);
        expect(link).toMatch(/^#p=[\w-]+$/);
        expect(await decodeShare(link)).toEqual({ ok: true, ...state });
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['line ends and tabs', 'a\r\n\tb\n\rc\r\n'],
    ['a lone surrogate', 'a\ud83db\udcdac'],
    ['nothing', ''],
    ['a byte order mark', '\ufeffimport x\n'],
    ['a NUL', 'a\0b'],
    ['200 kB', 'await sleep(30); // “книга”\r\n'.repeat(7000)],
  ])('with %s, unit for unit', async (_, source) => {
    const read = await decodeShare(await encodeShare(withSource(source)));
    expect(read.ok && read.program.source === source).toBe(true);
  });

  it('without its # too, and where an app has escaped the =', async () => {
    const link = await encodeShare(bookshop);
    for (const seen of [link.slice(1), link.replace('=', '%3D')]) {
      expect(await decodeShare(seen)).toEqual({ ok: true, ...bookshop });
    }
  });

  // Made with version 1. It must be read by every version that follows.
  it('made with version 1, for ever', async () => {
    expect(await decodeShare(versionOne)).toEqual({ ok: true, ...bookshop });
  });
});

const versionOne =
  '#p=AT2soAFVj7FKA0EYhF9lmUphSbSwWVvfwkhYb38uR_b2P3b3AiEEgvgGKQSJmMbaYAqDkBSK_foKh_Y-gtx1lgMz38zMYKEQpxWFzBdVhESAQr8v0l3apLe0Sa-iWazSW9qnXdqmXbN4EL-Py3vxeSu-9-ufp71oFkvh9MfzhN7XodIZDVzGLrClnuX8aIBmtRRpmw5fN-mQXtJhgOPzgYPEGAqTwsdaW0hEqBnGhTNQCNEUDAnyGgolG_IOc4kM6nKGkuKIW1tktqGfadvltc8pQoG9IT-8Zh5DQvu8LsnF0NJjES1B4aJ21OI8aTOMRUlcx2GgjJ0JUK62VkJHqJP5lYTuOjvZO5Mw3O3jChJdszrtQIEdFLKRdjkZUU5F2V5pAfR_0_wP';

describe('a broken link says so in a sentence, and never throws', () => {
  async function expectBroken(link: string, words: RegExp) {
    const read = await decodeShare(link);
    expect(read, link.slice(0, 80)).toEqual({ ok: false, message: expect.stringMatching(words) });
  }

  it('cut anywhere (40 links)', async () => {
    const link = await encodeShare(bookshop);
    for (let i = 0; i < 40; i++) {
      const length = 3 + Math.floor((i / 40) * (link.length - 3));
      await expectBroken(link.slice(0, length), /cut or altered|characters/);
    }
  });

  it('with any one character changed (40 links)', async () => {
    const link = await encodeShare(bookshop);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (let i = 0; i < 40; i++) {
      const at = i === 39 ? link.length - 1 : 3 + Math.floor((i / 40) * (link.length - 3));
      const other = alphabet[(alphabet.indexOf(link[at] ?? '') + 1 + i) % 64] ?? '';
      if (other === link[at]) continue;
      await expectBroken(link.slice(0, at) + other + link.slice(at + 1), /\.$/);
    }
  });

  it.each([
    ['nothing', ''],
    ['a heading', '#clean-up'],
    ['an empty program', '#p='],
    ['another site’s code', '#code/MYewdgzgLgBAllApgWwjAvDARAMwIYAWAhAA'],
    ['words', '#p=hello world'],
    ['base64 that is not URL-safe', '#p=AQAA+/=='],
    ['an address', '#p=https://example.com'],
    ['more hash after it', `#p=AAAA&x=1`],
    ['half a pair of surrogates', '#p=\ud83d'],
    ['zeros', '#p=AAAAAAAAAAAAAAAAAAAAAAAA'],
  ])('that is foreign: %s', async (_, link) => {
    await expectBroken(link, /\.$/);
  });

  /** A link whose header is right, whatever it holds. */
  async function sealed(json: string | Uint8Array<ArrayBuffer>, version = 1): Promise<string> {
    const bytes = typeof json === 'string' ? new TextEncoder().encode(json) : json;
    return sealedBody(await deflate(bytes), version);
  }
  function sealedBody(body: Uint8Array, version = 1): string {
    const bytes = new Uint8Array(5 + body.length);
    bytes[0] = version;
    new DataView(bytes.buffer).setUint32(1, crc32(body));
    bytes.set(body, 5);
    return `#p=${toBase64Url(bytes)}`;
  }

  it('of a version that does not exist yet, or never did', async () => {
    for (const version of [0, 2, 3, 255]) {
      await expectBroken(await sealed('{}', version), /another version/);
    }
  });

  it('that unfolds to more than 2 MB, however small it is', async () => {
    const bomb = await sealed(new Uint8Array(64 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(100_000);
    await expectBroken(bomb, /more than 2 MB/);
  });

  it('whose body is not deflated', async () => {
    await expectBroken(sealedBody(new Uint8Array([255, 255, 255])), /cut or altered/);
  });

  it('with more after the end of its body', async () => {
    const body = await deflate(new TextEncoder().encode('{}'));
    await expectBroken(sealedBody(new Uint8Array([...body, 1, 2, 3])), /cut or altered/);
  });

  const good = { l: 'typescript', s: '', k: 'real', t: { kind: 'memory' }, c: [], a: [] };
  const call = bookshop.script.calls[0];

  it('is not, where only its content is as small as can be', async () => {
    expect((await decodeShare(await sealed(JSON.stringify(good)))).ok).toBe(true);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['a word', 'order_book'],
    ['nothing in it', {}],
    ['another language', { ...good, l: 'ruby' }],
    ['a source that is no text', { ...good, s: 7 }],
    ['another clock', { ...good, k: 'fast' }],
    ['another transport', { ...good, t: { kind: 'pigeon' } }],
    ['an era too many', { ...good, t: { kind: 'memory', era: 'modern' } }],
    ['a name too many', { ...good, z: 1 }],
    ['a call that is none', { ...good, c: [{}] }],
    ['a call in the past', { ...good, c: [{ ...call, at: -1 }] }],
    ['arguments that are a list', { ...good, c: [{ ...call, arguments: [] }] }],
    ['a timeout that is a word', { ...good, c: [{ ...call, read_timeout_seconds: 'soon' }] }],
    ['an act nobody knows', { ...good, a: [{ at: 0, do: 'kill' }] }],
    ['a stop of call 0', { ...good, a: [{ at: 0, do: 'stop', call: 0 }] }],
    ['a stop of half a call', { ...good, a: [{ at: 0, do: 'stop', call: 1.5 }] }],
    ['an example that is a path', { ...good, e: '../../etc/passwd' }],
    ['an example that is markup', { ...good, e: '<img src=x>' }],
  ])('that holds %s', async (_, content) => {
    await expectBroken(await sealed(JSON.stringify(content)), /no program and run/);
  });

  it('that holds no JSON, or no UTF-8', async () => {
    await expectBroken(await sealed('{"l":'), /no program and run/);
    await expectBroken(await sealed(new Uint8Array([0xc3, 0x28])), /no program and run/);
  });
});

describe('no link is made that could not be read', () => {
  it('of a program of more than 2 MB', async () => {
    await expect(encodeShare(withSource('x'.repeat(2_200_000)))).rejects.toThrow(RangeError);
  });

  it('of a time that is none', async () => {
    const script = { ...bookshop.script, acts: [{ at: NaN, do: 'disconnect' } as const] };
    await expect(encodeShare({ ...bookshop, script })).rejects.toThrow(RangeError);
  });
});

it('warns of long links, and more of very long ones', () => {
  expect(shareWarning('x'.repeat(2000))).toBeNull();
  expect(shareWarning('x'.repeat(2001))).toMatch(/long for some apps/);
  expect(shareWarning('x'.repeat(32_000))).toMatch(/long for some apps/);
  expect(shareWarning('x'.repeat(32_001))).toMatch(/may cut it/);
});

it('knows a share from the anchor of a heading', () => {
  expect(isShare('#p=AQ')).toBe(true);
  for (const hash of ['', '#', '#p', '#p-q', '#prompts', '#clean-up=p=']) {
    expect(isShare(hash)).toBe(false);
  }
});

it('has the CRC-32 that gzip has', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
});

it('has one spelling in base64 for each list of bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const read = fromBase64Url(toBase64Url(bytes));
      expect(read && [...read]).toEqual([...bytes]);
    }),
  );
  expect(fromBase64Url('AR')).toBeNull();
  expect(fromBase64Url('A')).toBeNull();
});
