import { useId } from 'react';

export interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; name: string; says?: string }[];
  onChange(value: T): void;
}

/** One of a few, all in sight: a row of radio buttons in the shape of a switch. */
export function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  const name = useId();
  return (
    <span className="choice" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} title={option.says}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span data-name={option.name}>{option.name}</span>
        </label>
      ))}
    </span>
  );
}
