import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CborValue, TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { isAuthorized, readMobileSecurityObject } from '../../src/mdoc/mso.ts';
import { changed, embedded, map } from './made-mdoc.ts';
import { mdocRefusal } from './refuses.ts';

const valueDigests = map([['ns', new Map([[0, Buffer.alloc(32)]])]]);
const mso = map([
  ['version', '1.0'],
  ['digestAlgorithm', 'SHA-256'],
  ['valueDigests', valueDigests],
  [
    'deviceKeyInfo',
    map([
      ['deviceKey', 'key'],
      ['keyAuthorizations', 'authorizations'],
    ]),
  ],
  ['docType', 'type'],
  ['validityInfo', 'validity'],
  ['status', 'status'],
]);
const payloadOf = (value: CborValue): Buffer => writeCbor(embedded(value));

test('the members are read; some stay as received until they are checked', () => {
  assert.deepEqual(readMobileSecurityObject(payloadOf(mso), 'type'), {
    docType: 'type',
    digestAlgorithm: 'sha256',
    valueDigests,
    deviceKey: 'key',
    keyAuthorizations: 'authorizations',
    validityInfo: 'validity',
    status: 'status',
  });
});

test('digests are of SHA-256, SHA-384 or SHA-512', () => {
  for (const [name, algorithm] of [
    ['SHA-256', 'sha256'],
    ['SHA-384', 'sha384'],
    ['SHA-512', 'sha512'],
  ] as const) {
    const read = readMobileSecurityObject(payloadOf(changed(mso, [['digestAlgorithm', name]])), 'type');
    assert.equal(read.digestAlgorithm, algorithm);
  }
  for (const name of ['SHA-1', 'MD5', 'sha-256', 'SHA256', 'SHA-256/128', 1, undefined]) {
    const payload = payloadOf(changed(mso, [['digestAlgorithm', name]]));
    const { facts } = mdocRefusal(() => readMobileSecurityObject(payload, 'type'), 'issuer_header');
    assert.equal(facts.parameter, 'digestAlgorithm');
    assert.deepEqual(facts.expectedAny, ['SHA-256', 'SHA-384', 'SHA-512']);
  }
});

const payloads: Readonly<Record<string, readonly [parameter: string, payload: Buffer | null]>> = {
  'that is detached': ['payload', null],
  'without tag 24': ['payload', writeCbor(mso)],
  'in a byte string without tag 24': ['payload', writeCbor(writeCbor(mso))],
  'under another tag': ['payload', writeCbor(new Tagged(TAG.dateTime, writeCbor(mso)))],
  'that is no map': ['payload', payloadOf([])],
  'of version 2.0': ['version', payloadOf(changed(mso, [['version', '2.0']]))],
  'without a version': ['version', payloadOf(changed(mso, [['version', undefined]]))],
  'without digests': ['valueDigests', payloadOf(changed(mso, [['valueDigests', undefined]]))],
  'with a list of digests': ['valueDigests', payloadOf(changed(mso, [['valueDigests', []]]))],
  'without a device key': ['deviceKeyInfo', payloadOf(changed(mso, [['deviceKeyInfo', undefined]]))],
};
for (const [name, [parameter, payload]] of Object.entries(payloads)) {
  test(`an MSO ${name} is refused`, () => {
    const { facts } = mdocRefusal(() => readMobileSecurityObject(payload, 'type'), 'issuer_header');
    assert.equal(facts.parameter, parameter);
  });
}

test('an MSO that is no CBOR, or has a key twice, is refused', () => {
  const twice = writeCbor(new Tagged(TAG.embedded, Buffer.from('a2616100616100', 'hex')));
  for (const payload of [Buffer.of(0xff), Buffer.concat([payloadOf(mso), Buffer.of(0)]), twice]) {
    mdocRefusal(() => readMobileSecurityObject(payload, 'type'), 'presentation_format');
  }
});

test('the docType is that of the document', () => {
  for (const docType of ['Type', 1, undefined]) {
    const payload = payloadOf(changed(mso, [['docType', docType]]));
    mdocRefusal(() => readMobileSecurityObject(payload, 'type'), 'type');
  }
});

test('the device may state a namespace or an element that the issuer names, and nothing else', () => {
  const authorizations = map([
    ['nameSpaces', ['all']],
    ['dataElements', map([['some', ['one', 'two']]])],
  ]);
  const allowed = (nameSpace: string, element: string): boolean => isAuthorized(authorizations, nameSpace, element);
  assert.ok(allowed('all', 'any'));
  assert.ok(allowed('some', 'one'));
  assert.ok(allowed('some', 'two'));
  assert.ok(!allowed('some', 'three'));
  assert.ok(!allowed('other', 'one'));
});

test('authorizations of another form allow nothing', () => {
  const others: readonly CborValue[] = [
    undefined,
    null,
    'ns',
    ['ns'],
    map([['nameSpaces', 'ns']]),
    map([['nameSpaces', map([['ns', true]])]]),
    map([['dataElements', ['ns']]]),
    map([['dataElements', map([['ns', 'e']])]]),
  ];
  for (const value of others) assert.ok(!isAuthorized(value, 'ns', 'e'));
});
