import { z } from 'zod';

/** What the suite asks a server to offer, said once for both servers. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
export const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

export const pngBytes = (): Uint8Array =>
  Uint8Array.from(atob(PNG), (character) => character.charCodeAt(0));

const picture = { type: 'image', data: PNG, mimeType: 'image/png' } as const;
const embedded = (uri: string, mimeType: string, text: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text } }) as const;

/** Tools without arguments that return content, and nothing else. */
export const CONTENT = {
  test_simple_text: [{ type: 'text', text: 'This is a simple text response for testing.' }],
  test_image_content: [picture],
  test_audio_content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }],
  test_embedded_resource: [
    embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ],
  test_multiple_content_types: [
    { type: 'text', text: 'Multiple content types test:' },
    picture,
    embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ],
} as const;

const address = z.object({ street: z.string(), city: z.string() }).meta({ id: 'address' });
/** The suite looks whether `$schema`, `$defs` and `additionalProperties` arrive. */
export const schema2020 = z.strictObject({ name: z.string(), address: address.optional() });

export const asked = { arg1: z.string(), arg2: z.string() };
export const askedOf = (one: string, other: string): string =>
  `Prompt with arguments: arg1='${one}', arg2='${other}'`;
export const embeddedPrompt = (uri: string) => [
  embedded(uri, 'text/plain', 'Embedded resource content for testing.'),
  { type: 'text', text: 'Please process the embedded resource above.' } as const,
];
export const picturePrompt = [
  picture,
  { type: 'text', text: 'Please analyze the image above.' } as const,
];

export const STATIC_TEXT = 'This is the content of the static text resource.';
export const dataOf = (id: string): string =>
  JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });

const DEFAULTS = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
};
const options = ['option1', 'option2', 'option3'];
const titled = ['value1', 'value2', 'value3'].map((value) => ({ const: value, title: value }));
const ENUMS = {
  untitledSingle: { type: 'string', enum: options },
  titledSingle: { type: 'string', oneOf: titled },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
  titledMulti: { type: 'array', items: { anyOf: titled } },
};

/** Tools that ask the user for these. */
export const ELICITATIONS = {
  test_elicitation: { username: { type: 'string' } },
  test_elicitation_sep1034_defaults: DEFAULTS,
  test_elicitation_sep1330_enums: ENUMS,
};
