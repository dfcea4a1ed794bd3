/** The wallet in a terminal fetches mdocs from the server, and presents them, in each way that SD-JWT VCs have. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { makeOffer, PRE_AUTHORIZED_FLOW, sessionOf } from '../support/flows.ts';
import { MDL, MDL_SPACE, mdlConfiguration, mdlQuery, question } from '../support/mdl.ts';
import { makeRequest, pidQuestion } from '../support/presentation.ts';
import { SHAPE_A, writeMember } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { type Typed, typed } from './terminal.ts';

let folder: string;
let server: TestServer;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-mdoc-'));
  server = await startSampleServer({ env: { INTERACTIVE_AUTHORIZATION: 'signed' } });
  const [pid] = pidQuestion.dcql_query.credentials;
  server.writeConfig('issuance/mdl.json', mdlConfiguration);
  server.writeConfig('presentation/licence.json', question(mdlQuery('given_name', 'portrait')));
  server.writeConfig('presentation/both.json', question(mdlQuery('age_over_18'), pid ?? {}));
  server.writeConfig('presentation/older.json', question(mdlQuery('age_over_65')));
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The wallet accepts an offer. */
async function taken(configuration: string, body: object = {}, ...more: readonly string[]): Promise<Typed['report']> {
  const made = await makeOffer(server, { credentialConfigurationIds: [configuration], ...body });
  const { report } = await typed(folder, [made.uri, '--json', ...more]);
  assert.equal(report.outcome, 'accepted', report.why);
  return report;
}

describe('a driving licence is taken as a strict wallet takes it', () => {
  for (const [name, body, args] of [
    ['by code', {}, []],
    ['by pre-authorized code', { flow: 'pre_authorized_code' }, []],
    ['in a batch', { flow: 'pre_authorized_code' }, ['--batch', '3']],
    ['by a wallet that takes mdocs alone', { flow: 'pre_authorized_code' }, ['--profile', 'mdl']],
    ['by a wallet that adds format and type', { flow: 'pre_authorized_code' }, ['--profile', 'wwwallet']],
  ] as const) {
    test(name, async () => {
      const { credentials = [] } = await taken('mdl', body, ...args);
      for (const { type, claims } of credentials) {
        assert.equal(type, MDL);
        const { [MDL_SPACE]: elements, ...others } = claims as Record<string, Record<string, unknown>>;
        assert.deepEqual(elements, mdlConfiguration.claims[MDL_SPACE]);
        assert.deepEqual(others, {});
      }
      if (name === 'in a batch') assert.equal(credentials.length, 3);
    });
  }

  test('and a PID is not taken by a wallet that takes mdocs alone', async () => {
    const made = await makeOffer(server, PRE_AUTHORIZED_FLOW);
    const { report } = await typed(folder, [made.uri, '--profile', 'mdl', '--json']);
    assert.equal(report.outcome, 'wallet_refuses');
    assert.match(report.why ?? '', /not support the credential format dc\+sd-jwt/);
  });
});

describe('it is presented', () => {
  before(async () => {
    await taken('mdl', { flow: 'pre_authorized_code' });
    await taken('pid', { flow: 'pre_authorized_code' });
  });

  for (const response_mode of ['direct_post', 'direct_post.jwt']) {
    test(`by ${response_mode}, with the elements that are asked for and no others`, async () => {
      const made = await makeRequest(server, { requestId: 'licence', response_mode });
      const { report } = await typed(folder, [made.uri, '--json']);
      assert.equal(report.outcome, 'accepted', report.why);
      const shown = { [MDL_SPACE]: { given_name: 'Erika', portrait: '_9j_4AAQ' } };
      assert.deepEqual(report.shared, [{ id: 'mdl', claims: shown }]);
      const session = await sessionOf(server, made.session);
      assert.equal(session.status, 'verified');
      assert.ok(JSON.stringify(session).includes(JSON.stringify(shown[MDL_SPACE])), JSON.stringify(session));
    });
  }

  test('together with an SD-JWT VC', async () => {
    const made = await makeRequest(server, { requestId: 'both' });
    const { report } = await typed(folder, [made.uri, '--json']);
    assert.equal(report.outcome, 'accepted', report.why);
    assert.deepEqual(report.shared, [
      { id: 'mdl', claims: { [MDL_SPACE]: { age_over_18: true } } },
      { id: 'pid', claims: { given_name: 'Erika' } },
    ]);
  });

  test('an element that it does not have is not presented', async () => {
    const made = await makeRequest(server, { requestId: 'older' });
    const { report } = await typed(folder, [made.uri, '--json']);
    assert.deepEqual([report.outcome, report.shared], ['wallet_refuses', undefined]);
    assert.match(report.why ?? '', /age_over_65/);
  });
});

describe('a member card for who has presented a licence', () => {
  before(async () => {
    writeMember(server, SHAPE_A);
    server.writeConfig('presentation/identity.json', question(mdlQuery('given_name')));
    await taken('mdl', { flow: 'pre_authorized_code' });
  });

  for (const way of ['challenge', 'browser', 'interactive', 'interactive-before']) {
    test(way, async () => {
      const { shared } = await taken('member', {}, '--way', way);
      assert.deepEqual(shared, [{ id: 'mdl', claims: { [MDL_SPACE]: { given_name: 'Erika' } } }]);
    });
  }
});
