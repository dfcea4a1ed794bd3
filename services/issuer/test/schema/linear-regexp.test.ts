import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RE2JS } from 're2js';
import { createLinearPatterns, PatternRefused } from '../../src/schema/linear-regexp.ts';

test('an expression matches as in ECMAScript, anywhere in the text', () => {
  const { regExp } = createLinearPatterns();
  assert.deepEqual([regExp('b+', 'u').test('abc'), regExp('^b+$', 'u').test('abc')], [true, false]);
});

test('a million characters against nested repetitions', () => {
  assert.equal(
    createLinearPatterns()
      .regExp('^(a+)+$', 'u')
      .test(`${'a'.repeat(1_000_000)}b`),
    false,
  );
});

test('two expressions of one text share a program; ajv distinguishes them by their text', (t) => {
  const compile = t.mock.method(RE2JS, 'compile');
  const { regExp } = createLinearPatterns();
  assert.equal(String(regExp('a', 'u')), String(regExp('a', 'u')));
  assert.notEqual(String(regExp('a', 'u')), String(regExp('b', 'u')));
  assert.equal(compile.mock.callCount(), 2);
});

for (const pattern of ['(?=a)', '(', '(?:a{100}){11}', '\\p{Script=Klingon}']) {
  test(`refused: ${pattern}`, () => {
    assert.throws(() => createLinearPatterns().regExp(pattern, 'u'), PatternRefused);
  });
}

test('the programs of one schema are bounded together', () => {
  const { regExp } = createLinearPatterns();
  assert.throws(() => {
    for (let n = 0; n < 20; n += 1) regExp(`${n}[a-z]{1000}`, 'u');
  }, PatternRefused);
});

test('matching state is dropped: after much text by trim, entirely by reset', (t) => {
  const compile = t.mock.method(RE2JS, 'compile');
  const patterns = createLinearPatterns();
  const one = patterns.regExp('^[ab]*c$', 'u');
  const count = (): number => {
    assert.equal(one.test('abc'), true);
    return compile.mock.callCount();
  };
  patterns.trim();
  assert.equal(count(), 1);
  one.test('ab'.repeat(100_000));
  patterns.trim();
  assert.equal(count(), 2);
  patterns.trim();
  assert.equal(count(), 2);
  patterns.reset();
  assert.equal(count(), 3);
});
