/** The forty registration certificates by openvc-core 1.37.0, on the same bytes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NOW } from '@countersign/european-trust/test/registration/registrar';
import { registrationCases } from '@countersign/european-trust/test/registration/registration-cases';
import { x5cElement } from '@countersign/shared/crypto/x509';
import { openvc } from './openvc.ts';

/** Cases with another verdict there, and why. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  ES512: 'refused: its list of algorithms lacks ES512, which ETSI TS 119 475 has',
  'base64url of the JWT': 'refused: it reads the compact JWT only, not the encoding of ETSI TS 119 472-2, RO-16',
  'a natural person': 'refused: it compares with the organizationIdentifier only, not with the serialNumber',
  'an intermediary': 'refused: it compares the party with the access certificate, which is the intermediary’s',
  'no status': 'accepted: it leaves the status to a call of its own',
  'a revoked status': 'accepted: as above',
  'a status index with leading zeros': 'accepted: it does not read the status',
  'a party with a space behind it': 'accepted: it trims identifiers before it compares them',
  'the entitlement of an issuer for a verifier': 'accepted: any entitlement of the standard is enough',
  'a claim without the registered values': 'accepted: it does not read registered values',
};

describe('forty registration certificates', () => {
  it('have the same verdict by openvc-core, but for the listed differences', async (t) => {
    const judge = await openvc(t);
    if (judge === undefined) return;
    const cases = await registrationCases();
    const refusals = await judge(
      cases.map(({ given, access, accessAuthorities, providers, query }) => ({
        given,
        issuers: providers.flatMap(({ issuance }) => issuance.certificates.map(x5cElement)),
        access: x5cElement(access),
        accessAuthorities: accessAuthorities.certificates.map(x5cElement),
        ...(query === undefined ? {} : { query }),
      })),
      NOW,
    );
    const differing = cases.filter(({ verdict }, index) => (verdict === 'valid') !== (refusals[index] === null));
    assert.deepEqual(differing.map(({ name }) => name).sort(), Object.keys(DIFFERENCES).sort());
  });
});
