import { currentLanguage } from '../../playground/warm.ts';

/** The static tabs are those of a reader who has chosen nothing; a figure that wakes sets its own. */
export function selectTabs(within: ParentNode): void {
  const chosen = currentLanguage();
  for (const tab of within.querySelectorAll<HTMLElement>('.languages [role="tab"]')) {
    const selected = tab.dataset['language'] === chosen;
    tab.setAttribute('aria-selected', String(selected));
    tab.tabIndex = selected ? 0 : -1;
  }
}
