/** The tables as a whole. `order-of-refusals-*.test.ts` test that each endpoint runs its columns in their order. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { checks } from '../../src/checks/checks.ts';
import { resourceChecks } from '../../src/checks/resource-checks.ts';

const rows = [...checks.rows, ...resourceChecks.rows];

/** `checkState` is in `check-state`. */
const fileOf = (check: string): string => check.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

test('each check is in a file of its name, with a test file', () => {
  const missing = rows.flatMap(({ check }) => {
    const file = fileOf(check);
    const has = (path: string): boolean => existsSync(new URL(path, import.meta.url));
    const inChecks = has(`../../src/checks/${file}.js`) && has(`./${file}.test.js`);
    const inProtocol = has(`../../src/protocol/${file}.js`) && has(`../protocol/${file}.test.js`);
    return inChecks || inProtocol ? [] : [check];
  });
  assert.deepEqual(missing, []);
});

test('a check runs once in a column', () => {
  const cells = rows.flatMap(({ check, columns }) => columns.map((column) => `${check} ${String(column)}`));
  assert.deepEqual(
    cells.filter((cell, index) => cells.indexOf(cell) !== index),
    [],
  );
});

test('a nonce retry uses up no client assertion', () => {
  const before = (column: string): readonly string[] => {
    const own = checks.rows.filter(({ columns }) => columns.includes(column)).map(({ check }) => check);
    return own.slice(0, own.indexOf('authenticateClient'));
  };
  for (const column of ['par', 'challenge', 'answer', 'code', 'preAuth', 'interact', 'interaction', 'unoffered']) {
    assert.ok(before(column).includes('checkDpopProof'), column);
  }
});
