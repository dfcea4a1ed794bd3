/** The options of `npm run bench`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOptions } from '@countersign/bench/scenarios/options';

test('by default issuance alone, against a server process, counted and not profiled', () => {
  const { names, concurrency, rate, seconds, counted, profiled, target } = readOptions([]);
  assert.deepEqual(names, ['issuance']);
  assert.deepEqual(concurrency, [1, 8, 32]);
  assert.deepEqual([rate, seconds, counted, profiled, target], [undefined, undefined, 200, 0, undefined]);
});

test('scenarios by name, separated by spaces or commas, or all', () => {
  assert.deepEqual(readOptions(['revoke,refresh', 'issuance']).names, ['revoke', 'refresh', 'issuance']);
  assert.equal(readOptions(['all']).names, 'all');
});

test('the older options of issuance name scenarios', () => {
  assert.deepEqual(readOptions(['issuance', '--dpop']).names, ['issuance-dpop']);
  assert.deepEqual(readOptions(['--haip']).names, ['issuance', 'issuance-attested']);
});

test('given figures replace the usual ones', () => {
  const { warmup, counted, flows } = readOptions(['--counted', '50']);
  assert.deepEqual([warmup, counted, flows], [1000, 50, 2000]);
});

test('services are not profiled', () => {
  assert.equal(readOptions(['--profiled', '1000']).profiled, 1000);
  assert.equal(readOptions(['--profiled', '1000', '--cluster']).profiled, 0);
});

test('a target gets little load, and is neither counted nor profiled', () => {
  const options = readOptions(['--target', 'http://localhost:3000', '--counted', '50', '--profiled', '9']);
  const { flows, concurrency, rate, counted, profiled } = options;
  assert.deepEqual([flows, concurrency, rate, counted, profiled], [100, [4], 5, 0, 0]);
  assert.equal(readOptions(['--target', 'http://localhost:3000', '--rate', '0.5']).rate, 0.5);
});

for (const [args, message] of [
  [['--flows', '0'], /--flows takes whole numbers of at least 1, not '0'/],
  [['--flows', '1.5'], /--flows takes whole numbers/],
  [['--concurrency', '1,x'], /--concurrency takes whole numbers of at least 1, not 'x'/],
  [['--concurrency', '1,'], /--concurrency takes/],
  [['--rate', 'fast'], /--rate takes numbers of at least 0.01, not 'fast'/],
  [['--seconds', '-1'], /argument|--seconds/],
  [['--cluster', '--target', 'http://localhost'], /give one of them/],
  [['--speed'], /Unknown option/],
] as const) {
  test(`refused: ${args.join(' ')}`, () => assert.throws(() => readOptions(args), message));
}
