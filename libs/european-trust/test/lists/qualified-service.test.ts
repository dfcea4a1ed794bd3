import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { indexAnchors } from '../../src/lists/anchor-index.ts';
import { readList } from '../../src/lists/check-list.ts';
import { EU_LISTS } from '../../src/lists/list-source.ts';
import { parseSource } from '../../src/lists/written-source.ts';
import { createListedAnchors } from '../../src/refresh/listed-anchors.ts';
import { keyOf } from '../registration/deterministic-keys.ts';
import { type MadeCertificate, makeTestAuthority, makeTestCertificate } from '../registration/made-certificates.ts';
import { listContent, provider, type ServiceParts, STATUS, service } from '../xml-lists/list-content.ts';
import { base64Of, ISSUED, makeSigner, signedList } from '../xml-lists/made-list.ts';

const VALIDITY = { notBefore: Date.UTC(2026, 0, 1), notAfter: Date.UTC(2030, 0, 1) };
const NOW = ISSUED + 1000;
const signer = await makeSigner('List signer');
const ca = await makeTestAuthority('Provider CA', VALIDITY);
const leafOf = (organization: string, country = 'DE') =>
  makeTestCertificate({
    subject: [
      ['C', country],
      ['O', organization],
    ],
    key: keyOf('leaf'),
    issuer: ca,
    ...VALIDITY,
  });
const leaf = await leafOf('Provider');
const granted: ServiceParts = { certificates: [base64Of(ca)] };

/** How many anchors the list gives to the chain of a leaf. */
async function anchors(
  services: readonly ServiceParts[],
  presented = leaf,
  issuedAt: number | 'unknown' = NOW - 10,
  territory = 'DE',
) {
  const written = { url: 'https://tsl.example/list.xml', list: 'national-trusted-list', vct: ['urn:a'] };
  const parsed = parseSource(JSON.stringify(written));
  const source = { ...parsed.source, id: 'national', signers: [base64Of(signer)] };
  const from = { ...parsed, source };
  const bytes = signedList(listContent({ territory, providers: provider(services.map(service)) }), signer);
  const list = readList({ bytes, source, successors: [], now: NOW, settings: EU_LISTS });
  const loaded = { from, list, index: indexAnchors(list) };
  const sources = async () => [from];
  const lists = { inForce: async () => [loaded], last: async () => undefined, sources, ended: async () => [] };
  const find = await createListedAnchors({ sources, lists }).issuers('tenant');
  const chain = () => [presented.certificate, ca.certificate];
  return find?.({
    key: 'chain',
    chain,
    format: 'dc+sd-jwt',
    types: ['urn:a'],
    issuedAt: issuedAt === 'unknown' ? undefined : issuedAt,
  }).length;
}

describe('a qualified service of a national list', () => {
  it('anchors the attestations of its provider', async () => {
    assert.equal(await anchors([granted]), 1);
    assert.equal(await anchors([granted], await leafOf('VATDE-123')), 1);
    assert.equal(await anchors([granted], await leafOf('Provider', 'GR'), NOW - 10, 'EL'), 1);
  });

  it('anchors nothing of another organisation or country', async () => {
    assert.equal(await anchors([granted], await leafOf('Somebody')), 0);
    assert.equal(await anchors([granted], await leafOf('Provider', 'FR')), 0);
  });

  it('anchors nothing after it was withdrawn, or that was issued before it was granted', async () => {
    const since = '2026-06-01T00:00:00Z';
    const history = [{ ...granted, status: STATUS.withdrawn, since: '2026-01-01T00:00:00Z' }];
    assert.equal(await anchors([{ ...granted, status: STATUS.withdrawn }]), 0);
    assert.equal(await anchors([{ ...granted, since, history }]), 1);
    assert.equal(await anchors([{ ...granted, since, history }], leaf, Date.UTC(2026, 2, 1)), 0);
    assert.equal(await anchors([granted], leaf, Date.UTC(2016, 5, 30)), 0);
    assert.equal(await anchors([granted], leaf, 'unknown'), 0);
  });

  it('anchors nothing if its states are out of order, or another service with its certificate was withdrawn', async () => {
    const history = [{ ...granted, since: '2026-01-01T00:00:00Z' }];
    assert.equal(await anchors([{ ...granted, history }]), 0);
    assert.equal(await anchors([granted, { ...granted, status: STATUS.withdrawn }]), 0);
    assert.equal(await anchors([granted, granted]), 2);
  });

  it('anchors nothing if the signer itself was withdrawn, or another certificate of the same key and name', async () => {
    const withdrawn = (one: MadeCertificate) => ({ certificates: [base64Of(one)], status: STATUS.withdrawn });
    assert.equal(await anchors([granted, withdrawn(leaf)]), 0);
    const renewed = await makeTestAuthority('Provider CA', { ...VALIDITY, notAfter: Date.UTC(2031, 0, 1) });
    assert.notEqual(renewed.certificate.fingerprint256, ca.certificate.fingerprint256);
    assert.equal(await anchors([granted, withdrawn(renewed)]), 0);
    assert.equal(await anchors([granted, withdrawn(await makeTestAuthority('Other CA', VALIDITY))]), 1);
  });

  it('of another type anchors nothing as a qualified one', async () => {
    for (const type of ['CA/QC', 'EAA']) {
      assert.equal(await anchors([{ ...granted, type: `http://uri.etsi.org/TrstSvc/Svctype/${type}` }]), 0);
    }
    assert.equal(
      await anchors([{ ...granted, status: STATUS.granted.replace('granted', 'recognisedatnationallevel') }]),
      0,
    );
  });
});
