/** The wallet at a terminal presents mdocs on pages: each device signature covers the origin of its page. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { DigitalMessage } from '@countersign/wallet/presentation/digital-request';
import { type MadeForPage, madeForPage, ORIGIN, OTHER_ORIGIN, postAnswer } from '../support/dc-api-page.ts';
import { makeOffer, PRE_AUTHORIZED_FLOW } from '../support/flows.ts';
import { MDL_SPACE, mdlConfiguration, mdlQuery, question } from '../support/mdl.ts';
import { pidQuestion } from '../support/presentation.ts';
import { SHAPE_A } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { typed } from './terminal.ts';

const origins = [ORIGIN, OTHER_ORIGIN];
let folder: string;
let server: TestServer;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-mdoc-page-'));
  server = await startSampleServer();
  const [pid] = pidQuestion.dcql_query.credentials;
  server.writeConfig('issuance/mdl.json', mdlConfiguration);
  server.writeConfig('presentation/page.json', { ...question(mdlQuery('given_name')), origins });
  server.writeConfig('presentation/both.json', { ...question(mdlQuery('age_over_18'), pid ?? {}), origins });
  for (const credentialConfigurationIds of [['mdl'], ['pid']]) {
    const made = await makeOffer(server, { ...PRE_AUTHORIZED_FLOW, credentialConfigurationIds });
    const { report } = await typed(folder, [made.uri, '--json']);
    assert.equal(report.outcome, 'accepted', report.why);
  }
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The result of browser and wallet on a page with an origin. */
async function onPage(made: MadeForPage, origin: string): Promise<DigitalMessage> {
  const file = join(folder, `${made.session}.json`);
  writeFileSync(file, JSON.stringify(made));
  const { report } = await typed(folder, ['page', file, '--origin', origin, '--json']);
  const { answer } = report as unknown as { readonly answer?: DigitalMessage };
  assert.ok(answer !== undefined, JSON.stringify(report));
  return answer;
}

for (const response_mode of ['dc_api.jwt', 'dc_api']) {
  test(`an mdoc by ${response_mode}: the result is keyed by namespace`, async () => {
    const made = await madeForPage(server, SHAPE_A, { response_mode });
    const result = await postAnswer(server, SHAPE_A, made.session, await onPage(made, OTHER_ORIGIN));
    assert.equal(result.status, 200, result.text);
    const [{ id, values }] = result.json.credentials;
    assert.deepEqual([id, values], ['mdl', { [MDL_SPACE]: { given_name: 'Erika' } }]);
  });
}

test('an mdoc and an SD-JWT VC in one answer', async () => {
  const made = await madeForPage(server, SHAPE_A, { requestId: 'both' });
  const result = await postAnswer(server, SHAPE_A, made.session, await onPage(made, ORIGIN));
  assert.equal(result.status, 200, result.text);
  const shown = result.json.credentials as readonly { readonly id: string }[];
  assert.deepEqual(shown.map(({ id }) => id).sort(), ['mdl', 'pid']);
});

test('a device signature for another origin than that of the page is refused', async () => {
  const made = await madeForPage(server, SHAPE_A, { origin: ORIGIN });
  const refused = await postAnswer(server, SHAPE_A, made.session, await onPage(made, OTHER_ORIGIN));
  assert.deepEqual([refused.status, refused.json.reason], [400, 'kb_signature']);
  const good = await postAnswer(server, SHAPE_A, made.session, await onPage(made, ORIGIN));
  assert.equal(good.status, 200, good.text);
});
