/** A user without a pointer: every target is reached with Tab and used with keys. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

export interface KeysTo {
  /** Presses Tab until the target has the focus. */
  reach(target: Locator): Promise<void>;
  /** Reaches a link or button, and presses Enter. */
  activate(target: Locator): Promise<void>;
  /** Reaches a field, and types. */
  write(target: Locator, text: string): Promise<void>;
  /** Reaches a list of choices, and goes to one by its whole text. */
  choose(target: Locator, text: string): Promise<void>;
  /** Fails if the page has received an event of a pointer. */
  onlyKeys(): Promise<void>;
}

/** More than any page has. */
const MOST_STOPS = 250;
const POINTED = 'pointedAt';

/** Before the page's first address. */
export async function keysTo(page: Page): Promise<KeysTo> {
  // A key press on a button causes a click without a pointer, which has no pointer event before it.
  await page.addInitScript(`addEventListener('pointerdown', () => sessionStorage.setItem('${POINTED}', '1'), true)`);
  const reach = async (target: Locator): Promise<void> => {
    await target.waitFor();
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      if (await target.evaluate((one) => one === one.ownerDocument.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`not reached with Tab: ${String(target)}`);
  };
  return {
    reach,
    activate: async (target) => {
      await reach(target);
      await page.keyboard.press('Enter');
    },
    write: async (target, text) => {
      await reach(target);
      await page.keyboard.type(text);
    },
    choose: async (target, text) => {
      await reach(target);
      await page.keyboard.press('Home');
      for (let option = 0; option < MOST_STOPS; option += 1) {
        const chosen = await target.evaluate((one) => one.querySelector('option:checked')?.textContent);
        if (chosen === text) return;
        await page.keyboard.press('ArrowDown');
      }
      assert.fail(`no choice ${text}`);
    },
    onlyKeys: async () => assert.equal(await page.evaluate(`sessionStorage.getItem('${POINTED}')`), null),
  };
}
