/** A person who uses a page only by keyboard. */
import assert from 'node:assert/strict';
import { until } from '@countersign/shared/test/patience';
import type { Page } from 'playwright-core';

export interface Keyboard {
  /** Presses Tab until the control with this name has the focus. @param options.back with Shift */
  to(name: string | RegExp, options?: { readonly back?: boolean }): Promise<void>;
  /** Waits until the page has moved the focus to this control. */
  at(name: string): Promise<void>;
  /** Goes to a field and types. */
  type(name: string | RegExp, text: string): Promise<void>;
  /** Goes to a choice, and presses the down arrow until it has this text. */
  choose(name: string | RegExp, option: string): Promise<void>;
  /** Goes to a button or a link, and presses Enter. */
  press(name: string | RegExp, options?: { readonly back?: boolean }): Promise<void>;
  /** Goes to a box, and ticks or clears it. */
  tick(name: string | RegExp): Promise<void>;
  /** Number of keys so far; a typed text counts each character. */
  keys(): number;
}

/** What a reader calls the control with the focus. */
const NAME = `(() => {
  const one = document.activeElement;
  const label = one.getAttribute('aria-label') ?? one.labels?.[0]?.innerText ?? one.innerText ?? '';
  return label.replace(/\\s+/g, ' ').trim();
})()`;
/** A page has no more controls than this. */
const MOST = 250;

export function keyboardOf(page: Page): Keyboard {
  let count = 0;
  const press = async (key: string): Promise<void> => {
    count += 1;
    await page.keyboard.press(key);
  };
  const to: Keyboard['to'] = async (name, { back = false } = {}) => {
    const seen: string[] = [];
    for (let step = 0; step < MOST; step += 1) {
      await press(back ? 'Shift+Tab' : 'Tab');
      const found = String(await page.evaluate(NAME));
      if (typeof name === 'string' ? found === name : name.test(found)) return;
      seen.push(found);
    }
    assert.fail(`no control ${name} by keyboard: ${[...new Set(seen)].join(' | ')}`);
  };
  return {
    to,
    at: (name) => until(name, async () => (await page.evaluate(NAME)) === name),
    type: async (name, text) => {
      await to(name);
      count += text.length;
      await page.keyboard.type(text);
    },
    choose: async (name, option) => {
      await to(name);
      // The first letters of a choice select it, as in every browser.
      count += option.length;
      await page.keyboard.type(option);
      const chosen = await page.evaluate('document.activeElement.selectedOptions[0].textContent');
      assert.equal(chosen, option);
    },
    press: async (name, options) => {
      await to(name, options);
      await press('Enter');
    },
    tick: async (name) => {
      await to(name);
      await press('Space');
    },
    keys: () => count,
  };
}
