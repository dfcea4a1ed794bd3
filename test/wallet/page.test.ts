/** The command `page` on the real server: mdocs and SD-JWT VCs by the Digital Credentials API, in each form of a request. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { madeForPage, ORIGIN, pageQuestion, postAnswer } from '../support/dc-api-page.ts';
import { makeOffer, PRE_AUTHORIZED_FLOW } from '../support/flows.ts';
import { MDL_SPACE, mdlConfiguration, mdlQuery, question } from '../support/mdl.ts';
import { pidQuestion } from '../support/presentation.ts';
import { SHAPE_A } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { typed } from './terminal.ts';

const UNSIGNED = 'openid4vp-v1-unsigned';

let folder: string;
let server: TestServer;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-page-'));
  server = await startSampleServer();
  const [pid] = pidQuestion.dcql_query.credentials;
  const asked = { ...pageQuestion, ...question(mdlQuery('given_name', 'age_over_18'), pid ?? {}) };
  server.writeConfig('issuance/mdl.json', mdlConfiguration);
  server.writeConfig('presentation/page.json', asked);
  server.writeConfig('presentation/open-page.json', { ...asked, dcApiRequests: ['unsigned'] });
  for (const body of [{ ...PRE_AUTHORIZED_FLOW, credentialConfigurationIds: ['mdl'] }, PRE_AUTHORIZED_FLOW]) {
    const { report } = await typed(folder, [(await makeOffer(server, body)).uri]);
    assert.equal(report.outcome, 'accepted', report.why);
  }
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The response of the create endpoint goes to the wallet as a file. @param protocol leaves out the other requests */
async function answering(body: object, origin = ORIGIN, protocol?: string) {
  const made = await madeForPage(server, SHAPE_A, body);
  const file = join(folder, 'requests.json');
  const requests = made.digital.requests.filter((one) => protocol === undefined || one.protocol === protocol);
  writeFileSync(file, JSON.stringify({ digital: { requests } }));
  const { report } = await typed(folder, ['page', file, '--origin', origin, '--json']);
  return { made, report };
}

describe('a page asks for both formats', () => {
  for (const [name, body, protocol] of [
    ['signed, encrypted', {}, 'openid4vp-v1-signed'],
    ['signed, in clear', { response_mode: 'dc_api' }, 'openid4vp-v1-signed'],
    ['unsigned', { requestId: 'open-page' }, UNSIGNED],
  ] as const) {
    test(`${name}: the backend gets what the wallet shows`, async () => {
      const { made, report } = await answering(body, ORIGIN, protocol);
      assert.equal(report.answer?.protocol, protocol);
      assert.equal(report.outcome, 'accepted', report.why);
      const result = await postAnswer(server, SHAPE_A, made.session, report.answer ?? assert.fail());
      assert.equal(result.status, 200, result.text);
      const { status, credentials } = result.json;
      assert.equal(status, 'verified');
      const mdl = credentials.find(({ id }: { id: string }) => id === 'mdl');
      assert.deepEqual(mdl.values, { [MDL_SPACE]: { given_name: 'Erika', age_over_18: true } });
      assert.equal(credentials.find(({ id }: { id: string }) => id === 'pid').values.given_name, 'Erika');
    });
  }
});

test('a request that was taken to another page gets no answer', async () => {
  const { report } = await answering({}, 'https://phisher.example');
  assert.deepEqual([report.outcome, report.answer], ['wallet_refuses', undefined]);
  assert.match(report.why ?? '', /not meant for https:\/\/phisher\.example/);
});

test('an mdoc that was signed for another origin is refused', async () => {
  const { made, report } = await answering({ requestId: 'open-page' }, 'https://phisher.example', UNSIGNED);
  assert.equal(report.outcome, 'accepted', 'an unsigned request names no origin');
  const result = await postAnswer(server, SHAPE_A, made.session, report.answer ?? assert.fail());
  assert.equal(result.status, 400, result.text);
});
