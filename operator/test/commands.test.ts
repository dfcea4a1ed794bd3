import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands } from '../src/commands.ts';

const rows = Object.entries(commands);

test('each row loads a command, and says in one line what it does', async () => {
  for (const [name, { summary, help, load }] of rows) {
    assert.match(name, /^[a-z]+(-[a-z]+)*$/);
    assert.equal(typeof (await load()), 'function', name);
    assert.match(summary, /^[a-z][^\n]{10,99}$/, name);
    assert.doesNotMatch(summary, /\.$/, name);
    assert.match(help, /\.$/, name);
  }
});

test('each option of a row is in its words, and each option in the words is one of the row', () => {
  for (const [name, { words, switches = [], values = [] }] of rows) {
    const said = [...words.matchAll(/--([a-z-]+)/g)].map(([, option]) => option);
    assert.deepEqual(said.sort(), [...switches, ...values].sort(), name);
  }
});

test('a command that takes --yes says in its help what that does', () => {
  for (const [name, { switches, help }] of rows) if (switches?.includes('yes')) assert.match(help, /--yes/, name);
});
