import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { ownClaimsOf } from '@countersign/wallet/jwt/disclosed-claims';
import { isMdoc } from '@countersign/wallet/mdoc/issuer-signed';
import {
  answeredQueries,
  claimsFor,
  madeCredential,
  madeFor,
  runIssuers,
  shownFor,
} from '../../src/flow/made-credential.ts';

const NOW = Date.UTC(2030, 0, 1);

test('the claims of a query are there, with the first value that it accepts', () => {
  const claims = [
    { path: ['name'] },
    { path: ['address', 'locality'] },
    { path: ['address', 'country'], values: ['DE', 'AT'] },
    { path: ['nationalities', null], values: ['FR'] },
    { path: ['degrees', 1, 'type'] },
  ];
  assert.deepEqual(claimsFor({ claims }), {
    name: 'Sample',
    address: { locality: 'Sample', country: 'DE' },
    nationalities: ['FR'],
    degrees: ['Sample', { type: 'Sample' }],
  });
  assert.deepEqual(claimsFor({}), {});
});

test('the credential is of the first type, and its certificate is that of the run', () => {
  const authority = runIssuers(NOW).authority;
  const query = { meta: { vct_values: ['v', 'w'] }, claims: [{ path: ['name'] }] };
  const { credential, key } = madeCredential(query, authority, NOW);
  assert.deepEqual(ownClaimsOf(credential), { name: 'Sample' });
  const [header, payload] = credential.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  assert.equal(JSON.parse(payload ?? '').vct, 'v');
  assert.equal(JSON.parse(payload ?? '').cnf.jwk.x, key.publicJwk.x);
  const leaf = new X509Certificate(Buffer.from(JSON.parse(header ?? '').x5c[0], 'base64'));
  assert.ok(leaf.verify(new X509Certificate(authority.certificate).publicKey));
  assert.ok(!leaf.verify(new X509Certificate(runIssuers(NOW).authority.certificate).publicKey));
});

test('of sets of credentials the first option of each required one is answered', () => {
  const credentials = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  const answered = (...sets: object[]) =>
    answeredQueries({ credentials, credential_sets: sets } as never).map(({ id }) => id);
  assert.deepEqual(answeredQueries({ credentials }).length, 3);
  assert.deepEqual(answered({ options: [['b'], ['a']] }, { options: [['c']], required: false }), ['b']);
  assert.deepEqual(answered({ options: [['c']], required: false }), ['a']);
});

test('a query of W3C credentials gets a JWT with its types and claims', () => {
  const claims = [{ path: ['credentialSubject', 'name'] }];
  const asked = { format: 'jwt_vc_json', meta: { type_values: [['Diploma', 'Honours'], ['Other']] }, claims };
  const { credential, key } = madeFor(asked, runIssuers(NOW), NOW);
  const { vc, cnf } = JSON.parse(Buffer.from(credential.split('.')[1] ?? '', 'base64url').toString());
  assert.deepEqual(
    [vc.type, vc.credentialSubject],
    [['VerifiableCredential', 'Diploma', 'Honours'], { name: 'Sample' }],
  );
  assert.equal(cnf.jwk.x, key.publicJwk.x);
  assert.deepEqual(shownFor(asked), { credentialSubject: { name: 'Sample' } });
});

test('a query of mdocs gets one of the IACA of the run, whose certificate counts too', () => {
  const issuers = runIssuers(NOW);
  const claims = [{ path: ['org.example', 'name'] }];
  const asked = { format: 'mso_mdoc', meta: { doctype_value: 'org.example' }, claims };
  assert.ok(isMdoc(madeFor(asked, issuers, NOW).credential));
  assert.deepEqual(shownFor(asked), { 'org.example': { name: 'Sample' } });
  assert.ok(!isMdoc(madeFor({ format: 'dc+sd-jwt', claims }, issuers, NOW).credential));
  assert.deepEqual(shownFor({ claims: [{ path: ['name'] }] }), { name: 'Sample' });
  assert.equal(issuers.certificates.match(/BEGIN CERTIFICATE/g)?.length, 2);
});
