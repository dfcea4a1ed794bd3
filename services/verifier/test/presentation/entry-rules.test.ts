/** The rules that let an entry of a trust list vouch for a credential. Categories: `listed-issuers.test.ts`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keyOf } from '@countersign/european-trust/test/registration/deterministic-keys';
import {
  extensionOf,
  type MadeCertificate,
  utf8,
} from '@countersign/european-trust/test/registration/made-certificates';
import { newReports } from '@countersign/shared/http/reports';
import { authority, entry, listed, present, signer, signerUnder } from './listed-world.ts';
import { refusesWith } from './refuses.ts';

const hashOf = ({ certificate }: MadeCertificate): string =>
  certificate.fingerprint256.replaceAll(':', '').toLowerCase();

const key = keyOf('public body');
const body = await signerUnder(authority, { key, extensions: [extensionOf.publicBody()] });
const broken = await signerUnder(authority, { key, extensions: [extensionOf.publicBody([utf8('DE')])] });
const find = await listed([entry('public-attestation/issuance', authority)]);

describe('a credential that the entry of a public body vouches for', () => {
  const eu = { needsPublicBodyStatement: true };
  const PUBLIC = { category: 'urn:etsi:esi:eaa:eu:pub' };

  it('shows law and source of the statement in its certificate', () => {
    const stated = { country: 'DE', authenticSource: 'urn:example:register', legislation: 'https://law.example/1' };
    for (const payload of [{}, PUBLIC]) {
      assert.deepEqual(present(find, { by: body, payload, context: eu }).signer.list?.publicBody, stated);
    }
  });

  it('is refused in profile eu if its certificate has no such statement, or one that is malformed', () => {
    const about = { subject: 'C=DE, CN=PID signer', sha256: hashOf(signer) };
    for (const payload of [{}, PUBLIC]) {
      const shown = () => present(find, { payload, context: eu });
      refusesWith(shown, 'public_body_statement', { detail: 'no_statement', ...about });
    }
    refusesWith(() => present(find, { by: broken, context: eu }), 'public_body_statement', {
      detail: 'statement_malformed',
      subject: 'C=DE, CN=PID signer',
      sha256: hashOf(broken),
    });
  });

  it('is accepted in other profiles, with a note', () => {
    const reports = newReports();
    const { list } = present(find, { payload: PUBLIC, context: { reports } }).signer;
    assert.deepEqual([list?.category, list?.publicBody], ['public-body', undefined]);
    const facts = { detail: 'no_statement', subject: 'C=DE, CN=PID signer', sha256: hashOf(signer), credential: 'pid' };
    assert.deepEqual(reports.notes, [{ reason: 'public_body_statement', facts }]);
  });

  it('counts without the statement under an anchor of the operator', () => {
    const anchors = [{ certificate: authority.certificate, vcts: ['urn:eudi:pid:1'], doctypes: [] }];
    assert.equal(present(find, { anchors, context: eu }).signer.list, undefined);
  });
});

describe('a PID of a listed provider', () => {
  const provider = entry('pid/issuance', authority);
  const of = (...territories: readonly string[]) => ({ ...provider, entity: { ...provider.entity, territories } });
  const claiming = (issuing_country: unknown) => ({ payload: { issuing_country } });

  it('is accepted if it claims a country of the entry, or none', async () => {
    const greek = await listed([of('EL', 'CY')]);
    for (const country of ['GR', 'EL', 'CY']) assert.ok(present(greek, claiming(country)).signer.list);
    assert.ok(present(greek).signer.list);
    assert.ok(present(await listed([provider]), claiming('DE')).signer.list, 'the list names no country');
  });

  it('is refused if it claims another country, in a claim or in its type', async () => {
    const german = await listed([of('DE')], { list: 'pid-providers' });
    const expected = { expectedAny: ['DE'], subject: 'C=DE, CN=PID signer', sha256: hashOf(signer) };
    for (const country of ['FR', 'de', 'DEU', '', 49, null]) {
      const facts = { claim: 'issuing_country', ...expected };
      refusesWith(() => present(german, claiming(country)), 'issuing_country', facts);
    }
    const national = { payload: { vct: 'urn:eudi:pid:fr:1' }, query: { meta: { vct_values: ['urn:eudi:pid:fr:1'] } } };
    refusesWith(() => present(german, national), 'issuing_country', { claim: 'vct', ...expected });
  });

  it('is decided by the entry of its country, whatever comes before it', async () => {
    const french = { ...of('FR'), entity: { ...provider.entity, number: 1, name: 'Ministère', territories: ['FR'] } };
    const both = await listed([of('DE'), french]);
    assert.equal(present(both, claiming('FR')).signer.list?.entity, 'Ministère');
    assert.equal(present(both, claiming('DE')).signer.list?.entity, 'Ministry');
  });

  it('counts with any country under an anchor of the operator', async () => {
    const anchors = [{ certificate: authority.certificate, vcts: ['urn:eudi:pid:1'], doctypes: [] }];
    assert.equal(present(await listed([of('DE')]), { ...claiming('FR'), anchors }).signer.list, undefined);
  });
});
