import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import {
  bySelf,
  deviceAuth,
  document,
  elements,
  inOtherNameSpace,
  issuerAuth,
  securityObject,
  unprotectedAlgorithm,
  withExpectedUpdate,
  withMac,
  withOtherValue,
  withTwin,
} from '../../src/faults/changed-mdoc.ts';
import type { Cbor } from '../../src/mdoc/cbor.ts';
import { ALG, verifySign1 } from '../../src/mdoc/cose.ts';
import { type DeviceResponseParts, deviceResponse } from '../../src/mdoc/device-response.ts';
import { issuedFaults } from '../../src/mdoc/issued-faults.ts';
import { chainOf, issuerSignedText, mapOf, readIssuerSigned } from '../../src/mdoc/issuer-signed.ts';
import { MDL, MDL_SPACE, madeMdl, NOW } from '../mdoc/made-mdl.ts';

const { credential, key } = madeMdl();
const parts: DeviceResponseParts = {
  docType: MDL,
  issuerSigned: readIssuerSigned(credential),
  deviceNameSpaces: new Map(),
  transcript: null,
  sign: key,
};
const faultsOf = ({ issuerSigned }: DeviceResponseParts): string =>
  issuedFaults({ credential: issuerSignedText(issuerSigned), key, docType: MDL, now: NOW }).join('; ');

test('an element is changed, doubled or moved, and nothing else', () => {
  assert.equal(faultsOf(elements(withOtherValue)(parts)), 'the digest of family_name is another');
  assert.match(faultsOf(elements(withTwin)(parts)), /^family_name is there twice/);
  assert.match(faultsOf(elements(inOtherNameSpace)(parts)), /^the namespace .* has no digests/);
  assert.deepEqual(
    [...inOtherNameSpace(parts.issuerSigned.nameSpaces).keys()],
    [`${MDL_SPACE}.other`, 'org.example.other'],
  );
});

test('what the issuer signed is changed, and its signature stays', () => {
  const changed = securityObject(withExpectedUpdate)(parts);
  assert.equal(faultsOf(changed), "the issuer's signature is invalid");
  assert.throws(() => securityObject((one) => one)(issuerAuth((one) => ({ ...one, payload: null }))(parts)));
});

test('the algorithm moves to the header that is not signed', () => {
  const { protectedHeader, unprotectedHeader } = unprotectedAlgorithm(parts.issuerSigned.issuerAuth);
  assert.deepEqual([protectedHeader.size, unprotectedHeader.get(ALG)], [0, -7]);
});

test('an unknown issuer signs the same content with a certificate of its own', () => {
  const changed = issuerAuth(bySelf)(parts).issuerSigned;
  const [leaf] = chainOf(changed).map((one) => new X509Certificate(one));
  assert.ok(leaf !== undefined && verifySign1(changed.issuerAuth, leaf.publicKey));
  assert.match(leaf.issuer, /Stranger/);
  assert.deepEqual(changed.issuerAuth.payload, parts.issuerSigned.issuerAuth.payload);
});

test('a document, and its proof, are changed after the signature', () => {
  const change = document((members) => new Map<Cbor, Cbor>([...members, ['more', 1]]));
  const [changed] = change(deviceResponse(parts), parts).get('documents') as readonly Cbor[];
  assert.equal(mapOf(changed, 'document').get('more'), 1);
  const mac = deviceAuth((auth, { docType }) => new Map<Cbor, Cbor>([...auth, ['deviceMac', [docType, withMac()]]]));
  const [withMore] = mac(deviceResponse(parts), parts).get('documents') as readonly Cbor[];
  const auth = mapOf(mapOf(mapOf(withMore, 'document').get('deviceSigned'), 'signed').get('deviceAuth'), 'auth');
  assert.deepEqual([...auth.keys()], ['deviceSignature', 'deviceMac']);
  assert.equal((auth.get('deviceMac') as readonly Cbor[])[0], MDL);
});
