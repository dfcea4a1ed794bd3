import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { publicJwkOf } from '@countersign/shared/crypto/jwk';
import { certificateFacts } from '@countersign/shared/crypto/x509';
import type { CborMap, CborValue } from '@countersign/shared/mdoc/cbor-value';
import { coseKeyOf } from '@countersign/shared/mdoc/cose-key';
import { readDeviceResponse } from '../../src/mdoc/device-response.ts';
import { dcApiTranscript } from '../../src/mdoc/session-transcript.ts';
import { deviceAuthentication, verifyDeviceAuth, verifyIssuerAuth } from '../../src/mdoc/verify-document.ts';
import {
  type Changes,
  changed,
  dateTime,
  MDL,
  MDL_NAMESPACE,
  makeIssuer,
  makeResponse,
  map,
  member,
  NOT_AFTER,
  NOT_BEFORE,
  NOW,
  transcript,
} from './made-mdoc.ts';
import { mdocRefusal } from './refuses.ts';

const issuer = await makeIssuer();
const foreign = await makeIssuer();
const anchors = [issuer.anchor];

const verifyIssuer = (changes: Changes, by = issuer, now = NOW, under = anchors) =>
  verifyIssuerAuth(readDeviceResponse(makeResponse(by, changes)), { anchors: under, now });
const verifyDevice = (changes: Changes, sessionTranscript = transcript) =>
  verifyDeviceAuth(readDeviceResponse(makeResponse(issuer, changes)), sessionTranscript);

/** Changes of `deviceKeyInfo`. */
const deviceKeyInfo = (entries: readonly (readonly [string, CborValue])[]): Changes => ({
  mso: (mso) => changed(mso, [['deviceKeyInfo', changed(member(mso, 'deviceKeyInfo'), entries)]]),
});

test('the signer of a good document is returned', () => {
  assert.ok(verifyIssuer({}).raw.equals(issuer.signer.raw));
  verifyDevice({});
});

test('the validity is that of the document, not that of the certificate alone', () => {
  const entries: readonly (readonly [string, CborValue])[] = [['validityInfo', map([])]];
  mdocRefusal(() => verifyIssuer({ mso: (mso) => changed(mso, entries) }), 'time');
  mdocRefusal(() => verifyIssuer({}, issuer, Date.UTC(2030, 7, 1)), 'time');
});

test('a document is signed within the validity of its certificate', () => {
  const signedAt = (signed: number): Changes => ({
    mso: (mso) =>
      changed(mso, [
        [
          'validityInfo',
          changed(member(mso, 'validityInfo'), [
            ['signed', dateTime(`${new Date(signed).toISOString().slice(0, 19)}Z`)],
          ]),
        ],
      ]),
  });
  verifyIssuer(signedAt(NOT_BEFORE));
  const { facts } = mdocRefusal(() => verifyIssuer(signedAt(NOT_BEFORE - 1000)), 'time');
  assert.deepEqual(facts, { claim: 'signed', detail: 'outside_of_certificate' });
});

test('the chain leads to an anchor', () => {
  const { facts } = mdocRefusal(() => verifyIssuer({}, foreign), 'issuer_trust');
  assert.deepEqual(facts, { detail: 'no_anchor', ...certificateFacts(foreign.signer) });
  mdocRefusal(() => verifyIssuer({}, issuer, NOW, []), 'issuer_trust');
  const sent = (chain: CborValue): Changes => ({ unprotected: () => new Map([[33, chain]]) });
  verifyIssuer(sent([issuer.signer.raw]));
  assert.equal(mdocRefusal(() => verifyIssuer(sent([])), 'issuer_trust').facts.detail, 'missing');
});

test('a signer that is an anchor itself is trusted for its own key', () => {
  verifyIssuer({}, issuer, NOW, [issuer.signer]);
  mdocRefusal(() => verifyIssuer({}, foreign, NOW, [issuer.signer]), 'issuer_trust');
});

test('the signer of a driving licence is a document signer; of other doctypes it need not be one', async () => {
  for (const purposes of [[], ['1.3.6.1.5.5.7.3.2'], ['1.0.18013.5.1.3']]) {
    const other = await makeIssuer({ purposes });
    const under = [other.anchor];
    const { facts } = mdocRefusal(() => verifyIssuer({}, other, NOW, under), 'issuer_trust');
    assert.deepEqual(facts, { detail: 'no_document_signer', ...certificateFacts(other.signer) });
    verifyIssuer({ docType: 'eu.europa.ec.eudi.pid.1' }, other, NOW, under);
  }
  const plain = await makeIssuer({ purposesCritical: false });
  verifyIssuer({}, plain, NOW, [plain.anchor]);
});

test('the signature of the issuer is over the payload as received', () => {
  for (const issuerAuth of [
    (message: readonly CborValue[]) => message.with(3, Buffer.alloc(64)),
    (message: readonly CborValue[]) => message.with(3, Buffer.alloc(0)),
    // Another protected header with the same algorithm.
    (message: readonly CborValue[]) => message.with(0, Buffer.from('a201260400', 'hex')),
  ]) {
    const { facts } = mdocRefusal(() => verifyIssuer({ issuerAuth }), 'issuer_signature');
    assert.deepEqual(facts, certificateFacts(issuer.signer));
  }
  mdocRefusal(() => verifyIssuer({}, { ...issuer, signerKey: foreign.signerKey }), 'issuer_signature');
});

test('the algorithm of the issuer is that of the curve of its key', async () => {
  const { facts } = mdocRefusal(() => verifyIssuer({ header: new Map([[1, -35]]) }), 'issuer_header');
  assert.deepEqual(facts, { parameter: 'issuerAuth', detail: 'curve' });
  verifyIssuer({ header: new Map([[1, -9]]) });
});

test('what is signed is [DeviceAuthentication, transcript, docType, namespaces as received] in tag 24', () => {
  const bytes = deviceAuthentication('d', Buffer.from('d81841a0', 'hex'), Buffer.from('83f6f6f6', 'hex'));
  const content = `8474${Buffer.from('DeviceAuthentication').toString('hex')}`;
  assert.equal(bytes.toString('hex'), `d8185820${content}83f6f6f66164d81841a0`);
});

test('a device signature counts for one transcript', () => {
  const other = dcApiTranscript({ origin: 'https://evil.example', nonce: 'n-0S6_WzA2Mj', jwkThumbprint: null });
  const { facts } = mdocRefusal(() => verifyDevice({}, other), 'kb_signature');
  assert.deepEqual(facts, { parameter: 'deviceSignature', detail: 'signature' });
  verifyDevice({ transcript: other }, other);
});

test('a payload in the device signature is refused, whatever it holds', () => {
  for (const payload of [Buffer.alloc(0), Buffer.from('other')]) {
    const deviceSignature = (message: readonly CborValue[]): CborValue => message.with(2, payload);
    assert.equal(mdocRefusal(() => verifyDevice({ deviceSignature }), 'kb_signature').facts.detail, 'payload');
  }
  const attached = (message: readonly CborValue[], content: Buffer): CborValue => message.with(2, content);
  mdocRefusal(() => verifyDevice({ deviceSignature: attached }), 'kb_signature');
});

test('the device signature is by the device key alone', () => {
  mdocRefusal(() => verifyDevice({ deviceSigner: generateKeyPair().privateKey }), 'kb_signature');
  mdocRefusal(() => verifyDevice({ deviceSigner: issuer.signerKey }), 'kb_signature');
});

test('device keys of other curves sign with the algorithm of their curve', () => {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const { x = '', y = '' } = keys.publicKey.export({ format: 'jwk' });
  const deviceKey = new Map<number, CborValue>([
    [1, 2],
    [-1, 2],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
  const changes = { ...deviceKeyInfo([['deviceKey', deviceKey]]), deviceSigner: keys.privateKey };
  const deviceHeader: CborMap = new Map([[1, -35]]);
  verifyDevice({ ...changes, deviceHeader, deviceHash: 'sha384' });
  mdocRefusal(() => verifyDevice({ ...changes, deviceHash: 'sha256' }), 'kb_signature');
});

test('a device key with a private part, off its curve or absent is refused', () => {
  const good = coseKeyOf(publicJwkOf(generateKeyPair().publicKey));
  for (const [detail, deviceKey] of [
    ['private', new Map([...good, [-4, Buffer.alloc(32, 1)] as const])],
    ['not_on_curve', new Map([...good, [-3, Buffer.alloc(32, 1)] as const])],
    ['no_cose_key', undefined],
  ] as const) {
    const { facts } = mdocRefusal(() => verifyDevice(deviceKeyInfo([['deviceKey', deviceKey]])), 'kb_signature');
    assert.deepEqual(facts, { parameter: 'deviceKey', detail });
  }
});

const missing: Readonly<Record<string, readonly [detail: string, change: (deviceSigned: CborMap) => CborValue]>> = {
  'no deviceSigned': ['device_signed', () => undefined],
  'no deviceAuth': ['device_signature', (signed) => changed(signed, [['deviceAuth', undefined]])],
  'no method': ['device_signature', (signed) => changed(signed, [['deviceAuth', new Map()]])],
  'a MAC': ['mac', (signed) => changed(signed, [['deviceAuth', map([['deviceMac', []]])]])],
  'signature and MAC': [
    'mac',
    (signed) => changed(signed, [['deviceAuth', changed(member(signed, 'deviceAuth'), [['deviceMac', []]])]]),
  ],
};
for (const [name, [detail, deviceSigned]] of Object.entries(missing)) {
  test(`a response with ${name} is not bound to the device`, () => {
    assert.deepEqual(mdocRefusal(() => verifyDevice({ deviceSigned }), 'kb_missing').facts, { detail });
  });
}

test('the device states only what the issuer allows, and nothing that the issuer signed', () => {
  const deviceNameSpaces = map([[MDL_NAMESPACE, map([['family_name', 'Other']])]]);
  const own = map([['local', map([['score', 5]])]]);
  const allow = (nameSpace: string): Changes =>
    deviceKeyInfo([['keyAuthorizations', map([['nameSpaces', [nameSpace]]])]]);
  const detailOf = (changes: Changes) => mdocRefusal(() => verifyDevice(changes), 'disclosure').facts.detail;
  assert.equal(detailOf({ deviceNameSpaces }), 'not_authorized');
  assert.equal(detailOf({ deviceNameSpaces: own }), 'not_authorized');
  assert.equal(detailOf({ deviceNameSpaces, ...allow(MDL_NAMESPACE) }), 'issuer_signed_too');
  verifyDevice({ deviceNameSpaces: own, ...allow('local') });
});

test('elements of the device never come among those of the issuer', () => {
  const deviceNameSpaces = map([[MDL_NAMESPACE, map([['extra', 'Other']])]]);
  const document = readDeviceResponse(makeResponse(issuer, { deviceNameSpaces }));
  assert.ok(document.nameSpaces.get(MDL_NAMESPACE)?.has('extra') === false);
  assert.ok(document.deviceSigned?.nameSpaces.get(MDL_NAMESPACE)?.has('extra'));
});

test('the docType of the document is a part of what the device signs', () => {
  const document = readDeviceResponse(makeResponse(issuer));
  mdocRefusal(() => verifyDeviceAuth({ ...document, docType: `${MDL}.2` }, transcript), 'kb_signature');
});

test('a certificate that has ended signs nothing', () => {
  assert.ok(NOT_AFTER > NOW);
  const long: Changes = {
    mso: (mso) =>
      changed(mso, [
        ['validityInfo', changed(member(mso, 'validityInfo'), [['validUntil', dateTime('2039-01-01T00:00:00Z')]])],
      ]),
  };
  assert.equal(mdocRefusal(() => verifyIssuer(long, issuer, NOT_AFTER + 1000), 'issuer_trust').facts.detail, 'expired');
});
