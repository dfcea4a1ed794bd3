import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLanguage, chooseTheme, language, startSettings, theme } from '../../src/state/settings.ts';

const global = globalThis as Record<string, unknown>;

function browser(stored: Map<string, string>): HTMLElement {
  global.localStorage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  };
  Object.defineProperty(globalThis, 'navigator', { value: { language: 'de-AT' }, configurable: true });
  return { lang: '', dataset: {} } as unknown as HTMLElement;
}

test('the language is that of the browser until another is chosen; choices are kept and shown', () => {
  const stored = new Map<string, string>();
  const root = browser(stored);
  startSettings(root);
  assert.deepEqual([language.value, root.lang, theme.value, root.dataset.theme], ['de', 'de', 'auto', undefined]);
  chooseLanguage('en');
  chooseTheme('dark');
  assert.deepEqual([root.lang, root.dataset.theme], ['en', 'dark']);
  startSettings(browser(stored));
  assert.deepEqual([language.value, theme.value], ['en', 'dark']);
  assert.deepEqual([...stored.keys()], ['countersign-language', 'countersign-theme']);
});

test('a browser that refuses its storage, or holds nonsense, changes nothing', () => {
  const root = browser(
    new Map([
      ['countersign-language', '<script>'],
      ['countersign-theme', 'pink'],
    ]),
  );
  startSettings(root);
  assert.deepEqual([language.value, theme.value], ['de', 'auto']);
  delete global.localStorage;
  chooseLanguage('en');
  assert.equal(language.value, 'en');
});
