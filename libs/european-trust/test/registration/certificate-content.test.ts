import assert from 'node:assert/strict';
import type { X509Certificate } from 'node:crypto';
import { describe, it } from 'node:test';
import {
  ATTRIBUTE,
  hasContact,
  hasTimestamps,
  policiesOf,
  sourcesOf,
  subjectAttributes,
  uriNames,
} from '../../src/registration/certificate-content.ts';
import { extensionOf, nameFor, type TestSubject } from './made-certificates.ts';
import { type AccessChange, createAccessAuthority, LEGAL_PERSON } from './registrar.ts';

const authority = await createAccessAuthority();
const certificateWith = async (change: AccessChange): Promise<X509Certificate> =>
  (await authority.certificate(change)).certificate;
const withExtensions = (...extensions: NonNullable<AccessChange['extensions']>) => certificateWith({ extensions });

describe('the subject of a certificate', () => {
  it('is read attribute by attribute, each with all of its values', async () => {
    const subject: TestSubject = [...LEGAL_PERSON, ['OU', 'one'], ['OU', 'zwei ü'], ['2.5.4.5', 'line\nend']];
    const attributes = subjectAttributes(await certificateWith({ subject }));
    assert.deepEqual(attributes.get(ATTRIBUTE.organizationIdentifier), ['NTRDE-HRB123456']);
    assert.deepEqual(attributes.get('55040b'), ['one', 'zwei ü']);
    assert.deepEqual(attributes.get(ATTRIBUTE.serialNumber), ['line\nend']);
    assert.equal(attributes.get(ATTRIBUTE.pseudonym), undefined);
  });

  it('is not the issuer', async () => {
    const attributes = subjectAttributes(await certificateWith({}));
    assert.deepEqual(attributes.get(ATTRIBUTE.commonName), ['Age check']);
  });
});

describe('the extensions of an access certificate', () => {
  it('may name an address, an email address or a telephone number', async () => {
    for (const name of [nameFor.uri('https://a.example'), nameFor.email('a@b.example'), nameFor.telephone('+49301')]) {
      assert.equal(hasContact(await withExtensions(extensionOf.names(nameFor.dns('a.example'), name))), true);
    }
    for (const names of [[nameFor.dns('a.example')], [nameFor.uri('')], []]) {
      assert.equal(hasContact(await withExtensions(extensionOf.names(...names))), false);
    }
    assert.equal(hasContact(await withExtensions()), false);
  });

  it('have addresses as they are written', async () => {
    const uris = ['https://A.example/%7e', 'urn:x'];
    const names = extensionOf.names(...uris.map(nameFor.uri), nameFor.email('a@b.example'));
    assert.deepEqual(uriNames(await withExtensions(names)), uris);
  });

  it('have policies, with the address of a practice statement or without', async () => {
    const url = 'https://ca.example/cps';
    assert.deepEqual(policiesOf(await withExtensions(extensionOf.policies(undefined, url))), {
      named: true,
      address: true,
    });
    assert.deepEqual(policiesOf(await withExtensions(extensionOf.policies())), { named: true, address: false });
    const any = extensionOf.policies('551d2000', url);
    assert.deepEqual(policiesOf(await withExtensions(any)), { named: false, address: true });
    assert.deepEqual(policiesOf(await withExtensions()), { named: false, address: false });
  });

  it('say where the issuer and its revocations are', async () => {
    const ocsp = extensionOf.issuers('2b06010505073001');
    const cases = [
      [[extensionOf.issuers()], { issuer: true, revocation: false }],
      [[ocsp], { issuer: false, revocation: true }],
      [[extensionOf.revocationLists()], { issuer: false, revocation: true }],
      [[extensionOf.validityAssured()], { issuer: false, revocation: true }],
      [[], { issuer: false, revocation: false }],
    ] as const;
    for (const [extensions, sources] of cases)
      assert.deepEqual(sourcesOf(await withExtensions(...extensions)), sources);
  });

  it('may have timestamps of certificate transparency', async () => {
    assert.equal(hasTimestamps(await withExtensions(extensionOf.timestamps())), true);
    assert.equal(hasTimestamps(await withExtensions()), false);
  });
});
