import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ProtocolError } from '../../src/kernel/errors.ts';
import { isObject, own, parseCountedJson, parseJson } from '../../src/kernel/json.ts';
import { MAX_JSON_DEPTH } from '../../src/kernel/json-members.ts';

const refused = { code: 'invalid_request' };

/** `depth` nested arrays (or objects). */
function nested(depth: number, open: string, close: string): string {
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
}

describe('parseJson', () => {
  it('returns what JSON.parse returns, for any JSON within the depth limit', () => {
    const key = fc.string().filter((text) => text !== '__proto__');
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 8 },
        fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(key, tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(value, (json) => {
        const text = JSON.stringify(json);
        assert.deepEqual(parseJson(text), JSON.parse(text));
      }),
      { seed: 1 },
    );
  });

  it('refuses any text that is not JSON, with one error that quotes nothing of it', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        fc.pre(!valid);
        assert.throws(() => parseJson(text), { ...refused, message: /^This is not valid JSON: line \d+, column \d+$/ });
      }),
      { seed: 2 },
    );
    for (const text of ['', '{', '{"a":1,}', "{'a':1}", 'undefined', 'NaN', '{"a":1}x', '[01]', '\uFEFF{}']) {
      assert.throws(() => parseJson(text), refused, text);
    }
  });

  it('accepts nesting up to the limit, and refuses one level more', () => {
    parseJson(nested(MAX_JSON_DEPTH, '[', ']'));
    parseJson(nested(MAX_JSON_DEPTH, '{"a":', '}'));
    assert.throws(() => parseJson(nested(MAX_JSON_DEPTH + 1, '[', ']')), refused);
    assert.throws(() => parseJson(nested(MAX_JSON_DEPTH + 1, '{"a":', '}')), refused);
    assert.throws(() => parseJson(`[[],{"a":${nested(MAX_JSON_DEPTH - 1, '[', ']')}}]`), refused);
    assert.throws(() => parseJson(nested(100_000, '[', ']')), refused);
  });

  it('refuses a key __proto__ at any depth, also escaped', () => {
    for (const text of ['{"__proto__":1}', '{"a":[{"__proto__":{}}]}', '{"\\u005f_proto__":null}']) {
      assert.throws(() => parseJson(text), refused, text);
    }
    assert.deepEqual(parseJson('{"constructor":1,"proto":"__proto__"}'), { constructor: 1, proto: '__proto__' });
  });
});

describe('JSON objects', () => {
  it('exclude arrays, null and strings', () => {
    assert.deepEqual([{}, [], null, 'a', 1, undefined].map(isObject), [true, false, false, false, false, false]);
  });

  it('show own members only', () => {
    const object = { a: 1, b: undefined };
    assert.equal(own(object, 'a'), 1);
    for (const name of ['b', 'c', 'toString', 'constructor', '__proto__']) assert.equal(own(object, name), undefined);
  });
});

describe('parseCountedJson', () => {
  it('refuses many members, repeated and reserved names and deep nesting before anything is parsed', (t) => {
    const parse = t.mock.method(JSON, 'parse');
    const many = `{${Array.from({ length: 90_000 }, (_, n) => `"${n}":1`).join()}}`;
    for (const [text, reason] of [
      [many, 'too_large'],
      ['{"a":1,"a":1}', 'parameter_repeated'],
      ['{"__proto__":1}', 'parameter_reserved'],
      [nested(MAX_JSON_DEPTH + 1, '[', ']'), 'body_malformed'],
    ] as const) {
      assert.throws(
        () => parseCountedJson(text),
        (error: unknown) => error instanceof ProtocolError && error.options.reason === reason,
        reason,
      );
    }
    assert.equal(parse.mock.callCount(), 0);
    assert.equal(Object.keys(parseCountedJson(many, 100_000) as object).length, 90_000);
  });
});
