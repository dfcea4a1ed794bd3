import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CborTag } from '../../src/mdoc/cbor.ts';
import { docTypeOf, elementsOf, jsonOf } from '../../src/mdoc/elements.ts';
import { MDL, MDL_SPACE, madeMdl } from './made-mdl.ts';

test('elements stand under their namespace', () => {
  const { credential } = madeMdl();
  assert.equal(docTypeOf(credential), MDL);
  assert.deepEqual(elementsOf(credential), {
    [MDL_SPACE]: {
      family_name: 'Lovelace',
      given_name: 'Ada',
      birth_date: '1990-12-10',
      age_over_18: true,
      portrait: '_9j_',
    },
    'org.example': { points: 3 },
  });
  assert.equal(elementsOf(credential, () => 'bytes')[MDL_SPACE]?.portrait, 'bytes');
});

test('a name is only a name', () => {
  const { credential } = madeMdl({ nameSpaces: { 'org.example': { ['__proto__']: 'a', constructor: 'b' } } });
  const elements = elementsOf(credential)['org.example'] ?? {};
  assert.deepEqual(Object.keys(elements), ['__proto__', 'constructor']);
  assert.equal(Object.getPrototypeOf(elements), Object.prototype);
});

test('each kind of value has a JSON form', () => {
  assert.deepEqual(
    [1n << 60n, undefined, null, [new CborTag(0, 'time')], new Map([['a', new CborTag(9, 1)]]), 1.5].map((value) =>
      jsonOf(value),
    ),
    ['1152921504606846976', null, null, ['time'], { a: { tag: 9, value: 1 } }, 1.5],
  );
});
