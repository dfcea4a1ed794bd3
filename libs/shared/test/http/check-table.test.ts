import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkTable } from '../../src/http/check-table.ts';

interface Start {
  readonly word: string;
  readonly request?: { readonly checked: (check: string, ok: boolean) => unknown };
}

interface Starts {
  readonly short: Start;
  readonly long: Start;
}

const readLength = async ({ word }: { readonly word: string }) => ({ length: word.length });
const refuseShort = ({ length }: { readonly length: number }): void => {
  if (length < 3) throw new Error('too short');
};
const refuseLong = ({ length }: { readonly length: number }): void => {
  if (length > 3) throw new Error('too long');
};
const table = checkTable<Starts>().row(readLength, 'short', 'long').row(refuseShort, 'long').row(refuseLong, 'short');

test('a column runs its own rows and returns their results', async () => {
  assert.deepEqual(await table.run('short', { word: 'a' }), { word: 'a', length: 1 });
  assert.deepEqual(await table.run('long', { word: 'long' }), { word: 'long', length: 4 });
  await assert.rejects(table.run('short', { word: 'long' }), /too long/);
  await assert.rejects(table.run('long', { word: 'a' }), /too short/);
});

test('the first check that refuses ends the run', async () => {
  const refused = (name: string) => () => {
    throw new Error(name);
  };
  const two = checkTable<Starts>().row(refused('first'), 'long').row(refused('second'), 'long');
  await assert.rejects(two.run('long', { word: 'a' }), /first/);
});

test('each check is reported to the request that is checked, the one that refused as such', async () => {
  const reported: unknown[] = [];
  const request = { checked: (check: string, ok: boolean) => reported.push([check, ok]) };
  await table.run('long', { word: 'long', request });
  await assert.rejects(table.run('long', { word: 'a', request }));
  assert.deepEqual(reported, [
    ['readLength', true],
    ['refuseShort', true],
    ['readLength', true],
    ['refuseShort', false],
  ]);
});

test('a check that has nothing to check is not reported', async () => {
  const reported: string[] = [];
  const request = { checked: (check: string) => reported.push(check) };
  const unneeded = ({ word }: { readonly word: string }) => word.length > 3 && undefined;
  const some = checkTable<Starts>().row(unneeded, 'short').row(readLength, 'short');
  await some.run('short', { word: 'a', request });
  assert.deepEqual(reported.splice(0), ['readLength']);
  await some.run('short', { word: 'long', request });
  assert.deepEqual(reported, ['unneeded', 'readLength']);
});

test('a column whose checks do not wait runs at once, with the same reports', () => {
  const reported: unknown[] = [];
  const request = { checked: (check: string, ok: boolean) => reported.push([check, ok]) };
  const measure = ({ word }: { readonly word: string }) => ({ length: word.length });
  const now = checkTable<Starts>().row(measure, 'short', 'long').row(refuseShort, 'long').row(refuseLong, 'short');
  assert.deepEqual(now.runNow('short', { word: 'a' }), { word: 'a', length: 1 });
  assert.throws(() => now.runNow('long', { word: 'a', request }), /too short/);
  assert.deepEqual(reported, [
    ['measure', true],
    ['refuseShort', false],
  ]);
  assert.throws(() => table.runNow('short', { word: 'a' }), /readLength waits/);
});

test('a check changes neither its input nor that of the next one', async () => {
  const start = Object.freeze({ word: 'word' });
  const spoil = (known: { word: string }): void => {
    Object.assign(known, { word: 'spoiled' });
  };
  const spoiled = checkTable<Starts>().row(readLength, 'long').row(spoil, 'long').row(readLength, 'long');
  await assert.rejects(spoiled.run('long', start), TypeError);
  assert.deepEqual(start, { word: 'word' });
});

test('the rows are listed', () => {
  assert.deepEqual(table.rows, [
    { check: 'readLength', columns: ['short', 'long'] },
    { check: 'refuseShort', columns: ['long'] },
    { check: 'refuseLong', columns: ['short'] },
  ]);
});

test('a row above a check whose result it needs does not compile', () => {
  // @ts-expect-error: no row provides the length
  checkTable<Starts>().row(refuseShort, 'long');
  // @ts-expect-error: the length is known in the other column only
  checkTable<Starts>().row(readLength, 'short').row(refuseShort, 'long');
  checkTable<Starts>().row(readLength, 'long').row(refuseShort, 'long');
});
