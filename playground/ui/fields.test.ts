import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { JsonSchema, Offer } from '../engines/engine.ts';
import {
  fieldsOf,
  fillTemplate,
  firstArguments,
  read,
  targetOf,
  targetsOf,
  templateValues,
  write,
} from './fields.ts';

const schema = z.toJSONSchema(
  z.object({
    title: z.string().describe('Which book'),
    copies: z.int(),
    price: z.number().optional(),
    gift: z.boolean(),
    paper: z.enum(['red', 'blue']),
    titles: z.array(z.string()),
    address: z.object({ street: z.string() }),
  }),
) as JsonSchema;
const fields = Object.fromEntries(fieldsOf(schema).map((field) => [field.name, field]));

describe('fields from a JSON schema', () => {
  test('each type is asked for in its own way', () => {
    expect(fieldsOf(schema).map(({ name, kind }) => [name, kind.type])).toEqual([
      ['title', 'text'],
      ['copies', 'number'],
      ['price', 'number'],
      ['gift', 'switch'],
      ['paper', 'choice'],
      ['titles', 'lines'],
      ['address', 'json'],
    ]);
    expect(fields['title']).toMatchObject({ required: true, description: 'Which book' });
    expect(fields['price']?.required).toBe(false);
  });

  test('what was written is read back as it was', () => {
    const values = {
      title: ' “Dune” ',
      copies: 2,
      gift: true,
      paper: 'blue',
      titles: ['a', '', 'b'],
    };
    for (const [name, value] of Object.entries(values)) {
      expect(read(fields[name]!, write(fields[name]!, value))).toEqual({ value });
    }
    const address = { street: 'Main' };
    expect(read(fields['address']!, write(fields['address']!, address))).toEqual({
      value: address,
    });
  });

  test('what cannot be read says why, and an empty optional field is no argument', () => {
    expect(read(fields['copies']!, '1.5')).toEqual({ wrong: 'A whole number, please.' });
    expect(read(fields['copies']!, '')).toEqual({ wrong: 'A number, please.' });
    expect(read(fields['address']!, '{')).toHaveProperty('wrong');
    expect(read(fields['price']!, '')).toEqual({ none: true });
    expect(read(fields['titles']!, '')).toEqual({ value: [] });
  });

  test('required arguments start with something', () => {
    expect(firstArguments(schema)).toEqual({
      title: '',
      copies: 0,
      gift: false,
      paper: 'red',
      titles: [],
      address: null,
    });
  });
});

describe('targets', () => {
  test('a URI is found by its template and can be filled in again', () => {
    expect(templateValues('order://{title}', 'order://Dune%20II')).toEqual({ title: 'Dune II' });
    expect(templateValues('order://{title}', 'hold://Dune')).toBeNull();
    expect(templateValues('a.b://{x}/{y}', 'a.b://1/2')).toEqual({ x: '1', y: '2' });
    expect(templateValues('a.b://{x}', 'acb://1')).toBeNull();
    expect(fillTemplate('order://{title}', { title: 'Dune II' })).toBe('order://Dune%20II');
  });

  test('a call finds what it goes to', () => {
    const offer = (name: string): Offer => ({ name, inputSchema: {}, plain: false });
    const targets = targetsOf({
      name: 'Bookshop',
      tools: [offer('order_book')],
      prompts: [offer('order_book')],
      resources: [offer('order://{title}')],
    });
    const call = { arguments: {}, read_timeout_seconds: null, at: 0 };
    const prompt = targetOf(targets, { ...call, method: 'prompts/get', target: 'order_book' });
    expect(prompt).toBe(targets[1]);
    const resource = targetOf(targets, { ...call, method: 'resources/read', target: 'order://D' });
    expect(resource).toBe(targets[2]);
    expect(targetOf(targets, { ...call, method: 'tools/call', target: 'gone' })).toBeUndefined();
  });
});
