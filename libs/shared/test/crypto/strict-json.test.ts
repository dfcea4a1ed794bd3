import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { JwtError } from '../../src/crypto/jwt-error.ts';
import { parseJsonPart, parseStrictJson } from '../../src/crypto/strict-json.ts';
import { refuses } from './refuses.ts';

test('JSON values are returned unchanged', () => {
  const texts = [
    '{}',
    '[]',
    'null',
    '-1.5e3',
    '"a"',
    ' [ "a" , { "b" : [ ] } ] ',
    '{"a":"\\"b\\":","c\\\\":1,"d\\\\\\"":{"a":{"a":1}}}',
    '[{"a":1},{"a":2}]',
    '{"{":"}","[":",","a":[{"b":[1]}],"b":1}',
    '{"toString":1,"constructor":2}',
  ];
  for (const text of texts) assert.deepEqual(parseStrictJson(text), JSON.parse(text), text);
});

test('a duplicate name is refused, however it is escaped', () => {
  for (const text of [
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":1}',
    '{"a" : 1,\n"a"\t:1}',
    '[{"x":{"b":{},"c":[{"d":1,"d":2}]}}]',
    '{"\\\\":1,"\\\\":2}',
    '{"":1,"":2}',
  ]) {
    refuses(() => parseStrictJson(text), 'duplicate_member');
  }
  refuses(() => parseStrictJson('{"\\u005f_proto__":1}'), 'reserved_member');
});

test('text that is not JSON is refused as such', () => {
  const broken = ['', '{', '"', '"\\', '["\\"]', '}{', '"a":1', '{"a\\x":1}', '{"a":1}}', '"a"\u000b:1', '{"a",:1}'];
  for (const text of broken) refuses(() => parseStrictJson(text), 'not_json');
});

const values = (count: number) => `[${'1,'.repeat(count - 1)}1]`;

test('2,000 members and items are read, one more is not; lists and names count alike', () => {
  assert.equal((parseStrictJson(values(2000)) as readonly unknown[]).length, 2000);
  refuses(() => parseStrictJson(values(2001)), 'too_long');
  refuses(() => parseStrictJson(`[${'[],'.repeat(1000)}1]`), 'too_long');
  const members = Array.from({ length: 2001 }, (_, n) => `"${n}":1`);
  refuses(() => parseStrictJson(`{${members.join()}}`), 'too_long');
  refuses(() => parseJsonPart(Buffer.from(values(2001)).toString('base64url')), 'too_long');
  // commas within a string are not counted
  assert.equal((parseStrictJson(`"${','.repeat(200_000)}"`) as string).length, 200_000);
});

test('texts may share a larger room', () => {
  const room = { left: 5000 };
  parseStrictJson(values(3001), room);
  refuses(() => parseStrictJson(values(3001), room), 'too_long');
});

test('too many values and deep nesting are refused before any parsing', (t) => {
  const parse = t.mock.method(JSON, 'parse');
  refuses(() => parseStrictJson('['.repeat(1_000_000)), 'too_deep');
  refuses(() => parseStrictJson(values(500_000)), 'too_long');
  assert.equal(parse.mock.callCount(), 0);
});

const value = fc.jsonValue({ maxDepth: 4 }).filter((one) => !JSON.stringify(one).includes('__proto__'));

test('any JSON value passes, pretty or not', () => {
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 1, '\t'), (one, space) => {
      const text = JSON.stringify(one, null, space);
      assert.deepEqual(parseStrictJson(text), JSON.parse(text));
    }),
  );
});

test('an object passes exactly when its names are different', () => {
  const name = fc.oneof(fc.constantFrom('a', '"', '\\', 'a"', ':', '{'), fc.string({ maxLength: 2 }));
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { maxLength: 5 }), (members) => {
      const text = `{${members.map(([key, one]) => `${JSON.stringify(key)}:${JSON.stringify(one)}`).join()}}`;
      const different = new Set(members.map(([key]) => key)).size === members.length;
      if (different) parseStrictJson(text);
      else refuses(() => parseStrictJson(text), 'duplicate_member');
    }),
  );
});

test('no text throws anything but JwtError', () => {
  const soup = fc.array(fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', 'a', '1', ' ', '\\u00'));
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        soup.map((parts) => parts.join('')),
      ),
      (text) => {
        try {
          assert.deepEqual(parseStrictJson(text), JSON.parse(text));
        } catch (error) {
          assert.ok(error instanceof JwtError, String(error));
        }
      },
    ),
  );
});
