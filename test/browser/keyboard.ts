/** A user without a pointer: every target is reached with Tab and used with keys. */
import assert from 'node:assert/strict';
import { until } from '@countersign/shared/test/patience';
import type { Locator, Page } from 'playwright-core';

/** A name is the next control that a screen reader calls so. */
export type Target = Locator | string | RegExp;

export interface Keyboard {
  /** Presses Tab until the target has the focus. */
  reach(target: Target): Promise<void>;
  /** Waits until the page has moved the focus to the target. */
  at(target: Target): Promise<void>;
  /** Reaches a link or button, and presses Enter. */
  activate(target: Target): Promise<void>;
  /** Reaches a field, and types. */
  write(target: Target, text: string): Promise<void>;
  /** Reaches a list of choices, and goes to one by its whole text. */
  choose(target: Target, text: string): Promise<void>;
  /** Reaches a box, and ticks or clears it. */
  tick(target: Target): Promise<void>;
  /** Number of keys so far; a typed text counts each character. */
  keys(): number;
  /** Fails if the page has received an event of a pointer. */
  onlyKeys(): Promise<void>;
}

/** What a reader calls the control with the focus. */
const NAME = `(() => {
  const one = document.activeElement;
  const label = one.getAttribute('aria-label') ?? one.labels?.[0]?.innerText ?? one.innerText ?? '';
  return label.replace(/\\s+/g, ' ').trim();
})()`;
const CHOSEN = `document.activeElement.querySelector('option:checked')?.textContent`;
/** More than any page has. */
const MOST_STOPS = 250;
const POINTED = 'pointedAt';

/** Before the page's first address. */
export async function keyboardOf(page: Page): Promise<Keyboard> {
  // A key press on a button causes a click without a pointer, which has no pointer event before it.
  await page.addInitScript(`addEventListener('pointerdown', () => sessionStorage.setItem('${POINTED}', '1'), true)`);
  let count = 0;
  const press = async (key: string): Promise<void> => {
    count += 1;
    await page.keyboard.press(key);
  };
  const reach = async (target: Target): Promise<void> => {
    if (isLocator(target)) await target.waitFor();
    const passed = new Set<string>();
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      if (await hasFocus(page, target)) return;
      passed.add(await page.evaluate<string>(NAME));
      await press('Tab');
    }
    assert.fail(`not reached with Tab: ${String(target)}, but ${[...passed].join(' | ')}`);
  };
  return {
    reach,
    at: (target) => until(`the focus on ${String(target)}`, () => hasFocus(page, target)),
    activate: async (target) => {
      await reach(target);
      await press('Enter');
    },
    write: async (target, text) => {
      await reach(target);
      count += text.length;
      await page.keyboard.type(text);
    },
    choose: async (target, text) => {
      await reach(target);
      await press('Home');
      for (let option = 0; option < MOST_STOPS; option += 1) {
        if ((await page.evaluate(CHOSEN)) === text) return;
        await press('ArrowDown');
      }
      assert.fail(`no choice ${text}`);
    },
    tick: async (target) => {
      await reach(target);
      await press('Space');
    },
    keys: () => count,
    onlyKeys: async () => assert.equal(await page.evaluate(`sessionStorage.getItem('${POINTED}')`), null),
  };
}

function isLocator(target: Target): target is Locator {
  return typeof target === 'object' && !(target instanceof RegExp);
}

async function hasFocus(page: Page, target: Target): Promise<boolean> {
  if (isLocator(target)) return target.evaluate((one) => one === one.ownerDocument.activeElement);
  const name = await page.evaluate<string>(NAME);
  return typeof target === 'string' ? name === target : target.test(name);
}
