import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reservedClaims } from '../../src/schema/reserved-claims.ts';

const SERVICE = ['iss', 'iat', 'nbf', 'exp', 'cnf', 'vct', 'status'];
const FORM = ['_sd', '_sd_alg', '...'];

const pointers = (claims: Parameters<typeof reservedClaims>[0]): string[] =>
  reservedClaims(claims, '/claims').map(({ pointer }) => pointer);

for (const name of [...SERVICE, ...FORM]) {
  test(`only the service sets ${name}`, () => {
    assert.deepEqual(pointers({ family_name: 'M', [name]: 1 }), [`/claims/${name}`]);
    assert.deepEqual(pointers({ [name]: undefined }), [`/claims/${name}`]);
  });
}

for (const name of FORM) {
  test(`${name} is found at any depth`, () => {
    const claims = { a: { b: [0, { [name]: 1 }, [[{ c: { [name]: [] } }]]] } };
    assert.deepEqual(pointers(claims), [`/claims/a/b/1/${name}`, `/claims/a/b/2/0/0/c/${name}`]);
  });
}

for (const name of SERVICE) {
  test(`${name} is allowed below the top level`, () => {
    assert.deepEqual(pointers({ document: { [name]: 'x' }, list: [{ [name]: 'x' }] }), []);
  });
}

test('every finding is reported, with a pointer into the request', () => {
  assert.deepEqual(pointers({ iss: 'x', a: { _sd: [] }, exp: 1 }), ['/claims/iss', '/claims/a/_sd', '/claims/exp']);
  assert.deepEqual(reservedClaims({ vct: 'x' }, '/claims/pid/0')[0]?.pointer, '/claims/pid/0/vct');
});

test('pointers are escaped', () => {
  assert.deepEqual(pointers({ 'a/b~c': { _sd: 1 } }), ['/claims/a~1b~0c/_sd']);
});

test('ordinary claims pass, names near the reserved ones too', () => {
  const claims = { sub: 'u', ISS: 1, _sd_: 1, '..': 1, '....': 1, issuer: null, nested: { a: [1, 'x', null, true] } };
  assert.deepEqual(pointers(claims), []);
  assert.deepEqual(pointers({}), []);
});
