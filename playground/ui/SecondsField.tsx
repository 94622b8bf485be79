import { useEffect, useState } from 'react';

export interface SecondsFieldProps {
  label: string;
  /** In seconds; null is the empty field, where that is allowed. */
  value: number | null;
  /** An empty field means something (no stop) and is not a mistake. */
  mayBeEmpty?: boolean;
  onChange(seconds: number | null): void;
}

/** A number of seconds. What is no number (yet) is marked, and the last good value stays. */
export function SecondsField({ label, value, mayBeEmpty = false, onChange }: SecondsFieldProps) {
  const [text, setText] = useState(written(value));
  const wrong = read(text, mayBeEmpty) === undefined;

  useEffect(() => {
    setText((now) => (read(now, mayBeEmpty) === value ? now : written(value)));
  }, [value, mayBeEmpty]);

  return (
    <span className="seconds">
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={wrong}
        value={text}
        placeholder={mayBeEmpty ? '–' : undefined}
        onChange={(event) => {
          setText(event.target.value);
          const seconds = read(event.target.value, mayBeEmpty);
          if (seconds !== undefined) onChange(seconds);
        }}
        onBlur={() => setText(written(value))}
      />
      <span aria-hidden="true">s</span>
    </span>
  );
}

/** To the millisecond, which is as fine as anybody presses a button. */
const written = (value: number | null): string =>
  value === null ? '' : String(Number(value.toFixed(3)));

/** Seconds, null for an empty field, undefined for what is neither. A decimal comma is read as one. */
function read(text: string, mayBeEmpty: boolean): number | null | undefined {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return mayBeEmpty ? null : undefined;
  const seconds = Number(trimmed);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}
