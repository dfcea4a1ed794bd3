/** Age checks in a dry run: what is right succeeds, and what wallets would refuse is found. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { read } from '@countersign/wallet/sending/answer';
import { AV, ageQuestion, proofConfiguration } from '../support/age.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const [proof] = ageQuestion.dcql_query.credentials;
const asking = (change: object) => ({ ...ageQuestion, dcql_query: { credentials: [{ ...proof, ...change }] } });
const MDL = 'org.iso.18013.5.1.mDL';

/** A configuration that can't be used, and where the mistake is. */
const presentations: Readonly<Record<string, readonly [object, string]>> = {
  'two thresholds': [
    asking({ claims: [{ path: [AV, 'age_over_18'] }, { path: [AV, 'age_over_21'] }] }),
    '/dcql_query/credentials/0/claims',
  ],
  'a driving licence': [asking({ meta: { doctype_value: MDL } }), '/dcql_query/credentials/0/meta'],
  'only the answer yes': [
    asking({ claims: [{ path: [AV, 'age_over_18'], values: [true] }] }),
    '/dcql_query/credentials/0/claims/0/values',
  ],
  'the nearest age': [{ ...ageQuestion, age_over: 'nearest' }, '/age_over'],
  'a registration certificate': [{ ...ageQuestion, registrationCert: { id: 'r', body: {} } }, '/registrationCert'],
};

const issuances: Readonly<Record<string, readonly [object, string]>> = {
  'four months': [{ lifetime: 120 * 86_400 }, '/lifetime'],
  'a status that revokes with the wallet': [{ revocation_chaining: true }, '/revocation_chaining'],
  'a name': [{ claims: { [AV]: { age_over_18: true, family_name: 'M' } } }, `/claims/${AV}/family_name`],
  'another scope': [{ config: { ...proofConfiguration.config, scope: 'age' } }, '/config/scope'],
};

describe('a dry run of an age check', () => {
  let server: TestServer;
  before(async () => {
    server = await startSampleServer({ env: { BATCH_SIZE: '30' } });
  });
  after(() => server.close());

  async function dryRun(path: string, file: string, content: object, body: object = {}) {
    server.writeConfig(file, content);
    try {
      const answer = await read(await server.a(`${path}/dry-run`, { method: 'POST', body: JSON.stringify(body) }));
      assert.equal(answer.status, 200, answer.text);
      return answer.json;
    } finally {
      rmSync(join(server.configFolder, file));
    }
  }
  const ask = (content: object) => dryRun('/presentation-management/age', 'presentation/age.json', content);
  const issue = (change: object, body: object = {}) =>
    dryRun('/issuer-management/proof_of_age', 'issuance/proof_of_age.json', { ...proofConfiguration, ...change }, body);
  const codesOf = (report: { warnings: readonly { code: string }[] }) => report.warnings.map(({ code }) => code);

  it('a right question is answered, and warns only of what is about the server', async () => {
    server.writeConfig('issuance/proof_of_age.json', proofConfiguration);
    const report = await ask(ageQuestion);
    rmSync(join(server.configFolder, 'issuance/proof_of_age.json'));
    assert.equal(report.outcome, 'accepted', JSON.stringify(report.refusal));
    assert.deepEqual(
      codesOf(report).filter((code) => code !== 'issuer_display_missing'),
      ['public_url_insecure'],
    );
    assert.equal(JSON.stringify(report.presented).includes('age_over_18'), true);
  });

  it('a right proof is issued; by authorization code the wallet would push its request', async () => {
    const report = await issue({}, { flow: 'pre_authorized_code' });
    assert.equal(report.outcome, 'accepted', JSON.stringify(report.refusal));
    const codes = codesOf(report);
    assert.deepEqual(
      codes.filter((code) => code.startsWith('age_') || code === 'configuration_broken'),
      [],
    );
    assert.ok(codesOf(await issue({})).includes('age_par_required'));
  });

  for (const [name, [content, pointer]] of Object.entries(presentations)) {
    it(`a question: ${name}`, async () => {
      const report = await ask(content);
      assert.equal(report.outcome, 'refused');
      const found = report.warnings.find((one: { pointer?: string }) => one.pointer === pointer);
      assert.equal(found?.code, 'configuration_broken', JSON.stringify(report.warnings));
    });
  }

  for (const [name, [change, pointer]] of Object.entries(issuances)) {
    it(`a proof: ${name}`, async () => {
      const report = await issue(change);
      assert.equal(report.outcome, 'refused');
      const found = report.warnings.find((one: { pointer?: string }) => one.pointer === pointer);
      assert.equal(found?.code, 'configuration_broken', JSON.stringify(report.warnings));
    });
  }

  it('a long address makes a long link', async (t) => {
    const url = `http://127.0.0.1:9${'/long'.repeat(60)}`;
    const far = await startSampleServer({ env: { PUBLIC_URL: url } });
    t.after(() => far.close());
    far.writeConfig('presentation/age.json', ageQuestion);
    const path = `${new URL(url).pathname}/presentation-management/age/dry-run`;
    const report = await read(await far.a(path, { method: 'POST', body: '{}' }));
    assert.ok(codesOf(report.json).includes('link_long'), report.text);
  });
});
