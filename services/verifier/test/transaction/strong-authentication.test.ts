import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStrongAuthentication } from '../../src/transaction/strong-authentication.ts';
import { refusesWith } from '../presentation/refuses.ts';

const amr = [{ knowledge: 'pin_6_or_more_digits' }, { possession: 'key_in_local_native_wscd' }];
const proof = { jti: 'deeec2b0-3bea', response_mode: 'direct_post.jwt', amr };
const MODE = 'direct_post.jwt';

test('accepted: a code, the response mode, and two or three categories', () => {
  assert.deepEqual(readStrongAuthentication(proof, MODE), { jti: proof.jti, responseMode: MODE, amr });
  const three = [...amr, { inherence: 'face_device' }];
  assert.deepEqual(readStrongAuthentication({ ...proof, amr: three }, MODE).amr, three);
});

const wrong: Readonly<Record<string, readonly [change: object, claim: string, detail: string]>> = {
  'no code': [{ jti: undefined }, 'jti', 'missing'],
  'an empty code': [{ jti: '' }, 'jti', 'form'],
  'a code that is a number': [{ jti: 7 }, 'jti', 'form'],
  'a long code': [{ jti: 'x'.repeat(257) }, 'jti', 'form'],
  'no response mode': [{ response_mode: undefined }, 'response_mode', 'missing'],
  'a different response mode': [{ response_mode: 'direct_post' }, 'response_mode', 'another'],
  'no factors': [{ amr: undefined }, 'amr', 'missing'],
  'factors as a string': [{ amr: 'pin' }, 'amr', 'form'],
  'factors as strings': [{ amr: ['pin', 'hwk'] }, 'amr', 'form'],
  'an empty factor': [{ amr: [...amr, {}] }, 'amr', 'form'],
  'two members in one factor': [{ amr: [{ ...amr[0], ...amr[1] }] }, 'amr', 'form'],
  'a method that is a number': [{ amr: [amr[0], { possession: 7 }] }, 'amr', 'form'],
  'hundreds of factors': [{ amr: Array.from({ length: 500 }, () => amr[0]) }, 'amr', 'form'],
};

const unmet: Readonly<Record<string, readonly [amr: unknown, detail: string, more: object]>> = {
  'one factor': [[amr[0]], 'one_category', { expected: 2, received: 1 }],
  'no factor': [[], 'one_category', { expected: 2, received: 0 }],
  'two of one category': [[amr[0], { knowledge: 'pattern' }], 'one_category', { expected: 2, received: 1 }],
  'a category twice': [[...amr, { knowledge: 'pattern' }], 'repeated_category', {}],
  'an unknown category': [
    [amr[0], { location: 'other' }],
    'unknown_category',
    { expectedAny: ['knowledge', 'possession', 'inherence'] },
  ],
  'a category of the prototype': [
    [amr[0], { toString: 'other' }],
    'unknown_category',
    { expectedAny: ['knowledge', 'possession', 'inherence'] },
  ],
  'a method of another category': [
    [amr[0], { inherence: 'pattern' }],
    'unknown_method',
    { expectedAny: ['fingerprint_device', 'fingerprint_external', 'face_device', 'face_external', 'other'] },
  ],
};

for (const [name, [change, claim, detail]] of Object.entries(wrong)) {
  test(`refused: ${name}`, () => {
    const expected = claim === 'response_mode' ? { expected: MODE } : {};
    const checking = () => readStrongAuthentication({ ...proof, ...change } as never, MODE);
    refusesWith(checking, 'strong_authentication', { claim, detail, ...expected });
  });
}

for (const [name, [factors, detail, more]] of Object.entries(unmet)) {
  test(`refused: ${name}`, () => {
    const checking = () => readStrongAuthentication({ ...proof, amr: factors } as never, MODE);
    refusesWith(checking, 'strong_authentication', { claim: 'amr', detail, ...more });
  });
}
