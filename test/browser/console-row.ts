/** A row of the table of pages, and the checks for every page. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ConsoleOptions, ConsoleWorld, OpenConsole } from './console-world.ts';
import { accessible } from './page-checks.ts';

export interface ConsolePageRow {
  /** Name of its picture. */
  readonly name: string;
  /** Below `/console`; not needed if `prepare` returns it. */
  readonly path?: string;
  /** The first heading. */
  readonly heading: { readonly en: string; readonly de: string };
  /** Messages of the browser's console that belong to the page. */
  readonly expected?: RegExp;
  readonly caller?: Pick<ConsoleOptions, 'variant' | 'role'>;
  /** Creates the data that the page shows. @returns the path, if it depends on the data */
  readonly prepare?: (world: ConsoleWorld) => Promise<string | undefined>;
  /** Waits until the page shows the data. Called again after each change of language, so it must match both. */
  readonly visible?: (page: Page) => Promise<unknown>;
}

/** All checks for every page; ends on the page in English, light and wide. */
export async function checkPage(console: OpenConsole, row: ConsolePageRow, path: string): Promise<void> {
  const { page, errors, foreign, goto } = console;
  await goto(path);
  await shown(page, row, 'en');
  await accessible(page);
  await reachableByKeyboard(page, row.name);
  await page.emulateMedia({ colorScheme: 'dark' });
  await accessible(page);
  await choose(page, 'de');
  await shown(page, row, 'de');
  await narrow(page, row.name);
  await choose(page, 'en');
  await page.emulateMedia({ colorScheme: 'light' });
  await shown(page, row, 'en');
  assert.deepEqual(
    errors.filter((error) => row.expected?.test(error) !== true),
    [],
    row.name,
  );
  assert.deepEqual(foreign, [], row.name);
}

export async function shown(page: Page, row: ConsolePageRow, language: 'en' | 'de'): Promise<void> {
  await page.getByRole('heading', { level: 1, name: row.heading[language], exact: true }).waitFor();
  assert.equal(await page.getAttribute('html', 'lang'), language);
  await row.visible?.(page);
}

/** All forms that are closed until they are needed. */
export async function openForms(page: Page): Promise<void> {
  await page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true; })');
}

async function choose(page: Page, language: 'en' | 'de'): Promise<void> {
  await page.getByLabel(/^(Language|Sprache)$/).selectOption(language);
}

/** On a telephone the page has no second scroll bar, and stays accessible. */
async function narrow(page: Page, name: string): Promise<void> {
  const wide = page.viewportSize() ?? { width: 1280, height: 900 };
  await page.setViewportSize({ width: 360, height: 800 });
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360, `${name} is wider than a telephone`);
  await accessible(page);
  await page.setViewportSize(wide);
}

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"], [contenteditable="true"]';

/** The key Tab reaches everything that a pointer does, and leaves it again. */
async function reachableByKeyboard(page: Page, name: string): Promise<void> {
  const wanted = await page.evaluate(`(() => {
    document.activeElement?.blur?.();
    document.querySelectorAll('[data-reached]').forEach((one) => one.removeAttribute('data-reached'));
    // Day, month, year and the calendar of a date are stops of their own.
    return [...document.querySelectorAll(${JSON.stringify(FOCUSABLE)})]
      .filter((one) => one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }))
      .reduce((sum, one) => sum + (one.type?.startsWith('date') ? 7 : 1), 0);
  })()`);
  for (let press = 0; press < Number(wanted) + 2; press += 1) {
    await page.keyboard.press('Tab');
    await page.evaluate('document.activeElement?.setAttribute("data-reached", "")');
  }
  const missed = await page.evaluate(`[...document.querySelectorAll(${JSON.stringify(FOCUSABLE)})]
    .filter((one) => one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => !one.hasAttribute('data-reached') && !isOtherRadio(one)).map((one) => one.outerHTML.slice(0, 200));
    function isOtherRadio(one) { return one.type === 'radio' && document.querySelector('[type="radio"][data-reached][name="' + one.name + '"]') !== null; }`);
  assert.deepEqual(missed, [], `${name}: not reached by keyboard`);
}
