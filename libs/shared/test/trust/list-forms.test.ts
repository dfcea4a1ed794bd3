import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { JwtError } from '../../src/crypto/jwt-error.ts';
import { CwtError } from '../../src/mdoc/cwt-error.ts';
import { acceptedTypes, isRefusedList, verifyList } from '../../src/trust/list-forms.ts';
import { makeSigningKey } from '../crypto/signing-key.ts';
import { IDENTIFIER_CWT, identifierCwt, STATUS_CWT, statusCwt } from './list-cwts.ts';
import { FOREIGN, NOW, reference, tokenOf } from './status-world.ts';

const other = await makeSigningKey();
const otherAnchor = new X509Certificate(other.anchor);
const STATUS_JWT = 'application/statuslist+jwt';
const ofMdoc = { ...reference, preferred: 'cwt' } as const;
const identifier = { uri: FOREIGN, id: Buffer.of(1), anchors: reference.anchors };
const jwt = { type: STATUS_JWT, body: Buffer.from(tokenOf(FOREIGN)) };
const cwt = { type: STATUS_CWT, body: statusCwt() };
const identifiers = { type: IDENTIFIER_CWT, body: identifierCwt([Buffer.of(1)]) };

test('a JWT for an SD-JWT VC, a CWT before a JWT for an mdoc, and identifiers as CWT', () => {
  assert.deepEqual(acceptedTypes(reference), [STATUS_JWT]);
  assert.deepEqual(acceptedTypes(ofMdoc), [STATUS_CWT, STATUS_JWT]);
  assert.deepEqual(acceptedTypes(identifier), [IDENTIFIER_CWT]);
});

test('each is verified by its form', async () => {
  const lists = await Promise.all([
    verifyList(jwt, reference, NOW),
    verifyList(jwt, ofMdoc, NOW),
    verifyList(cwt, ofMdoc, NOW),
    verifyList({ ...jwt, type: undefined }, ofMdoc, NOW),
  ]);
  for (const list of lists) assert.ok('list' in list && list.list.length === 2);
  const list = await verifyList(identifiers, identifier, NOW);
  assert.ok('identifiers' in list && list.identifiers.size === 1);
});

test('one form in the place of another is refused', async () => {
  const confused = [
    verifyList(cwt, reference, NOW),
    verifyList({ ...cwt, type: STATUS_JWT }, ofMdoc, NOW),
    verifyList({ ...jwt, type: STATUS_CWT }, ofMdoc, NOW),
    verifyList({ ...cwt, type: undefined }, ofMdoc, NOW),
    verifyList(identifiers, ofMdoc, NOW),
    verifyList({ ...identifiers, type: STATUS_CWT }, ofMdoc, NOW),
    verifyList(cwt, identifier, NOW),
    verifyList(jwt, identifier, NOW),
  ];
  for (const outcome of await Promise.allSettled(confused)) {
    assert.ok(outcome.status === 'rejected' && isRefusedList(outcome.reason));
  }
});

test('the key of the credential signs no CWT without a chain', async () => {
  const body = statusCwt({ header: { 33: undefined } });
  await assert.rejects(verifyList({ type: STATUS_CWT, body }, ofMdoc, NOW), { reason: 'issuer' });
});

test('the certificate that the issuer names for a list counts in place of the anchors', async () => {
  const statuses = { ...ofMdoc, certificate: otherAnchor };
  const chain = Buffer.from(other.x5c[0] ?? '', 'base64');
  await verifyList(
    { type: STATUS_CWT, body: statusCwt({ header: { 33: chain }, key: other.privateKey }) },
    statuses,
    NOW,
  );
  for (const list of [cwt, jwt]) await assert.rejects(verifyList(list, statuses, NOW), isRefusedList);
  const named = { ...identifier, certificate: otherAnchor };
  await assert.rejects(verifyList(identifiers, named, NOW), { reason: 'issuer' });
  const body = identifierCwt([], { header: { 33: chain }, key: other.privateKey });
  await verifyList({ type: IDENTIFIER_CWT, body }, named, NOW);
  await assert.rejects(verifyList({ type: IDENTIFIER_CWT, body }, identifier, NOW), { reason: 'issuer' });
  // A leaf is trusted for its own key.
  const leaf = new X509Certificate(Buffer.from(other.x5c[0] ?? '', 'base64'));
  await verifyList({ type: IDENTIFIER_CWT, body }, { ...identifier, certificate: leaf }, NOW);
});

test('only the errors of the checks say that a list is refused', () => {
  assert.deepEqual([new JwtError('claim'), new CwtError('claim'), new TypeError('x'), undefined].map(isRefusedList), [
    true,
    true,
    false,
    false,
  ]);
});
