import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { XmlList } from '../../src/xml-lists/list-value.ts';
import { openList } from '../../src/xml-lists/open-list.ts';
import { type PresentedAttestation, qualificationOf } from '../../src/xml-lists/qualified.ts';
import { keyOf } from '../registration/deterministic-keys.ts';
import { type MadeCertificate, makeTestAuthority, makeTestCertificate } from '../registration/made-certificates.ts';
import { listContent, provider, type ServiceParts, STATUS, service } from './list-content.ts';
import { base64Of, ISSUED, makeSigner, signedList } from './made-list.ts';

const NOW = ISSUED;
const VALIDITY = { notBefore: Date.UTC(2026, 0, 1), notAfter: Date.UTC(2030, 0, 1) };
const signer = await makeSigner('Signer');
const ca = await makeTestAuthority('Provider CA', VALIDITY);
const other = await makeTestAuthority('Other CA', VALIDITY);
const leafOf = (organization: string, country = 'DE', issuer = ca, key = 'leaf') =>
  makeTestCertificate({
    subject: [
      ['C', country],
      ['O', organization],
      ['CN', 'Attestations'],
    ],
    key: keyOf(key),
    issuer,
    ...VALIDITY,
  });
const leaf = await leafOf('Provider');

const listed = (services: readonly ServiceParts[], territory = 'DE'): XmlList =>
  openList(signedList(listContent({ territory, providers: provider(services.map(service)) }), signer), 'itself').list;
const presented = (by: MadeCertificate, change: Partial<PresentedAttestation> = {}): PresentedAttestation => ({
  category: 'urn:etsi:esi:eaa:eu:qualified',
  chain: [by.certificate],
  issuedAt: NOW - 1000,
  ...change,
});
const outcome = (services: readonly ServiceParts[], attestation = presented(leaf), territory = 'DE') =>
  qualificationOf(attestation, [listed(services, territory)], NOW).outcome;
const granted: ServiceParts = { certificates: [base64Of(ca)] };

describe('an attestation is qualified', () => {
  it('if a granted service is above its signer, in either spelling of its category', () => {
    assert.equal(outcome([granted]), 'qualified');
    assert.equal(outcome([granted], presented(leaf, { category: 'urn:etsi:eaa:eu:qualified' })), 'qualified');
  });

  it('if the signer itself is listed, or its key and name', async () => {
    assert.equal(outcome([{ certificates: [base64Of(leaf)] }]), 'qualified');
    const again = await leafOf('Provider', 'DE', other);
    assert.equal(outcome([{ certificates: [base64Of(leaf)] }], presented(again)), 'qualified');
  });

  it('by the list of the country in the subject of the signer, with the codes of lists', async () => {
    assert.equal(outcome([granted], presented(await leafOf('Provider', 'GR')), 'EL'), 'qualified');
    assert.equal(outcome([granted], presented(await leafOf('Provider', 'FR'))), 'not qualified');
  });

  it('by the trade name of the provider', async () => {
    assert.equal(outcome([granted], presented(await leafOf('VATDE-123'))), 'qualified');
  });
});

describe('an attestation is not qualified', () => {
  it('in another category', () => {
    for (const category of [undefined, 'urn:etsi:esi:eaa:eu:pub', 'URN:ETSI:ESI:EAA:EU:QUALIFIED']) {
      assert.equal(outcome([granted], presented(leaf, { category })), 'not qualified');
    }
  });

  it('if only a service of another type matches', () => {
    for (const type of ['CA/QC', 'EAA', 'EAA/Pub-EAA']) {
      assert.equal(outcome([{ ...granted, type: `http://uri.etsi.org/TrstSvc/Svctype/${type}` }]), 'not qualified');
    }
  });

  it('if it is on no list, or under another authority, or by another key of the same name', async () => {
    assert.equal(outcome([]), 'not qualified');
    assert.equal(outcome([{ certificates: [base64Of(other)] }]), 'not qualified');
    const another = await leafOf('Provider', 'DE', other, 'another key');
    assert.equal(outcome([{ certificates: [base64Of(leaf)] }], presented(another)), 'not qualified');
    assert.equal(qualificationOf(presented(leaf), [], NOW).outcome, 'not qualified');
  });

  it('if a listed end-entity certificate issued it', async () => {
    const below = await leafOf('Provider', 'DE', leaf, 'below');
    const attestation = presented(below, { chain: [below.certificate, leaf.certificate] });
    assert.equal(outcome([{ certificates: [base64Of(leaf)] }], attestation), 'not qualified');
  });

  it('under another organization', async () => {
    for (const name of ['provider', 'Provider ', 'Somebody']) {
      assert.equal(outcome([granted], presented(await leafOf(name))), 'not qualified');
    }
  });

  it('with a status that qualified services do not have', () => {
    assert.equal(
      outcome([{ ...granted, status: STATUS.granted.replace('granted', 'recognisedatnationallevel') }]),
      'not qualified',
    );
  });
});

describe('the history of a service', () => {
  const since = '2026-06-01T00:00:00Z';
  const before = (status: string, time = '2026-01-01T00:00:00Z') => [
    { certificates: [base64Of(ca)], status, since: time },
  ];
  const early = presented(leaf, { issuedAt: Date.UTC(2026, 2, 1) });

  it('withdrawn now or at the time of issue, refuses', () => {
    assert.equal(
      outcome([{ ...granted, status: STATUS.withdrawn, since, history: before(STATUS.granted) }], early),
      'withdrawn',
    );
    assert.equal(outcome([{ ...granted, since, history: before(STATUS.withdrawn) }], early), 'withdrawn');
    assert.equal(outcome([{ ...granted, since, history: before(STATUS.withdrawn) }]), 'qualified');
  });

  it('decides nothing before it began, out of order, or with two states at one time', () => {
    assert.equal(outcome([{ ...granted, since }], early), 'indeterminate');
    assert.equal(outcome([{ ...granted, history: before(STATUS.granted, since) }]), 'indeterminate');
    assert.equal(outcome([{ ...granted, since, history: before(STATUS.withdrawn, since) }]), 'indeterminate');
  });

  it('decides nothing if two services that match disagree', () => {
    assert.equal(outcome([granted, { ...granted, status: STATUS.withdrawn }]), 'indeterminate');
    assert.equal(outcome([granted, granted]), 'qualified');
  });

  it('decides nothing before July 2016, nor for an issue in the future', () => {
    assert.equal(outcome([granted], presented(leaf, { issuedAt: Date.UTC(2016, 5, 30) })), 'indeterminate');
    assert.equal(outcome([granted], presented(leaf, { issuedAt: NOW + 1 })), 'indeterminate');
  });
});
