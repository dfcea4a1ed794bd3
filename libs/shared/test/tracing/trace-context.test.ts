import assert from 'node:assert/strict';
import { test } from 'node:test';
import { childTraceparent, isTraceparent, traceId, traceOf } from '../../src/tracing/trace-context.ts';

const GIVEN = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const ones = (bytes: number): Buffer => Buffer.alloc(bytes, 0x11);

test('a valid traceparent is kept unchanged', () => {
  assert.equal(traceOf(GIVEN, ones), GIVEN);
  assert.equal(traceOf(`cc${GIVEN.slice(2)}-what-comes-later`, ones), `cc${GIVEN.slice(2)}-what-comes-later`);
});

for (const [what, text] of [
  ['none', undefined],
  ['an empty one', ''],
  ['version ff', `ff${GIVEN.slice(2)}`],
  ['more than version 00 has', `${GIVEN}-more`],
  ['a trace id of zeros', '00-00000000000000000000000000000000-b7ad6b7169203331-01'],
  ['a parent id of zeros', '00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01'],
  ['upper case', GIVEN.toUpperCase()],
  ['a line end', `${GIVEN}\n`],
  ['more than anybody needs', `cc${GIVEN.slice(2)}-${'x'.repeat(300)}`],
] as const) {
  test(`a new trace begins in place of ${what}`, () => {
    assert.equal(text !== undefined && isTraceparent(text), false);
    assert.equal(traceOf(text, ones), `00-${'11'.repeat(16)}-${'11'.repeat(8)}-00`);
  });
}

test('an outgoing request keeps trace and flags and has a new parent id', () => {
  assert.equal(childTraceparent(GIVEN, ones), `00-0af7651916cd43dd8448eb211c80319c-${'11'.repeat(8)}-01`);
  assert.equal(traceId(GIVEN), '0af7651916cd43dd8448eb211c80319c');
});

test('random bytes of zeros still make valid ids', () => {
  const trace = traceOf(undefined, (bytes) => Buffer.alloc(bytes));
  assert.ok(isTraceparent(trace), trace);
});

test('the ids of a new trace are one draw: 16 bytes of the trace, then 8 of the parent', () => {
  const drawn = (bytes: number): Buffer => Buffer.from(Array.from({ length: bytes }, (_, index) => index + 1));
  assert.equal(traceOf(undefined, drawn), '00-0102030405060708090a0b0c0d0e0f10-1112131415161718-00');
  const half = (bytes: number): Buffer => Buffer.concat([Buffer.alloc(16, 1), Buffer.alloc(bytes - 16)]);
  assert.equal(traceOf(undefined, half), `00-${'01'.repeat(16)}-0100000000000000-00`);
});
