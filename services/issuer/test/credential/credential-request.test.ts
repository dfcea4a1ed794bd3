import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorCode } from '@countersign/shared/kernel/errors';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { parsesOrRefuses, refuses } from '@countersign/shared/test/http/refuses';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import fc from 'fast-check';
import { parseCredentialRequest } from '../../src/credential/credential-request.ts';

const BATCH = 3;
const proofs = { jwt: ['a.b.c'] };
const byConfiguration = { credential_configuration_id: 'pid', proofs };

const read: readonly [name: string, body: JsonObject, by: string, jwts: readonly string[]][] = [
  ['by configuration', byConfiguration, 'credential_configuration_id', ['a.b.c']],
  ['by identifier', { credential_identifier: 'pid', proofs }, 'credential_identifier', ['a.b.c']],
  [
    'the largest batch, in order',
    { ...byConfiguration, proofs: { jwt: ['3', '1', '2'] } },
    'credential_configuration_id',
    ['3', '1', '2'],
  ],
  [
    'the proof object of the drafts',
    { credential_configuration_id: 'pid', proof: { proof_type: 'jwt', jwt: 'a.b.c' } },
    'credential_configuration_id',
    ['a.b.c'],
  ],
  [
    'unknown members',
    { ...byConfiguration, format: 'dc+sd-jwt', vct: 'x', doctype: null, more: [1] },
    'credential_configuration_id',
    ['a.b.c'],
  ],
];

for (const [name, body, by, jwts] of read) {
  test(`read: ${name}`, () => {
    assert.deepEqual(parseCredentialRequest(body, BATCH), { by, id: 'pid', proofType: 'jwt', proofs: jwts });
  });
}

const refused: readonly [name: string, code: ErrorCode, body: JsonObject][] = [
  ['no id', 'invalid_credential_request', { proofs }],
  ['both ids', 'invalid_credential_request', { ...byConfiguration, credential_identifier: 'pid' }],
  ['both ids, one null', 'invalid_credential_request', { ...byConfiguration, credential_identifier: null }],
  ['empty id', 'invalid_credential_request', { credential_configuration_id: '', proofs }],
  ['id as a number', 'invalid_credential_request', { credential_configuration_id: 5, proofs }],
  ['id as an array', 'invalid_credential_request', { credential_identifier: ['pid'], proofs }],
  ['id null', 'invalid_credential_request', { credential_configuration_id: null, proofs }],
  ['id of the prototype alone', 'invalid_credential_request', Object.create(byConfiguration) as JsonObject],
  ['no proof', 'invalid_proof', { credential_configuration_id: 'pid' }],
  ['proofs and proof', 'invalid_credential_request', { ...byConfiguration, proof: { proof_type: 'jwt', jwt: 'a' } }],
  ['no proof in proofs', 'invalid_proof', { ...byConfiguration, proofs: { jwt: [] } }],
  ['proofs empty', 'invalid_proof', { ...byConfiguration, proofs: {} }],
  ['proofs null', 'invalid_proof', { ...byConfiguration, proofs: null }],
  ['proofs as an array', 'invalid_proof', { ...byConfiguration, proofs: ['a.b.c'] }],
  ['proofs as text', 'invalid_proof', { ...byConfiguration, proofs: 'a.b.c' }],
  ['jwt as text', 'invalid_proof', { ...byConfiguration, proofs: { jwt: 'a.b.c' } }],
  ['a proof that is no text', 'invalid_proof', { ...byConfiguration, proofs: { jwt: ['a.b.c', { a: 1 }] } }],
  ['mixed proof types', 'invalid_proof', { ...byConfiguration, proofs: { jwt: ['a'], attestation: ['b'] } }],
  ['another proof type', 'invalid_proof', { ...byConfiguration, proofs: { di_vp: ['b'] } }],
  ['two attestations', 'invalid_proof', { ...byConfiguration, proofs: { attestation: ['a', 'b'] } }],
  ['no attestation', 'invalid_proof', { ...byConfiguration, proofs: { attestation: [] } }],
  ['a type of the prototype', 'invalid_proof', { ...byConfiguration, proofs: { constructor: ['b'] } }],
  ['one proof too many', 'invalid_credential_request', { ...byConfiguration, proofs: { jwt: ['1', '2', '3', '4'] } }],
  [
    'proof of another type',
    'invalid_proof',
    {
      credential_configuration_id: 'pid',
      proof: { proof_type: 'cwt', jwt: 'a', cwt: 'a' },
    },
  ],
  ['proof without type', 'invalid_proof', { credential_configuration_id: 'pid', proof: { jwt: 'a' } }],
  ['proof without jwt', 'invalid_proof', { credential_configuration_id: 'pid', proof: { proof_type: 'jwt' } }],
  ['proof as text', 'invalid_proof', { credential_configuration_id: 'pid', proof: 'a.b.c' }],
  ['proof null', 'invalid_proof', { credential_configuration_id: 'pid', proof: null }],
];

for (const [name, code, body] of refused) {
  test(`${code}: ${name}`, () => {
    refuses(() => parseCredentialRequest(body, BATCH), code);
  });
}

test('with a batch size of one, one proof is accepted', () => {
  const two = { ...byConfiguration, proofs: { jwt: ['1', '2'] } };
  assert.equal(parseCredentialRequest(two, 2).proofs.length, 2);
  refuses(() => parseCredentialRequest(two, 1), 'invalid_credential_request', /At most 1 /);
});

test('an error contains nothing of the request', () => {
  const body: JsonObject = { credential_configuration_id: 'id-4711', proofs: { 'type-4711': ['jwt-4711'] } };
  refuses(() => parseCredentialRequest(body, BATCH), 'invalid_proof', undefined, '4711');
});

test('any JSON is parsed or refused, and a parsed request satisfies the rules', () => {
  const any = fc.jsonValue();
  const near = fc.record(
    {
      credential_configuration_id: fc.oneof(fc.string(), any),
      credential_identifier: any,
      proofs: fc.oneof(fc.record({ jwt: fc.oneof(fc.array(fc.string()), fc.array(any), any) }), any),
      proof: fc.oneof(fc.record({ proof_type: fc.constantFrom('jwt', 'x'), jwt: fc.oneof(fc.string(), any) }), any),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(near, fc.dictionary(fc.string(), any)), (body) => {
      parsesOrRefuses(() => {
        const parsed = parseCredentialRequest(body as Readonly<Record<string, Json>>, BATCH);
        assert.ok(parsed.id.length > 0);
        assert.ok(parsed.proofs.length >= 1 && parsed.proofs.length <= BATCH);
        assert.ok(parsed.proofs.every((proof) => typeof proof === 'string'));
      }, ['invalid_credential_request', 'invalid_proof']);
    }),
    { numRuns: 500 },
  );
});

const TYPES = ['jwt', 'attestation'];
const why: readonly [body: JsonObject, reason: string, facts: object][] = [
  [
    { format: 'vc+sd-jwt', vct: 'x', proofs },
    'request_legacy',
    { parameter: 'format', parameters: ['format', 'vct'], presentName: 'credential_configuration_id' },
  ],
  [
    { types: ['x'], proofs },
    'request_legacy',
    { parameter: 'types', parameters: ['types'], presentName: 'credential_configuration_id' },
  ],
  [
    { ...byConfiguration, proof: { proof_type: 'jwt', jwt: 'a' } },
    'request_legacy',
    { parameter: 'proof', presentName: 'proofs', detail: 'both' },
  ],
  [{ proofs }, 'credential_not_named', { detail: 'missing' }],
  [{ credential_configuration_id: 5, proofs }, 'credential_not_named', { detail: 'no_text' }],
  [
    { ...byConfiguration, credential_identifier: 'pid' },
    'credential_not_named',
    { parameters: ['credential_configuration_id', 'credential_identifier'], detail: 'both' },
  ],
  [{ credential_configuration_id: 'pid' }, 'proof_missing', { expectedAny: TYPES }],
  [{ ...byConfiguration, proofs: {} }, 'proof_missing', { expectedAny: TYPES }],
  [{ ...byConfiguration, proofs: { jwt: [] } }, 'proof_missing', { expectedAny: TYPES }],
  [{ ...byConfiguration, proofs: { cwt: ['a'] } }, 'proof_type', { expectedAny: TYPES, received: ['cwt'] }],
  [
    { ...byConfiguration, proofs: { jwt: ['a'], attestation: ['b'] } },
    'proof_type',
    { expectedAny: TYPES, received: TYPES },
  ],
  [
    { credential_configuration_id: 'pid', proof: { proof_type: 'ldp_vp', ldp_vp: {} } },
    'proof_type',
    { expectedAny: ['jwt'], received: 'ldp_vp' },
  ],
  [{ ...byConfiguration, proofs: 'a' }, 'proof_format', { detail: 'no_object' }],
  [{ ...byConfiguration, proofs: { jwt: 'a' } }, 'proof_format', { detail: 'no_array' }],
  [{ ...byConfiguration, proofs: { jwt: [1] } }, 'proof_format', { detail: 'no_text' }],
  [{ credential_configuration_id: 'pid', proof: 'a' }, 'proof_format', { detail: 'no_object' }],
  [{ credential_configuration_id: 'pid', proof: { proof_type: 'jwt' } }, 'proof_format', { detail: 'no_text' }],
  [{ ...byConfiguration, proofs: { jwt: ['1', '2', '3', '4'] } }, 'proof_count', { count: 4, most: 3 }],
  [{ ...byConfiguration, proofs: { attestation: ['1', '2'] } }, 'proof_count', { count: 2, most: 1 }],
];

for (const [body, reason, facts] of why) {
  test(`the backend learns why: ${reason} ${JSON.stringify(facts)}`, async () => {
    assert.deepEqual(await whyRefused(() => parseCredentialRequest(body, BATCH)), [reason, facts]);
  });
}
