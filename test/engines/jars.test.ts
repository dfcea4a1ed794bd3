import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkJars, jarsOf } from './jars.ts';

test('a jar that the list does not name, and one that is missing, are refused by name', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-jars-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'strange-1.0.jar'), 'not a jar');
  assert.throws(
    () => checkJars(folder, 'kafka-jars.sha256'),
    (error: Error) => error.message.includes('strange-1.0.jar') && error.message.includes('kafka_2.13-4.4.0.jar'),
  );
});

test('jars come in the order of their names', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-jars-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'jars'));
  for (const name of ['b.jar', 'a.jar']) writeFileSync(join(folder, 'jars', name), '');
  assert.deepEqual(jarsOf(folder), [join(folder, 'jars', 'a.jar'), join(folder, 'jars', 'b.jar')]);
});
