import { useEffect, useId, useState } from 'react';
import type { Call, ServerShape } from '../engines/engine.ts';
import {
  fieldsOf,
  fillTemplate,
  firstArguments,
  read,
  targetOf,
  targetsOf,
  templateValues,
  write,
  type Field,
  type Target,
} from './fields.ts';
import { same } from './settings.ts';

export interface ArgumentsFormProps {
  /** What the program offers; null until it has been read. */
  server: ServerShape | null;
  call: Call;
  /** The example's own call, whose arguments come back when its target is chosen again. */
  own: Call;
  onChange(change: Pick<Call, 'method' | 'target' | 'arguments'>): void;
}

/** What is called, and with which arguments: a form from the server's own schemas. */
export function ArgumentsForm({ server, call, own, onChange }: ArgumentsFormProps) {
  const id = useId();
  const targets = server === null ? [] : targetsOf(server);
  const target = targetOf(targets, call);
  const isResource = call.method === 'resources/read';
  const values =
    (isResource && target ? templateValues(target.offer.name, call.target) : null) ??
    call.arguments;

  function choose(next: Target | undefined) {
    if (next === undefined) return;
    if (targetOf([next], own) !== undefined) return onChange(own);
    const first = firstArguments(next.offer.inputSchema);
    onChange(callOf(next, first));
  }

  return (
    <fieldset className="arguments">
      <legend>Call</legend>
      <label className="argument">
        <span>Target</span>
        <select
          className="select"
          value={target === undefined ? -1 : targets.indexOf(target)}
          onChange={(event) => choose(targets[Number(event.target.value)])}
        >
          {target === undefined && <option value={-1}>{call.target}</option>}
          {groups.map(({ method, name }) => {
            const members = targets.filter((one) => one.method === method);
            return members.length === 0 ? null : (
              <optgroup key={method} label={name}>
                {members.map((one) => (
                  <option key={one.offer.name} value={targets.indexOf(one)}>
                    {one.offer.name}
                  </option>
                ))}
              </optgroup>
            );
          })}
        </select>
      </label>
      {target?.offer.description !== undefined && (
        <p className="argument-about">{target.offer.description}</p>
      )}
      {server !== null && target === undefined && (
        <p className="argument-wrong">The program offers no {call.target}.</p>
      )}
      {target !== undefined &&
        fieldsOf(target.offer.inputSchema).map((field) => (
          <Argument
            key={`${target.offer.name}/${field.name}`}
            id={`${id}${field.name}`}
            field={field}
            value={values[field.name]}
            onChange={(value) => {
              const { [field.name]: _, ...others } = values;
              const next = value === undefined ? others : { ...values, [field.name]: value };
              onChange(callOf(target, next));
            }}
          />
        ))}
    </fieldset>
  );
}

const groups: { method: Call['method']; name: string }[] = [
  { method: 'tools/call', name: 'Tools' },
  { method: 'prompts/get', name: 'Prompts' },
  { method: 'resources/read', name: 'Resources' },
];

/** A resource's arguments are in its URI. */
function callOf(
  { method, offer }: Target,
  values: Record<string, unknown>,
): Pick<Call, 'method' | 'target' | 'arguments'> {
  return method === 'resources/read'
    ? { method, target: fillTemplate(offer.name, values), arguments: {} }
    : { method, target: offer.name, arguments: values };
}

interface ArgumentProps {
  id: string;
  field: Field;
  value: unknown;
  onChange(value: unknown): void;
}

/** One argument. What cannot be read yet is said, and the last value that could be stays in force. */
function Argument({ id, field, value, onChange }: ArgumentProps) {
  const [text, setText] = useState(() => write(field, value));
  const entry = read(field, text);
  const wrong = 'wrong' in entry ? entry.wrong : null;

  // The value can change from outside (Reset, a link); what is being typed is left alone.
  useEffect(() => {
    setText((now) => {
      const typed = read(field, now);
      const kept =
        'value' in typed ? same(typed.value, value) : 'none' in typed && value === undefined;
      return kept ? now : write(field, value);
    });
  }, [value]);

  function change(next: string) {
    setText(next);
    const read_ = read(field, next);
    if ('value' in read_) onChange(read_.value);
    else if ('none' in read_) onChange(undefined);
  }

  const shared = {
    id,
    'aria-invalid': wrong !== null,
    'aria-describedby':
      wrong !== null || field.description !== undefined ? `${id}about` : undefined,
  };
  return (
    <div className="argument">
      <label htmlFor={id}>
        {field.name}
        {!field.required && <small> optional</small>}
      </label>
      {input()}
      {(wrong ?? field.description) !== undefined && (
        <p id={`${id}about`} className={wrong === null ? 'argument-about' : 'argument-wrong'}>
          {wrong === null ? field.description : `${wrong} The last good value is used.`}
        </p>
      )}
    </div>
  );

  function input() {
    const { kind } = field;
    switch (kind.type) {
      case 'text':
      case 'number':
        return (
          <input
            {...shared}
            type="text"
            inputMode={kind.type === 'number' ? 'decimal' : 'text'}
            autoComplete="off"
            value={text}
            onChange={(event) => change(event.target.value)}
          />
        );
      case 'switch':
        return (
          <input
            {...shared}
            type="checkbox"
            checked={text === 'true'}
            onChange={(event) => change(String(event.target.checked))}
          />
        );
      case 'choice':
        return (
          <select
            {...shared}
            className="select"
            value={text}
            onChange={(event) => change(event.target.value)}
          >
            {!field.required && <option value="">–</option>}
            {kind.options.map((option) => (
              <option key={option} value={String(option)}>
                {option}
              </option>
            ))}
          </select>
        );
      case 'lines':
      case 'json':
        return (
          <textarea
            {...shared}
            rows={Math.min(6, Math.max(2, text.split('\n').length))}
            spellCheck={false}
            placeholder={kind.type === 'lines' ? 'one a line' : 'JSON'}
            value={text}
            onChange={(event) => change(event.target.value)}
          />
        );
    }
  }
}
