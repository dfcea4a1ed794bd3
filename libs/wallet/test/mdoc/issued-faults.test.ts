import assert from 'node:assert/strict';
import { createPublicKey, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { newWalletKey } from '../../src/jwt/keys.ts';
import { type Cbor, CborTag, FULL_DATE } from '../../src/mdoc/cbor.ts';
import { ALG, signSign1, verifySign1, X5CHAIN } from '../../src/mdoc/cose.ts';
import { issuedFaults } from '../../src/mdoc/issued-faults.ts';
import {
  type IssuedItem,
  type IssuerSigned,
  issuerSignedText,
  readIssuerSigned,
} from '../../src/mdoc/issuer-signed.ts';
import { dateTime, type MadeMdoc, makeItem } from '../../src/mdoc/make-issuer-signed.ts';
import { createAuthority, createDocumentSigner, createLeaf } from '../../src/provider/certificates.ts';
import { documentSigner, ELEMENTS, iaca, MDL, MDL_SPACE, madeMdl, NOW, signer, VALIDITY } from './made-mdl.ts';

const { credential, key } = madeMdl();
const faultsOf = (text: string, more: object = {}) =>
  issuedFaults({ credential: text, key, docType: MDL, now: NOW, ...more });
const faultsOfMade = (change: Partial<MadeMdoc>) => {
  const made = madeMdl(change);
  return issuedFaults({ ...made, docType: change.docType ?? MDL, now: NOW });
};
const status = (members: readonly (readonly [Cbor, Cbor])[]) =>
  new Map<Cbor, Cbor>([['status_list', new Map(members)]]);

test('a sound credential has none', () => {
  assert.deepEqual(faultsOf(credential), []);
  const reference = status([
    ['idx', 3],
    ['uri', 'https://issuer.example/status/1'],
  ]);
  assert.deepEqual(faultsOfMade({ status: reference }), []);
  assert.deepEqual(faultsOfMade({ signed: NOW + 59_000 }), []);
});

const changed = (change: (issued: IssuerSigned) => Partial<IssuerSigned>): string => {
  const issued = readIssuerSigned(credential);
  return issuerSignedText({ ...issued, ...change(issued) });
};
const elements = (change: (items: readonly IssuedItem[]) => readonly IssuedItem[]) =>
  changed(({ nameSpaces }) => ({
    nameSpaces: new Map([...nameSpaces, [MDL_SPACE, change(nameSpaces.get(MDL_SPACE) ?? [])] as const]),
  }));
const withElement = (name: string, value: Cbor) => ({
  nameSpaces: { [MDL_SPACE]: { ...ELEMENTS[MDL_SPACE], [name]: value } },
});
const object = (member: string, value: Cbor) => ({ object: new Map([[member, value]]) });
const stranger = newWalletKey();
const strangersLeaf = new X509Certificate(createDocumentSigner(iaca, 'Other', VALIDITY, stranger)).raw;
const root = new X509Certificate(iaca.certificate).raw;
const other = createAuthority('Other CA', VALIDITY);
const plainLeaf = new X509Certificate(createLeaf(iaca, 'host.example', VALIDITY, signer)).raw;
const unprotected = (value: Cbor) =>
  changed(({ issuerAuth }) => ({
    issuerAuth: { ...issuerAuth, unprotectedHeader: new Map<Cbor, Cbor>([[X5CHAIN, value]]) },
  }));

const cases: Readonly<Record<string, readonly [RegExp, readonly string[]]>> = {
  'another docType': [/docType is/, faultsOf(credential, { docType: 'org.example' })],
  'metadata without a docType': [/docType is/, faultsOf(credential, { docType: undefined })],
  'a device key that is not the key of the proof': [/device key/, faultsOf(credential, { key: newWalletKey() })],
  'another version': [/version/, faultsOfMade(object('version', '2.0'))],
  'another digest algorithm': [/digest algorithm/, faultsOfMade(object('digestAlgorithm', 'SHA-1'))],
  'no elements': [/no elements/, faultsOf(changed(() => ({ nameSpaces: new Map() })))],
  'a namespace without elements': [/is empty/, faultsOf(elements(() => []))],
  'an element that was changed': [
    /digest of family_name/,
    faultsOf(elements(([first, ...rest]) => [makeItem(first?.digestId ?? 0, 'family_name', 'Other'), ...rest])),
  ],
  'an element of another namespace': [
    /digest of/,
    faultsOf(
      changed(({ nameSpaces }) => ({
        nameSpaces: new Map([...nameSpaces, ['org.example', nameSpaces.get(MDL_SPACE) ?? []] as const]),
      })),
    ),
  ],
  'a namespace without digests': [
    /has no digests/,
    faultsOf(changed(({ nameSpaces }) => ({ nameSpaces: new Map([...nameSpaces, ['org.other', []] as const]) }))),
  ],
  'an element that is there twice': [/twice/, faultsOf(elements((items) => [...items, ...items.slice(0, 1)]))],
  'a digestID beyond 31 bits': [/31 bits/, faultsOf(elements((items) => [...items, makeItem(2 ** 31, 'a', 1)]))],
  'a random that is too short': [
    /random/,
    faultsOf(elements((items) => [...items, makeItem(9, 'a', 1, Buffer.alloc(15))])),
  ],
  'a birth date as text': [/birth_date is not a date/, faultsOfMade(withElement('birth_date', '1990-12-10'))],
  'a portrait as text': [/portrait is not bytes/, faultsOfMade(withElement('portrait', 'AAAA'))],
  'an age as a number': [/age_over_21 is not a boolean/, faultsOfMade(withElement('age_over_21', 1))],
  'privileges that are no list': [/driving_privileges/, faultsOfMade(withElement('driving_privileges', new Map()))],
  'a time in the future': [/not valid yet/, faultsOfMade({ signed: NOW + 61_000 })],
  'a validity that begins later': [/not valid yet/, faultsOfMade({ validFrom: NOW + 61_000 })],
  'a time that is over': [/has expired/, faultsOfMade({ signed: NOW - 2000, validUntil: NOW })],
  'times in no order': [/out of order/, faultsOfMade({ validFrom: NOW - 1000 })],
  'a signature before the certificate': [/outside/, faultsOfMade({ signed: VALIDITY.notBefore - 1000 })],
  'a list of one certificate': [/x5chain/, faultsOf(unprotected([documentSigner]))],
  'no certificate': [/x5chain/, faultsOf(unprotected(undefined))],
  'the IACA in the chain': [/self-signed/, faultsOf(unprotected([documentSigner, root]))],
  'a chain in another order': [/not in order/, faultsOf(unprotected([documentSigner, strangersLeaf]))],
  'a CA that signs': [
    /is a CA/,
    faultsOfMade({ chain: [new X509Certificate(other.certificate).raw], signer: other.key }),
  ],
  'a signer of no driving licences': [/may not sign driving licences/, faultsOfMade({ chain: [plainLeaf] })],
  'a signature of another': [/issuer's signature/, faultsOfMade({ signer: stranger })],
  'a status without a list': [/not refer to a status list/, faultsOfMade({ status: new Map([['other', 1]]) })],
  'a status with two mechanisms': [
    /not refer to a status list/,
    faultsOfMade({ status: new Map<Cbor, Cbor>([...status([['idx', 1]]), ['identifier_list', new Map()]]) }),
  ],
  'a reference without a uri': [
    /no idx or no uri/,
    faultsOfMade({
      status: status([
        ['idx', 1],
        ['uri', 'nowhere'],
      ]),
    }),
  ],
  'an SD-JWT VC': [/base64url/, faultsOf('e30.e30.s~')],
  'what is no CBOR': [/./, faultsOf('AAAA')],
};

for (const [name, [reason, faults]] of Object.entries(cases)) {
  test(`${name} is refused`, () => assert.match(faults.join('; '), reason));
}

test('a signer of another document needs no usage of driving licences', () => {
  assert.deepEqual(faultsOfMade({ docType: 'eu.europa.ec.eudi.pid.1', chain: [plainLeaf] }), []);
});

test('an algorithm outside of the protected header is refused', () => {
  const { issuerAuth } = readIssuerSigned(credential);
  const header = new Map<Cbor, Cbor>([...issuerAuth.unprotectedHeader, [ALG, -7]]);
  const { payload } = issuerAuth;
  const resigned = signSign1(signer, { payload, unprotectedHeader: header });
  assert.ok(verifySign1(resigned, createPublicKey(signer.privateKey)));
  assert.match(faultsOf(changed(() => ({ issuerAuth: resigned }))).join(), /protected header/);
});

test('dates have their tags', () => {
  assert.deepEqual(faultsOfMade(withElement('issue_date', dateTime(NOW))), []);
  assert.deepEqual(faultsOfMade(withElement('issue_date', new CborTag(FULL_DATE, '2030-01-01'))), []);
});
