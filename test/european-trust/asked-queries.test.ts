/** The verifier's queries and requests, in the form for comparing them with a registration certificate. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askedByDeviceRequest, askedByQuery } from '@countersign/european-trust/registration/asked';
import { coverageOf } from '@countersign/european-trust/registration/coverage';
import { EU_REGISTRATION } from '@countersign/european-trust/registration/settings';
import type { Json } from '@countersign/shared/kernel/json';
import { parseDcqlQuery } from '@countersign/verifier/query/dcql-query';
import type { AskedMdoc } from '@countersign/verifier/query/iso-mdoc-request';

const registered = {
  credentials: [
    { format: 'dc+sd-jwt', meta: { vct_values: ['a', 'b'] }, claim: [{ path: ['x'] }, { path: ['y'], values: [1] }] },
    { format: 'mso_mdoc', meta: { doctype_value: 'd' }, claim: [{ path: ['ns', 'x'] }] },
  ],
};

/** Where a query goes beyond what is registered. */
function exceeded(written: Json): readonly string[] {
  const parsed = parseDcqlQuery(written);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return coverageOf(askedByQuery(parsed.query), registered, EU_REGISTRATION.coverage).refused.map(
    ({ pointer }) => pointer,
  );
}

const sdJwt = (meta: Json | undefined, more: object = {}): Json => ({
  id: 'one',
  format: 'dc+sd-jwt',
  ...(meta === undefined ? {} : { meta }),
  ...more,
});

describe('a DCQL query', () => {
  it('is compared as it was read', () => {
    const claims = [
      { id: '1', path: ['x'] },
      { id: '2', path: ['y'], values: [1] },
    ];
    const mdoc = { id: 'two', format: 'mso_mdoc', meta: { doctype_value: 'd' }, claims: [{ path: ['ns', 'x'] }] };
    const credentials = [sdJwt({ vct_values: ['b'] }, { claims, claim_sets: [['1'], ['2']], multiple: true }), mdoc];
    assert.deepEqual(exceeded({ credentials, credential_sets: [{ options: [['one'], ['two']] }] }), []);
  });

  it('is found at the pointers of the query as it is written', () => {
    const claims = [
      { id: '1', path: ['x'] },
      { id: '2', path: ['y'] },
      { id: '3', path: ['z'] },
    ];
    const credentials = [sdJwt({ vct_values: ['b'] }, { claims, claim_sets: [['1'], ['2'], ['3']] })];
    assert.deepEqual(exceeded({ credentials }), ['/credentials/0/claims/1/values', '/credentials/0/claims/2/path']);
    assert.deepEqual(exceeded({ credentials: [sdJwt({ vct_values: ['b', 'c'] })] }), [
      '/credentials/0/meta/vct_values/1',
    ]);
  });

  it('whose meta is no object, or has no types, is not read at all', () => {
    for (const meta of [undefined, [], null, 1, {}, { vct_values: [] }, { vct_values: 'a' }]) {
      assert.equal(parseDcqlQuery({ credentials: [sdJwt(meta)] }).ok, false, JSON.stringify(meta));
    }
  });
});

it('a device request of the verifier is compared by its elements', () => {
  const asked: AskedMdoc = {
    docType: 'd',
    nameSpaces: new Map([
      [
        'ns',
        new Map([
          ['x', false],
          ['y', true],
        ]),
      ],
    ]),
  };
  const { refused } = coverageOf(askedByDeviceRequest([asked]), registered, EU_REGISTRATION.coverage);
  assert.deepEqual(
    refused.map(({ pointer }) => pointer),
    ['/docRequests/0/nameSpaces/ns/y'],
  );
});
