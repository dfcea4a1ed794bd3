import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { lineOf, placeOf, readJson } from '../../../src/pages/configurations/read-json.ts';
import { pointerTo } from '../../../src/parts/json-pointer.ts';

test('each value has its place, each member that of its name', () => {
  const text = '{\n  "a": [1, {"b/c~": "x"}]\n}';
  const { value, places } = readJson(text);
  assert.deepEqual(value, JSON.parse(text));
  const { from, to, key } = places.get('/a/1/b~1c~0') ?? assert.fail();
  assert.equal(text.slice(from, to), '"x"');
  assert.equal(text.slice(key?.from, key?.to), '"b/c~"');
  assert.equal(lineOf(text, from), 2);
  assert.equal(pointerTo('/a', 'b/c~'), '/a/b~1c~0');
});

test('a pointer to what is missing leads to the value around it', () => {
  const { places } = readJson('{"a": {"b": 1}}');
  assert.deepEqual(placeOf(places, '/a/none/deeper'), places.get('/a'));
  assert.deepEqual(placeOf(places, '/none'), places.get(''));
});

test('it reads what JSON.parse reads, and stops where that stops', () => {
  for (const text of ['{}', '[]', '-1.5e3', '"\\u00e4\\n"', 'null', '{"__proto__": 1, "a": [true, false]}', ' 0 ']) {
    assert.deepEqual(readJson(text).value, JSON.parse(text), text);
  }
  const wrong = ['', '{', '{"a"}', '{"a": }', '[1,]', '{"a": 1,}', '01', "{'a': 1}", '"a', '{} x', 'nul', '"\t"'];
  for (const text of wrong) {
    const { value, error } = readJson(text);
    assert.throws(() => JSON.parse(text), text);
    assert.ok(value === undefined && error !== undefined, text);
  }
  assert.equal(readJson('{"a": 1,}').error?.at, 8);
  for (const depth of [5000, 1_000_000]) assert.equal(readJson('['.repeat(depth)).value, undefined);
});

test('the samples are read as they are', () => {
  const text = readFileSync(new URL('../../../../../test/samples/issuance/pid.json', import.meta.url), 'utf8');
  assert.deepEqual(readJson(text).value, JSON.parse(text));
});
