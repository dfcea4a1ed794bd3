/** Language and theme: the only things that the browser keeps. */
import { effect, signal } from '@preact/signals';

export type Language = 'en' | 'de';
export type Theme = 'auto' | 'light' | 'dark';

const LANGUAGE = 'countersign-language';
const THEME = 'countersign-theme';

export const language = signal<Language>('en');
/** `auto` follows the system. */
export const theme = signal<Theme>('auto');

/** Reads the stored choices, otherwise the browser's language. Afterwards each choice is stored and applied. */
export function startSettings(root: HTMLElement): void {
  language.value = storedLanguage() ?? (navigator.language.toLowerCase().startsWith('de') ? 'de' : 'en');
  theme.value = storedTheme() ?? 'auto';
  effect(() => {
    root.lang = language.value;
  });
  effect(() => {
    if (theme.value === 'auto') delete root.dataset.theme;
    else root.dataset.theme = theme.value;
  });
}

export function chooseLanguage(chosen: Language): void {
  language.value = chosen;
  keep(LANGUAGE, chosen);
}

export function chooseTheme(chosen: Theme): void {
  theme.value = chosen;
  keep(THEME, chosen);
}

function storedLanguage(): Language | undefined {
  const stored = read(LANGUAGE);
  return stored === 'en' || stored === 'de' ? stored : undefined;
}

function storedTheme(): Theme | undefined {
  const stored = read(THEME);
  return stored === 'light' || stored === 'dark' || stored === 'auto' ? stored : undefined;
}

/** A browser may refuse the storage. */
function read(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // The choice lasts until the page is left.
  }
}
