/** Attacks on a verifier of mdocs: responses that an attacker can create, and the reason of their refusal. */
import 'reflect-metadata';
import assert from 'node:assert/strict';
import { generateKeyPairSync, sign, type X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { publicJwkOf } from '@countersign/shared/crypto/jwk';
import { type CborValue, TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { coseKeyOf } from '@countersign/shared/mdoc/cose-key';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { KeyUsageFlags } from '@peculiar/x509';
import { type PresentedDocument, readDeviceResponse } from '../../src/mdoc/device-response.ts';
import type { MdocReason } from '../../src/mdoc/mdoc-error.ts';
import { dcApiTranscript, interactionTranscript, redirectTranscript } from '../../src/mdoc/session-transcript.ts';
import { verifyDeviceAuth, verifyIssuerAuth } from '../../src/mdoc/verify-document.ts';
import {
  cut,
  documentWithKeyTwice,
  inAuth,
  inMso,
  inResponse,
  issuerAuth,
  items,
  itemWithKeyTwice,
  madeItem,
  otherValue,
  raw,
  twice,
  withKeyTwice,
  withMember,
  x5chain,
} from './changed-parts.ts';
import {
  type Changes,
  changed,
  dateTime,
  type MadeIssuer,
  MDL,
  MDL_NAMESPACE,
  makeIssuer,
  makeResponse,
  map,
  member,
  NOW,
  transcript,
} from './made-mdoc.ts';
import { mdocRefusal } from './refuses.ts';

const issuer = await makeIssuer();
const foreign = await makeIssuer();
const signerAsAuthority = await makeIssuer({
  ca: true,
  usage: KeyUsageFlags.digitalSignature | KeyUsageFlags.keyCertSign,
});
const withoutPurpose = await makeIssuer({ purposes: [] });

/** Deviations from the default, which is a good wallet's response, verified for its request. */
interface Attack {
  readonly reason: MdocReason;
  readonly changes?: Changes;
  /** Overrides the response that `changes` would produce. */
  readonly bytes?: Buffer;
  readonly by?: MadeIssuer;
  readonly anchors?: readonly X509Certificate[];
  readonly transcript?: Buffer;
}

function verify(attack: Omit<Attack, 'reason'>): PresentedDocument {
  const { by = issuer, changes, bytes = makeResponse(by, changes), anchors = [by.anchor] } = attack;
  const document = readDeviceResponse(bytes);
  verifyIssuerAuth(document, { anchors, now: NOW });
  verifyDeviceAuth(document, attack.transcript ?? transcript);
  return document;
}

const request = { clientId: 'x509_hash:a', nonce: 'n', jwkThumbprint: Buffer.alloc(32, 1), responseUri: 'https://a/1' };
const otherRequest = dcApiTranscript({ origin: 'https://other.example', nonce: 'n', jwkThumbprint: null });
const boundTo = (made: Buffer, expected: Buffer): Attack => ({
  reason: 'kb_signature',
  changes: { transcript: made },
  transcript: expected,
});
const oldTime = '2029-06-01T00:00:00Z';

const attacks: Readonly<Record<string, Attack>> = {
  '1: a response for another verifier': boundTo(
    redirectTranscript(request),
    redirectTranscript({ ...request, clientId: 'x509_hash:b' }),
  ),
  '1: a response for another address': boundTo(
    redirectTranscript(request),
    redirectTranscript({ ...request, responseUri: 'https://a/2' }),
  ),
  '1: a response for another nonce': boundTo(
    redirectTranscript(request),
    redirectTranscript({ ...request, nonce: 'm' }),
  ),
  '1: a response for another key': boundTo(
    redirectTranscript(request),
    redirectTranscript({ ...request, jwkThumbprint: Buffer.alloc(32, 2) }),
  ),
  '1: a response without encryption': boundTo(
    redirectTranscript({ ...request, jwkThumbprint: null }),
    redirectTranscript(request),
  ),
  '1: a response for another origin': boundTo(otherRequest, transcript),
  '1: a response for an interactive authorization': boundTo(
    interactionTranscript({ endpoint: 'https://shop.example', nonce: 'n-0S6_WzA2Mj', jwkThumbprint: null }),
    transcript,
  ),
  '2: a replay, with the old DeviceAuthenticationBytes as its payload': {
    reason: 'kb_signature',
    changes: {
      transcript: otherRequest,
      deviceSignature: (message, authentication) => message.with(2, authentication),
    },
  },
  '3: a device signature by another key': {
    reason: 'kb_signature',
    changes: { deviceSigner: generateKeyPair().privateKey },
  },
  '3: a device signature by the key of the document signer': {
    reason: 'kb_signature',
    changes: { deviceSigner: issuer.signerKey },
  },
  '3: a device signature by a key of another curve': {
    reason: 'kb_signature',
    changes: {
      deviceSigner: generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey,
      deviceHeader: new Map([[1, -35]]),
      deviceHash: 'sha384',
    },
  },
  '4: no deviceSigned': { reason: 'kb_missing', changes: { deviceSigned: () => undefined } },
  '4: no deviceAuth': { reason: 'kb_missing', changes: inAuth([['deviceSignature', undefined]]) },
  '4: signature and MAC': { reason: 'kb_missing', changes: inAuth([['deviceMac', []]]) },
  '4: a MAC': {
    reason: 'kb_missing',
    changes: inAuth([
      ['deviceSignature', undefined],
      ['deviceMac', [Buffer.from('a10105', 'hex'), new Map(), null, Buffer.alloc(32)]],
    ]),
  },
  '5: an element that was changed': {
    reason: 'disclosure',
    changes: items(([first, ...rest]) => [otherValue(first), ...rest]),
  },
  '5: an element that was added': {
    reason: 'disclosure',
    changes: items((all) => [...all, madeItem(9, 'age_over_21')]),
  },
  '5: an element in another namespace': {
    reason: 'disclosure',
    changes: { nameSpaces: (nameSpaces) => map([['other', nameSpaces.get(MDL_NAMESPACE)]]) },
  },
  '5: an element in another namespace of the same issuer': {
    reason: 'disclosure',
    changes: {
      elements: { one: { score: 1 }, two: { score: 2 } },
      nameSpaces: (nameSpaces) => map([['one', nameSpaces.get('two')]]),
    },
  },
  '5: an element that is sent twice': { reason: 'disclosure', changes: items(([first]) => [first, first]) },
  '5: a salt that is too short': {
    reason: 'disclosure',
    changes: { item: (item) => withMember(item, 'random', Buffer.alloc(8)) },
  },
  '5: a fifth member': { reason: 'disclosure', changes: { item: (item) => [...item, ['more', 1]] } },
  '6: one identifier under two digests': {
    reason: 'disclosure',
    changes: { item: (item) => withMember(item, 'elementIdentifier', 'family_name') },
  },
  '7: a key twice in the response': { reason: 'presentation_format', bytes: responseWithKeyTwice() },
  '7: a key twice in the document': {
    reason: 'presentation_format',
    changes: { response: documentWithKeyTwice },
  },
  '7: a key twice in an item': {
    reason: 'presentation_format',
    changes: items(([first]) => [itemWithKeyTwice(first)]),
  },
  '7: a key twice in the MSO': {
    reason: 'presentation_format',
    changes: { payload: () => writeCbor(new Tagged(TAG.embedded, withKeyTwice(map([['version', '1.0']])))) },
  },
  '7: a key twice in a protected header': {
    reason: 'issuer_header',
    changes: { header: Buffer.from('a201260126', 'hex') },
  },
  '8: a docType that is not that of the MSO': {
    reason: 'type',
    changes: { document: (document) => changed(document, [['docType', 'eu.europa.ec.eudi.pid.1']]) },
  },
  '9: no document': { reason: 'presentation_format', changes: inResponse([['documents', []]]) },
  '9: two documents': {
    reason: 'presentation_format',
    changes: { response: (response) => changed(response, [['documents', twice(response.get('documents'))]]) },
  },
  '9: status 10': { reason: 'presentation_format', changes: inResponse([['status', 10]]) },
  '9: errors of documents': { reason: 'presentation_format', changes: inResponse([['documentErrors', [new Map()]]]) },
  '10: an element of the device in the place of one of the issuer': {
    reason: 'disclosure',
    changes: { deviceNameSpaces: map([[MDL_NAMESPACE, map([['age_over_18', true]])]]) },
  },
  '10: an element of the device that the issuer does not allow': {
    reason: 'disclosure',
    changes: { deviceNameSpaces: map([[MDL_NAMESPACE, map([['age_over_21', true]])]]) },
  },
  '10: the same where the issuer allows elements of the device': {
    reason: 'disclosure',
    changes: {
      ...inMso('deviceKeyInfo', [['keyAuthorizations', map([['nameSpaces', [MDL_NAMESPACE]]])]]),
      deviceNameSpaces: map([[MDL_NAMESPACE, map([['age_over_18', true]])]]),
    },
  },
  '11: no algorithm': { reason: 'issuer_header', changes: { header: Buffer.alloc(0) } },
  '11: an algorithm that is not protected': {
    reason: 'issuer_header',
    changes: { header: Buffer.alloc(0), unprotected: (header) => changed(header, [[1, -7]]) },
  },
  '11: HMAC as the algorithm': { reason: 'issuer_header', changes: { header: new Map([[1, 5]]) } },
  '11: the algorithm of another curve': { reason: 'issuer_header', changes: { header: new Map([[1, -35]]) } },
  '11: a critical header': {
    reason: 'issuer_header',
    changes: {
      header: new Map<number, CborValue>([
        [1, -7],
        [2, [1]],
      ]),
    },
  },
  '11: no algorithm of the device': { reason: 'issuer_header', changes: { deviceHeader: new Map() } },
  '12: a signature of zeros': { reason: 'issuer_signature', changes: issuerAuth(3, Buffer.alloc(64)) },
  '12: a signature in DER': {
    reason: 'issuer_signature',
    changes: { issuerAuth: (message) => message.with(3, inDer(message)) },
  },
  '12: a signature by another key': { reason: 'issuer_signature', by: { ...issuer, signerKey: foreign.signerKey } },
  '13: no x5chain': { reason: 'issuer_trust', changes: x5chain(undefined) },
  '13: an empty x5chain': { reason: 'issuer_trust', changes: x5chain([]) },
  '13: an x5chain of texts': { reason: 'issuer_trust', changes: x5chain([issuer.signer.raw.toString('base64')]) },
  '13: an x5chain of no certificates': { reason: 'issuer_trust', changes: x5chain(Buffer.of(0x30, 0)) },
  '13: an x5chain of another issuer': { reason: 'issuer_trust', by: foreign, anchors: [issuer.anchor] },
  '13: an x5chain in the protected header': {
    reason: 'issuer_trust',
    changes: {
      header: new Map<number, CborValue>([
        [1, -7],
        [33, issuer.signer.raw],
      ]),
      unprotected: () => new Map(),
    },
  },
  '14: a document signer that is a CA': { reason: 'issuer_trust', by: signerAsAuthority },
  '14: the signer of a driving licence without its purpose': { reason: 'issuer_trust', by: withoutPurpose },
  '14: the authority as the signer': {
    reason: 'issuer_trust',
    by: { ...issuer, signer: issuer.anchor, signerKey: issuer.anchorKeys.privateKey },
  },
  '15: a trusted issuer of another doctype': { reason: 'issuer_trust', anchors: [foreign.anchor] },
  '16: a date without its tag': {
    reason: 'time',
    changes: inMso('validityInfo', [['validUntil', '2030-08-01T00:00:00Z']]),
  },
  '16: nonsense as a date': { reason: 'time', changes: inMso('validityInfo', [['signed', dateTime('now')]]) },
  '16: a document that has ended': {
    reason: 'time',
    changes: inMso('validityInfo', [['validUntil', dateTime('2030-05-01T00:00:00Z')]]),
  },
  '16: a document of the future': {
    reason: 'time',
    changes: inMso('validityInfo', [['validFrom', dateTime('2030-07-01T00:00:00Z')]]),
  },
  '16: a document that was signed before its certificate began': {
    reason: 'time',
    changes: inMso('validityInfo', [['signed', dateTime(oldTime)]]),
  },
  '17: SHA-1': digestsBy('SHA-1', 'sha1'),
  '17: MD5': digestsBy('MD5', 'md5'),
  '17: digests that are cut': {
    reason: 'disclosure',
    changes: { mso: (mso) => changed(mso, [['valueDigests', cut(member(mso, 'valueDigests'))]]) },
  },
  '22: bytes behind the end': {
    reason: 'presentation_format',
    bytes: Buffer.concat([makeResponse(issuer), Buffer.of(0)]),
  },
  '22: bytes behind the MSO': {
    reason: 'presentation_format',
    changes: { payload: (payload) => Buffer.concat([payload, Buffer.of(0)]) },
  },
  '22: text that is no UTF-8': {
    reason: 'presentation_format',
    changes: inResponse([['more', raw(Buffer.from('62c328', 'hex'))]]),
  },
  '22: text in chunks': {
    reason: 'presentation_format',
    changes: inResponse([['more', raw(Buffer.from('7f61616161ff', 'hex'))]]),
  },
  '23: a device key with its private part': deviceKeyWith([[-4, Buffer.alloc(32, 1)]]),
  '23: a device key off its curve': deviceKeyWith([[-3, Buffer.alloc(32, 1)]]),
};

test('the response of a good wallet is accepted, by each issuer that an attack does not change', () => {
  assert.equal(verify({}).docType, MDL);
  verify({ by: foreign });
  verify({ by: withoutPurpose, changes: { docType: 'eu.europa.ec.eudi.pid.1' } });
});

for (const [name, { reason, ...attack }] of Object.entries(attacks)) {
  test(`attack ${name} is refused: ${reason}`, () => {
    mdocRefusal(() => verify(attack), reason);
  });
}

/** A response by a good device whose key the issuer has written with other members. */
function deviceKeyWith(entries: readonly (readonly [number, CborValue])[]): Attack {
  const deviceKey = generateKeyPair();
  const coseKey = changed(coseKeyOf(publicJwkOf(deviceKey.publicKey)), entries);
  return { reason: 'kb_signature', changes: { deviceKey, ...inMso('deviceKeyInfo', [['deviceKey', coseKey]]) } };
}

function responseWithKeyTwice(): Buffer {
  const good = makeResponse(issuer);
  const [threeEntries, fourEntries] = [0xa3, 0xa4];
  assert.equal(good[0], threeEntries);
  return Buffer.concat([Buffer.of(fourEntries), good.subarray(1), writeCbor('status'), writeCbor(0)]);
}

function inDer(message: readonly CborValue[]): Buffer {
  const [header, , payload] = message;
  const input = writeCbor(['Signature1', header, Buffer.alloc(0), payload]);
  return sign('sha256', input, { key: issuer.signerKey, dsaEncoding: 'der' });
}

function digestsBy(name: string, hash: string): Attack {
  return { reason: 'issuer_header', changes: { hash, mso: (mso) => changed(mso, [['digestAlgorithm', name]]) } };
}

test('attack 21: names of prototypes change no prototype', () => {
  const before = Object.getOwnPropertyNames(Object.prototype);
  const hostile = ['__proto__', 'constructor', 'prototype', 'toString'];
  for (const name of hostile) {
    const value = new Map([[name, new Map([['polluted', true]])]]);
    const own = Object.fromEntries([[name, value]]);
    const elements = Object.fromEntries([[name, own]]);
    const deviceKeyInfo = inMso('deviceKeyInfo', [['keyAuthorizations', map([['nameSpaces', ['device']]])]]);
    const document = verify({
      changes: { ...deviceKeyInfo, elements, deviceNameSpaces: map([['device', map([[name, value]])]]) },
    });
    assert.deepEqual(document.nameSpaces.get(name)?.get(name), value);
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  }
  assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), before);
  // Namespaces that were not sent are not found by a name of the prototype.
  for (const name of hostile) assert.equal(verify({}).nameSpaces.get(name), undefined);
});
