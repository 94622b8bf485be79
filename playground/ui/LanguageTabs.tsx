import type { KeyboardEvent } from 'react';
import type { Language } from '../engines/engine.ts';
import { LANGUAGES, nameOf } from '../language.ts';

export interface LanguageTabsProps {
  /** Unique in the page: the tabs are `<id>-python` and `<id>-typescript`, their panels `<id>-python-panel`… */
  id: string;
  value: Language;
  onChange(language: Language): void;
}

/** Which of an example's two programs is shown. Arrow keys go from one to the other, and show it. */
export function LanguageTabs({ id, value, onChange }: LanguageTabsProps) {
  function walk(event: KeyboardEvent<HTMLElement>) {
    const at = LANGUAGES.indexOf(value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    const next = to === undefined ? undefined : LANGUAGES.at(to % LANGUAGES.length);
    if (next === undefined) return;
    event.preventDefault();
    onChange(next);
    document.getElementById(tabOf(id, next))?.focus();
  }

  return (
    <div
      className="languages needs-script"
      role="tablist"
      aria-label="Language of the program"
      onKeyDown={walk}
    >
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          role="tab"
          id={tabOf(id, language)}
          data-language={language}
          aria-selected={language === value}
          aria-controls={panelOf(id, language)}
          tabIndex={language === value ? 0 : -1}
          onClick={() => onChange(language)}
        >
          {nameOf[language]}
        </button>
      ))}
    </div>
  );
}

const tabOf = (id: string, language: Language): string => `${id}-${language}`;
const panelOf = (id: string, language: Language): string => `${id}-${language}-panel`;

/** What makes an element the panel of a tab. */
export const panelProps = (id: string, language: Language) => ({
  id: panelOf(id, language),
  role: 'tabpanel',
  'aria-labelledby': tabOf(id, language),
  'data-language': language,
  'data-name': nameOf[language],
});
