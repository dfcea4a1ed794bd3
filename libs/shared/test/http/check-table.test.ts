import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkTable, type Reporting } from '../../src/http/check-table.ts';
import { newReports } from '../../src/http/reports.ts';

interface Start extends Reporting {
  readonly word: string;
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

const start = (word: string): Start => ({ word, reports: newReports() });

test('a column runs its own rows and returns their results', async () => {
  assert.equal((await table.run('short', start('a'))).length, 1);
  assert.equal((await table.run('long', start('long'))).length, 4);
  await assert.rejects(table.run('short', start('long')), /too long/);
  await assert.rejects(table.run('long', start('a')), /too short/);
});

test('the first check that refuses ends the run', async () => {
  const refused = (name: string) => () => {
    throw new Error(name);
  };
  const two = checkTable<Starts>().row(refused('first'), 'long').row(refused('second'), 'long');
  await assert.rejects(two.run('long', start('a')), /first/);
});

test('the outcome of each check is reported, the one that refused as such', async () => {
  const reports = newReports();
  await table.run('long', { word: 'long', reports });
  await assert.rejects(table.run('long', { word: 'a', reports }));
  assert.deepEqual(reports.checks, [
    { check: 'readLength', ok: true },
    { check: 'refuseShort', ok: true },
    { check: 'readLength', ok: true },
    { check: 'refuseShort', ok: false },
  ]);
});

test('a check that has nothing to check is not reported', async () => {
  const reports = newReports();
  const unneeded = ({ word }: { readonly word: string }) => word.length > 3 && undefined;
  const some = checkTable<Starts>().row(unneeded, 'short').row(readLength, 'short');
  await some.run('short', { word: 'a', reports });
  assert.deepEqual(reports.checks.splice(0), [{ check: 'readLength', ok: true }]);
  await some.run('short', { word: 'long', reports });
  assert.deepEqual(
    reports.checks.map(({ check }) => check),
    ['unneeded', 'readLength'],
  );
});

test('a column whose checks do not wait runs at once, with the same reports', () => {
  const reports = newReports();
  const measure = ({ word }: { readonly word: string }) => ({ length: word.length });
  const now = checkTable<Starts>().row(measure, 'short', 'long').row(refuseShort, 'long').row(refuseLong, 'short');
  assert.equal(now.runNow('short', start('a')).length, 1);
  assert.throws(() => now.runNow('long', { word: 'a', reports }), /too short/);
  assert.deepEqual(reports.checks, [
    { check: 'measure', ok: true },
    { check: 'refuseShort', ok: false },
  ]);
  assert.throws(() => table.runNow('short', start('a')), /readLength waits/);
});

test('a check changes neither its input nor that of the next one', async () => {
  const start = Object.freeze({ word: 'word', reports: newReports() });
  const spoil = (known: { word: string }): void => {
    Object.assign(known, { word: 'spoiled' });
  };
  const spoiled = checkTable<Starts>().row(readLength, 'long').row(spoil, 'long').row(readLength, 'long');
  await assert.rejects(spoiled.run('long', start), TypeError);
  assert.equal(start.word, 'word');
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

test('a column whose initial values have no reports does not compile', () => {
  // @ts-expect-error: nothing would receive the outcome of its checks
  checkTable<{ readonly silent: { readonly word: string } }>();
});
