import type { Call, JsonSchema, Offer, ServerShape } from '../engines/engine.ts';

/** How one argument is asked for; anything a form cannot ask for well is JSON text. */
export type FieldKind =
  | { type: 'text' }
  | { type: 'number'; whole: boolean }
  | { type: 'switch' }
  | { type: 'choice'; options: (string | number)[] }
  | { type: 'lines' }
  | { type: 'json' };

export interface Field {
  name: string;
  kind: FieldKind;
  required: boolean;
  description: string | undefined;
  schema: JsonSchema;
}

/** The fields of a JSON schema's properties, in its order. */
export function fieldsOf(schema: JsonSchema): Field[] {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(properties).map(([name, property]) => {
    const own = isRecord(property) ? property : {};
    const description = own['description'];
    return {
      name,
      kind: kindOf(own),
      required: required.includes(name),
      description: typeof description === 'string' ? description : undefined,
      schema: own,
    };
  });
}

function kindOf(schema: JsonSchema): FieldKind {
  const options = schema['enum'];
  if (Array.isArray(options) && options.every(isTextOrNumber)) return { type: 'choice', options };
  switch (schema['type']) {
    case 'string':
      return { type: 'text' };
    case 'number':
      return { type: 'number', whole: false };
    case 'integer':
      return { type: 'number', whole: true };
    case 'boolean':
      return { type: 'switch' };
    case 'array':
      return isRecord(schema['items']) && schema['items']['type'] === 'string'
        ? { type: 'lines' }
        : { type: 'json' };
    default:
      return { type: 'json' };
  }
}

/** What a reader typed, read as the field's value: a value, nothing at all, or what is wrong with it. */
export type Entry = { value: unknown } | { none: true } | { wrong: string };

/** Read the text of a field. An empty optional field is no argument. */
export function read(field: Field, text: string): Entry {
  if (text === '' && !field.required && field.kind.type !== 'lines') return { none: true };
  switch (field.kind.type) {
    case 'text':
      return { value: text };
    case 'number': {
      const value = Number(text);
      if (text.trim() === '' || !Number.isFinite(value)) return { wrong: 'A number, please.' };
      if (field.kind.whole && !Number.isInteger(value)) return { wrong: 'A whole number, please.' };
      return { value };
    }
    case 'switch':
      return { value: text === 'true' };
    case 'choice':
      return { value: field.kind.options.find((option) => String(option) === text) };
    case 'lines':
      return { value: text === '' ? [] : text.replace(/\n$/, '').split('\n') };
    case 'json':
      try {
        return { value: JSON.parse(text) as unknown };
      } catch (error) {
        return { wrong: `Not JSON yet: ${error instanceof Error ? error.message : String(error)}` };
      }
  }
}

/** A value as the text of its field. `undefined` is the empty field. */
export function write(field: Field, value: unknown): string {
  if (value === undefined) return '';
  switch (field.kind.type) {
    case 'lines':
      return Array.isArray(value) ? value.join('\n') : '';
    case 'json':
      return JSON.stringify(value, null, 2);
    case 'text':
    case 'number':
    case 'switch':
    case 'choice':
      return String(value);
  }
}

/** A first value for each required argument, from the schema's defaults. */
export function firstArguments(schema: JsonSchema): Record<string, unknown> {
  return Object.fromEntries(
    fieldsOf(schema)
      .filter((field) => field.required)
      .map((field) => [field.name, field.schema['default'] ?? emptyValue(field.kind)]),
  );
}

function emptyValue(kind: FieldKind): unknown {
  switch (kind.type) {
    case 'text':
      return '';
    case 'number':
      return 0;
    case 'switch':
      return false;
    case 'choice':
      return kind.options[0];
    case 'lines':
      return [];
    case 'json':
      return null;
  }
}

/** One thing that can be called, with how. */
export interface Target {
  method: Call['method'];
  offer: Offer;
}

/** Everything a server offers, tools first. */
export const targetsOf = (server: ServerShape): Target[] => [
  ...server.tools.map((offer) => ({ method: 'tools/call', offer }) as const),
  ...server.prompts.map((offer) => ({ method: 'prompts/get', offer }) as const),
  ...server.resources.map((offer) => ({ method: 'resources/read', offer }) as const),
];

/** The target that a call goes to, if the server offers it; a resource is found by its template. */
export const targetOf = (targets: Target[], call: Call): Target | undefined =>
  targets.find(
    ({ method, offer }) =>
      method === call.method &&
      (method === 'resources/read'
        ? templateValues(offer.name, call.target) !== null
        : offer.name === call.target),
  );

/** The values in a URI that fill a template's braces; null where the URI does not fit. */
export function templateValues(template: string, uri: string): Record<string, string> | null {
  const names: string[] = [];
  const pattern = template
    .split(/(\{[^{}]+\})/)
    .map((part) => {
      if (!/^\{.+\}$/.test(part)) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      names.push(part.slice(1, -1));
      return '([^/]*)';
    })
    .join('');
  const match = new RegExp(`^${pattern}$`).exec(uri);
  if (match === null) return null;
  return Object.fromEntries(names.map((name, index) => [name, decode(match[index + 1] ?? '')]));
}

/** A template with its braces filled in, percent-encoded where a URI needs it. */
export const fillTemplate = (template: string, values: Record<string, unknown>): string =>
  template.replace(/\{([^{}]+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name] ?? '')),
  );

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTextOrNumber = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';
