import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { language } from '../../src/state/settings.ts';

type Words = Readonly<Record<string, unknown>>;

/** Compiled to console/dist/test/text. */
const FOLDER = resolve(import.meta.dirname, '../../src/text');

test('every text is there in both languages', async () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.js') && name !== 'texts.js');
  for (const file of files) {
    const exported = (await import(pathToFileURL(join(FOLDER, file)).href)) as Readonly<Record<string, () => Words>>;
    for (const [name, read] of Object.entries(exported).filter(
      ([one]) => one.endsWith('Texts') || one === 'pageTitles',
    )) {
      language.value = 'en';
      const en = read();
      language.value = 'de';
      const de = read();
      language.value = 'en';
      assert.deepEqual(Object.keys(de), Object.keys(en), `${file}: ${name}`);
      for (const key of Object.keys(en)) assert.notEqual(de[key], '', `${file}: ${name}.${key}`);
    }
  }
});
