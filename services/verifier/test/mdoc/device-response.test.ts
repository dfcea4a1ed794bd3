import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { type CborMap, type CborValue, TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { readDeviceResponse } from '../../src/mdoc/device-response.ts';
import { type Changes, changed, MDL, MDL_NAMESPACE, makeIssuer, makeResponse, member } from './made-mdoc.ts';
import { mdocRefusal } from './refuses.ts';

const issuer = await makeIssuer();
const read = (changes: Changes) => readDeviceResponse(makeResponse(issuer, changes));

test('a response is read: its document, the elements as presented, and the chain', () => {
  const document = read({});
  assert.equal(document.docType, MDL);
  assert.equal(document.mso.docType, MDL);
  assert.deepEqual(
    [...document.nameSpaces],
    [
      [
        MDL_NAMESPACE,
        new Map<string, CborValue>([
          ['family_name', 'Möbius'],
          ['given_name', 'Erika'],
          ['age_over_18', true],
          ['document_number', 'X1'],
        ]),
      ],
    ],
  );
  assert.deepEqual(document.x5chain, [issuer.signer.raw]);
  assert.equal(document.deviceSignature?.payload, null);
});

test('values are those that were presented, whatever their kind', () => {
  const elements: Record<string, CborValue> = {
    portrait: Buffer.of(1, 2, 3),
    birth_date: new Tagged(TAG.fullDate, '1980-02-29'),
    driving_privileges: [new Map([['vehicle_category_code', 'B']])],
    nothing: null,
    large: 18_446_744_073_709_551_615n,
    ['__proto__']: 'a name like any other',
  };
  const names = read({ elements: { [MDL_NAMESPACE]: elements } }).nameSpaces.get(MDL_NAMESPACE);
  const written = [...(names ?? [])].map(([name, value]) => [name, writeCbor(value).toString('hex')]);
  assert.deepEqual(
    written,
    Object.entries(elements).map(([name, value]) => [name, writeCbor(value).toString('hex')]),
  );
});

test('nothing disclosed is an empty map', () => {
  assert.equal(read({ nameSpaces: () => undefined }).nameSpaces.size, 0);
});

test('several certificates are read in their order, and what is none leaves the chain empty', () => {
  const { raw } = issuer.signer;
  const chainOf = (value: CborValue) => read({ unprotected: () => new Map([[33, value]]) }).x5chain;
  assert.deepEqual(chainOf([raw, issuer.anchor.raw]), [raw, issuer.anchor.raw]);
  for (const value of [undefined, null, 'text', raw.toString('base64'), new Map(), [raw, 'text'], [[raw]]]) {
    assert.deepEqual(chainOf(value), [], JSON.stringify(value));
  }
});

const malformed: Readonly<Record<string, readonly [detail: string, changes: Changes]>> = {
  'another version': ['version', { response: (response) => changed(response, [['version', '1.1']]) }],
  'no version': ['version', { response: (response) => changed(response, [['version', undefined]]) }],
  'status 10': ['status', { response: (response) => changed(response, [['status', 10]]) }],
  'no status': ['status', { response: (response) => changed(response, [['status', undefined]]) }],
  'document errors': ['documentErrors', { response: (response) => changed(response, [['documentErrors', []]]) }],
  'no documents': ['documents', { response: (response) => changed(response, [['documents', undefined]]) }],
  'zero documents': ['documents', { response: (response) => changed(response, [['documents', []]]) }],
  'two documents': ['documents', { response: twice }],
  'a document that is no map': ['documents', { response: (response) => changed(response, [['documents', [1]]]) }],
  'no docType': ['docType', { document: (document) => changed(document, [['docType', undefined]]) }],
  'no issuerSigned': ['issuerSigned', { document: (document) => changed(document, [['issuerSigned', undefined]]) }],
  'issuerSigned that is no map': [
    'issuerSigned',
    { document: (document) => changed(document, [['issuerSigned', []]]) },
  ],
  'elements under another name than nameSpaces': [
    'issuerSigned',
    { document: (document) => changed(document, [['issuerSigned', renamed(member(document, 'issuerSigned'))]]) },
  ],
  'deviceSigned that is no map': ['deviceSigned', { deviceSigned: () => [] }],
};
function renamed(issuerSigned: CborMap): CborMap {
  return changed(issuerSigned, [
    ['nameSpaces', undefined],
    ['namespaces', issuerSigned.get('nameSpaces')],
  ]);
}
function twice(response: CborMap): CborMap {
  const documents = response.get('documents') as readonly CborValue[];
  return changed(response, [['documents', [...documents, ...documents]]]);
}
for (const [name, [detail, changes]] of Object.entries(malformed)) {
  test(`a response with ${name} is refused`, () => {
    assert.equal(mdocRefusal(() => read(changes), 'presentation_format').facts.detail, detail);
  });
}

test('what is no CBOR, no map, or has bytes behind it is refused', () => {
  const good = makeResponse(issuer);
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.of(0),
    writeCbor([1]),
    good.subarray(1),
    Buffer.concat([good, Buffer.of(0)]),
  ]) {
    mdocRefusal(() => readDeviceResponse(bytes), 'presentation_format');
  }
});

test('both COSE arrays are well-formed, with algorithms that are accepted in their protected headers', () => {
  const issuerHeader = (header: CborMap | Buffer): Changes => ({ header });
  const deviceHeader = (deviceHeader: CborMap): Changes => ({ deviceHeader });
  for (const [parameter, changes] of [
    ['issuerAuth', issuerHeader(Buffer.alloc(0))],
    ['issuerAuth', issuerHeader(new Map([[1, 5]]))],
    ['issuerAuth', { issuerAuth: (message) => message.slice(0, 3) }],
    ['issuerAuth', { issuerAuth: () => undefined }],
    ['deviceSignature', deviceHeader(new Map([[1, 5]]))],
    ['deviceSignature', { deviceSignature: () => [] }],
  ] satisfies [string, Changes][]) {
    assert.equal(mdocRefusal(() => read(changes), 'issuer_header').facts.parameter, parameter);
  }
});

test('members that are unknown change nothing', () => {
  const more = (of: CborMap): CborMap => changed(of, [['unknown', new Map([[1, 1]])]]);
  read({ response: more, document: more, mso: more, deviceSigned: more });
});

test('the docType of document and MSO are the same', () => {
  const changes: Changes = { document: (document) => changed(document, [['docType', 'other']]) };
  const { facts } = mdocRefusal(() => read(changes), 'type');
  assert.deepEqual(facts, { claim: 'docType', expectedAny: ['other'], received: MDL });
});

test('a detached payload of the issuer is refused', () => {
  const changes: Changes = { issuerAuth: (message) => message.with(2, null) };
  assert.equal(mdocRefusal(() => read(changes), 'issuer_header').facts.parameter, 'payload');
});

test('indefinite lengths, long heads and undefined in unprotected headers are read', () => {
  const good = makeResponse(issuer, { unprotected: (header) => new Map([...header, ['x', undefined]]) });
  assert.equal(good[0], 0xa3);
  const indefinite = Buffer.concat([Buffer.of(0xbf), good.subarray(1), Buffer.of(0xff)]);
  const long = Buffer.concat([Buffer.of(0xbb, 0, 0, 0, 0, 0, 0, 0, 3), good.subarray(1)]);
  for (const bytes of [good, indefinite, long]) {
    assert.equal(member(new Map(readDeviceResponse(bytes).nameSpaces), MDL_NAMESPACE).size, 4);
  }
});

test('a thumbprint in the signed header names the certificate that is sent', () => {
  const header = (x5t: CborValue): CborMap =>
    new Map<number, CborValue>([
      [1, -7],
      [34, x5t],
      [35, new Tagged(TAG.uri, 'https://issuer.example/chain.pem')],
    ]);
  const digest = createHash('sha256').update(issuer.signer.raw).digest();
  assert.equal(read({ header: header([-16, digest]) }).docType, MDL);
  assert.equal(read({ header: header([-44, Buffer.alloc(64)]) }).docType, MDL, 'another hash is not compared');
  for (const x5t of [[-16, Buffer.alloc(32)], [-16, 'text'], [], 'text', null] as const) {
    mdocRefusal(() => read({ header: header(x5t) }), 'issuer_header');
  }
  mdocRefusal(() => read({ header: header([-16, digest]), unprotected: () => new Map() }), 'issuer_header');
});
