import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { neededSettings, type Setting, settingGroups } from '../../../src/pages/settings/setting-groups.ts';

const setting = (name: string, source: Setting['source'], meaning = 'm'): Setting => ({ name, source, meaning });
const all = [
  setting('RATE_LOGIN', 'default', 'Sign-ins per minute'),
  setting('TRACE', 'environment'),
  setting('REDIS_URL', 'none'),
  setting('PUBLIC_URL', 'environment'),
];
const names = (groups: ReturnType<typeof settingGroups>) =>
  Object.values(groups).map((group) => group.map(({ name }) => name));

test('the needed ones first in their order, then those that were set, then the rest', () => {
  assert.deepEqual(names(settingGroups(all, '')), [['PUBLIC_URL', 'REDIS_URL'], ['TRACE'], ['RATE_LOGIN']]);
});

test('a search finds words of name and meaning, in any order and case', () => {
  assert.deepEqual(names(settingGroups(all, 'minute SIGN-INS')), [[], [], ['RATE_LOGIN']]);
  assert.deepEqual(names(settingGroups(all, 'redis url')), [['REDIS_URL'], [], []]);
  assert.deepEqual(names(settingGroups(all, 'nothing like it')), [[], [], []]);
});

test('every needed setting is one of the server', () => {
  const folder = new URL('../../../../../libs/shared/src/settings/table/', import.meta.url);
  const tables = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
  for (const name of neededSettings)
    assert.ok(
      tables.some((text) => text.includes(`\n  ${name}: {`)),
      name,
    );
});
