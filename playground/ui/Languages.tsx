import type { Language } from '../engines/engine.ts';

export interface LanguagesProps {
  value: Language;
  onChange(language: Language): void;
}

const names: Record<Language, string> = { typescript: 'TypeScript', python: 'Python' };

/** Which of an example's two programs is shown. */
export const Languages = ({ value, onChange }: LanguagesProps) => (
  <span className="languages needs-script" role="group" aria-label="Language">
    {(Object.keys(names) as Language[]).map((language) => (
      <button
        key={language}
        type="button"
        aria-pressed={language === value}
        onClick={() => onChange(language)}
      >
        {names[language]}
      </button>
    ))}
  </span>
);
