/** Checks of every page in a browser. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { smallPng } from './small-png.ts';

/** Screenshots; SCREENSHOTS is the folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder === undefined || folder === '') return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** A page's picture for the documentation; PICTURES is the folder. */
export async function documentPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (folder === undefined || folder === '') return;
  mkdirSync(folder, { recursive: true });
  await page.evaluate('document.activeElement?.blur?.(); scrollTo(0, 0)');
  writeFileSync(join(folder, `${name}.png`), smallPng(await page.screenshot()));
}

/** Rules of WCAG 2.2 A and AA and good practice, contrast among them. The library leaves `target-size` off by default. */
export async function accessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const found = (await page.evaluate(`axe.run({ rules: { 'target-size': { enabled: true } } })`)) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  assert.deepEqual(
    found.violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]),
    [],
  );
}
