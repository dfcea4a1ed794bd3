import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { THREATS } from './threats.ts';

/** Compiled to test/dist/security. */
const ROOT = resolve(import.meta.dirname, '../../..');

test('every threat has a test, by its name', () => {
  const all = Object.values(THREATS).flat();
  for (const { threat, file, test: name } of all) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const heads = text.split('\n').filter((line, index, lines) => isName(line, lines[index - 1] ?? ''));
    assert.ok(
      heads.some((line) => line.replaceAll("\\'", "'").includes(name)),
      `${threat}: ${file} has no test '${name}'`,
    );
  }
  const threats = all.map(({ threat }) => threat);
  assert.deepEqual(threats, [...new Set(threats)], 'a threat stands twice');
});

/** Whether a line has the name of a test, behind the call or below it. */
function isName(line: string, before: string): boolean {
  const call = /^\s*(it|test|describe)(\.\w+)?\(/;
  return call.test(line) || (call.test(before) && before.trimEnd().endsWith('('));
}
