import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whereJsonBreaks } from '../../src/kernel/json-place.ts';

const broken: Readonly<Record<string, readonly [line: number, column: number]>> = {
  '': [1, 1],
  '   ': [1, 4],
  '{': [1, 2],
  '{"a": 1,}': [1, 9],
  '{"a": 1 "b": 2}': [1, 9],
  '{\n  "a": tru\n}': [2, 8],
  '{\n  "a": 1\n  "b": 2\n}': [3, 3],
  '{a: 1}': [1, 2],
  "{'a': 1}": [1, 2],
  '{"a" 1}': [1, 6],
  '{"a": 01}': [1, 7],
  '{"a": 1.}': [1, 7],
  '{"a": +1}': [1, 7],
  '{"a": NaN}': [1, 7],
  '[1, 2': [1, 6],
  '[1,]': [1, 4],
  '[1}': [1, 3],
  '{"a": [}': [1, 8],
  '{"a": "x\ny"}': [1, 9],
  '{"a": "\\x"}': [1, 8],
  '{"a": "\\u12g4"}': [1, 8],
  '"open': [1, 6],
  '{} {}': [1, 4],
  '// comment\n{}': [1, 1],
  '{\r\n  "ä": "😀" x\r\n}': [2, 13],
  '\ufeff{}': [1, 1],
};

for (const [text, [line, column]] of Object.entries(broken)) {
  test(`${JSON.stringify(text)} breaks in line ${line}, column ${column}`, () => {
    assert.throws(() => JSON.parse(text));
    assert.deepEqual(whereJsonBreaks(text), { line, column });
  });
}

test('text that the parser accepts has no such place', () => {
  for (const text of [
    '{}',
    ' [ ] ',
    '0',
    '-1.5e+3',
    '"\\u00e4\\n"',
    '{"a":[{"b":null},true,false,"x"]}\n',
    '[[],{}]',
  ]) {
    JSON.parse(text);
    assert.equal(whereJsonBreaks(text), undefined, text);
  }
});

test('it agrees with the parser on every prefix, and on every text with one character more or less', () => {
  const text = '{"a":[1,-0.5e1,"x\\u00e4\\""],"b":{"c":null},"d":[true,{}]}';
  const changed = [...text].flatMap((_, at) => [
    text.slice(0, at),
    text.slice(0, at) + text.slice(at + 1),
    ...[...'{}[],:"0x\\ '].map((more) => text.slice(0, at) + more + text.slice(at)),
  ]);
  for (const one of changed) assert.equal(whereJsonBreaks(one) === undefined, isJson(one), one);
});

test('deep nesting and long strings need neither much time nor a deep stack', () => {
  assert.deepEqual(whereJsonBreaks('['.repeat(1_000_000)), { line: 1, column: 1_000_001 });
  assert.deepEqual(whereJsonBreaks(`"${'\\n'.repeat(500_000)}`), { line: 1, column: 1_000_002 });
  assert.deepEqual(whereJsonBreaks(`["${'x'.repeat(1_000_000)}"`), { line: 1, column: 1_000_004 });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
