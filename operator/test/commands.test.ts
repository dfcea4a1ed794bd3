import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands } from '../src/commands.ts';

const rows = Object.entries(commands);

test('each row loads a command, and describes it in one line', async () => {
  for (const [name, { summary, help, load }] of rows) {
    assert.match(name, /^[a-z]+(-[a-z]+)*$/);
    assert.equal(typeof (await load()), 'function', name);
    assert.match(summary, /^[a-z][^\n]{10,99}$/, name);
    assert.doesNotMatch(summary, /\.$/, name);
    assert.match(help, /\.$/, name);
  }
});

test('the options of a row and those in its usage are the same', () => {
  for (const [name, { words, switches = [], values = [] }] of rows) {
    const said = [...words.matchAll(/--([a-z-]+)/g)].map(([, option]) => option);
    assert.deepEqual(said.sort(), [...switches, ...values].sort(), name);
  }
});

test('the help of a command with --yes says what that changes', () => {
  for (const [name, { switches, help }] of rows) if (switches?.includes('yes')) assert.match(help, /--yes/, name);
});
