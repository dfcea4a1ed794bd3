import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { generateAgreementJwk } from '@countersign/shared/crypto/generate-key';
import { type CborMap, type CborValue, isCborMap, TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { coseKeyOf } from '@countersign/shared/mdoc/cose-key';
import { readCoseSign1, verifyCoseSign1 } from '@countersign/shared/mdoc/cose-sign1';
import { readCbor } from '@countersign/shared/mdoc/read-cbor';
import { embedCbor, writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { isoMdocTranscript } from '../../src/mdoc/session-transcript.ts';
import { type AskedMdoc, encryptionInfo, isoMdocRequest } from '../../src/query/iso-mdoc-request.ts';

const ORIGIN = 'https://shop.example';
const NONCE = Buffer.alloc(16, 7);
const { d: _, ...recipientKey } = generateAgreementJwk();
const key = await makeSigningKey();
const info = encryptionInfo({ nonce: NONCE, recipientKey });

const asked = {
  docType: 'org.iso.18013.5.1.mDL',
  nameSpaces: new Map([
    [
      'org.iso.18013.5.1',
      new Map([
        ['family_name', false],
        ['document_number', true],
      ]),
    ],
    ['org.iso.18013.5.1.aamva', new Map([['sex', false]])],
  ]),
};

const reader = { origin: ORIGIN, key };

const requestOf = (changed: Partial<Parameters<typeof isoMdocRequest>[0]> = {}) =>
  isoMdocRequest({ asked, encryptionInfo: info, reader, ...changed });

test('encryptionInfo is the array of "dcapi", the nonce and the public key alone', () => {
  const [name, parameters] = arrayOf(readCbor(Buffer.from(info, 'base64url')));
  assert.equal(name, 'dcapi');
  const members = mapOf(parameters);
  assert.deepEqual([...members.keys()], ['nonce', 'recipientPublicKey']);
  assert.deepEqual(members.get('nonce'), NONCE);
  assert.deepEqual(members.get('recipientPublicKey'), coseKeyOf(recipientKey));
});

test('a nonce of fewer than 16 bytes is refused', () => {
  assert.throws(() => encryptionInfo({ nonce: NONCE.subarray(1), recipientKey }), RangeError);
});

test('the request has one document, and each element says whether it is retained', async () => {
  const { deviceRequest, encryptionInfo: sent } = await requestOf();
  assert.equal(sent, info);
  const request = mapOf(readCbor(Buffer.from(deviceRequest, 'base64url')));
  assert.deepEqual([...request.keys()], ['version', 'docRequests']);
  assert.equal(request.get('version'), '1.0');
  const [docRequest, ...others] = arrayOf(request.get('docRequests'));
  assert.deepEqual(others, []);
  assert.deepEqual([...mapOf(docRequest).keys()], ['itemsRequest', 'readerAuth']);
  const items = mapOf(embedded(mapOf(docRequest).get('itemsRequest')));
  assert.deepEqual([...items.keys()], ['docType', 'nameSpaces']);
  assert.equal(items.get('docType'), asked.docType);
  assert.deepEqual(items.get('nameSpaces'), asked.nameSpaces);
});

test('statements about the verifier are in what the reader authentication covers', async () => {
  const requestInfo = { euWrprc: Buffer.from('a.b.c'), eUWrprc: Buffer.from('a.b.c') };
  const { message, itemsRequest } = await signedParts(requestOf({ requestInfo }));
  const items = mapOf(embedded(itemsRequest));
  assert.deepEqual([...items.keys()], ['docType', 'nameSpaces', 'requestInfo']);
  assert.deepEqual(items.get('requestInfo'), new Map(Object.entries(requestInfo)));
  const { publicKey } = new X509Certificate(Buffer.from(key.x5c[0] ?? '', 'base64'));
  assert.ok(verifyCoseSign1({ message, key: publicKey, detached: authentication(itemsRequest, ORIGIN, info) }));
});

test('reader authentication is by the key of the leaf, over this request, this encryptionInfo and this origin', async () => {
  const { message, itemsRequest } = await signedParts(requestOf());
  assert.equal(message.payload, null);
  assert.deepEqual([...message.protectedHeader], [[1, -7]]);
  assert.deepEqual([...message.unprotected.keys()], [33]);
  const leaf = Buffer.from(key.x5c[0] ?? '', 'base64');
  assert.deepEqual(message.unprotected.get(33), leaf);
  const { publicKey } = new X509Certificate(leaf);
  const covers = (items: CborValue, origin: string, encryption: string) =>
    verifyCoseSign1({ message, key: publicKey, detached: authentication(items, origin, encryption) });
  assert.ok(covers(itemsRequest, ORIGIN, info));
  assert.ok(!covers(itemsRequest, 'https://phishing.example', info));
  assert.ok(!covers(itemsRequest, ORIGIN, encryptionInfo({ nonce: Buffer.alloc(16, 8), recipientKey })));
  assert.ok(!covers(embedCbor(writeCbor('other')), ORIGIN, info));
});

test('a chain of several certificates is a list, leaf first', async () => {
  const x5c = [...key.x5c, Buffer.from('intermediate').toString('base64')];
  const { message } = await signedParts(requestOf({ reader: { origin: ORIGIN, key: { ...key, x5c } } }));
  assert.deepEqual(
    message.unprotected.get(33),
    x5c.map((one) => Buffer.from(one, 'base64')),
  );
});

test('a request for nothing, or for a namespace without elements, is not made', async () => {
  const nothing: readonly AskedMdoc['nameSpaces'][] = [
    new Map(),
    new Map([['org.iso.18013.5.1', new Map()]]),
    new Map([...asked.nameSpaces, ['empty', new Map()]]),
  ];
  for (const nameSpaces of nothing) {
    await assert.rejects(requestOf({ asked: { ...asked, nameSpaces } }), RangeError);
  }
});

async function signedParts(made: ReturnType<typeof requestOf>) {
  const request = mapOf(readCbor(Buffer.from((await made).deviceRequest, 'base64url')));
  const docRequest = mapOf(arrayOf(request.get('docRequests'))[0]);
  return { message: readCoseSign1(docRequest.get('readerAuth')), itemsRequest: docRequest.get('itemsRequest') };
}

/** ReaderAuthenticationBytes, as a wallet builds them from the request. */
function authentication(itemsRequest: CborValue, origin: string, encryption: string): Buffer {
  const transcript = readCbor(isoMdocTranscript({ encryptionInfo: encryption, origin }));
  return writeCbor(embedCbor(writeCbor(['ReaderAuthentication', transcript, itemsRequest])));
}

function embedded(value: CborValue): CborValue {
  assert.ok(value instanceof Tagged && value.tag === TAG.embedded && Buffer.isBuffer(value.value));
  return readCbor(value.value);
}

function mapOf(value: CborValue): CborMap {
  assert.ok(value !== undefined && isCborMap(value));
  return value;
}

function arrayOf(value: CborValue): readonly CborValue[] {
  assert.ok(Array.isArray(value));
  return value;
}
