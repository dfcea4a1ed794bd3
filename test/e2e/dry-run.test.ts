/**
 * Dry runs over HTTP, in both variants: the whole flow, the content of the report, and that a run leaves nothing
 * behind.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DIPLOMA, diplomaConfiguration, diplomaQuery } from '../support/diploma.ts';
import { MDL_SPACE, mdlConfiguration, mdlQuery, question } from '../support/mdl.ts';
import { SHAPE_A, type Shape, shapes } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { openReceiver } from '../support/webhook-receiver.ts';

interface Report {
  readonly outcome: string;
  readonly session?: string;
  readonly steps: readonly {
    readonly step: string;
    readonly outcome: string;
    readonly ms: number;
    readonly url: string;
  }[];
  // biome-ignore lint/suspicious/noExplicitAny: views of any shape
  readonly [member: string]: any;
}

let server: TestServer;
before(async () => {
  server = await startSampleServer();
  for (const { folder } of shapes) {
    server.writeConfig(`${folder}issuance/mdl.json`, mdlConfiguration);
    server.writeConfig(
      `${folder}presentation/licence.json`,
      question(mdlQuery('given_name', 'birth_date', 'age_over_18')),
    );
    server.writeConfig(`${folder}issuance/diploma.json`, diplomaConfiguration);
    const claims = [...diplomaQuery.claims, { path: ['credentialSubject', 'title'] }];
    server.writeConfig(`${folder}presentation/diploma.json`, question({ ...diplomaQuery, claims }));
    server.writeConfig(
      `${folder}presentation/foreign.json`,
      question({ ...mdlQuery('given_name'), meta: { doctype_value: 'org.other' } }),
    );
  }
});
after(() => server.close());

async function dryRun(shape: Shape, path: string, body: object = {}): Promise<Report> {
  const answer = await shape.call(server, `${path}/dry-run`, { method: 'POST', body: JSON.stringify(body) });
  const report = (await answer.json()) as Report;
  assert.equal(answer.status, 200, JSON.stringify(report));
  return report;
}

const codesOf = ({ warnings }: Report): readonly string[] => warnings.map(({ code }: { code: string }) => code);
const stepsOf = ({ steps }: Report) => steps.filter(({ step }) => step !== 'metadata').map(({ step }) => step);

for (const shape of shapes) {
  test(`${shape.name}: a wallet takes the credential by code; the report shows it as a wallet does`, async () => {
    const report = await dryRun(shape, '/issuer-management/pid');
    assert.deepEqual([report.outcome, report.refusal, report.revoked, report.erased], ['accepted', undefined, 1, true]);
    const way = ['offer', 'par', 'authorize', 'token', 'nonce', 'credential', 'notification'];
    assert.deepEqual(stepsOf(report), way);
    for (const { url, outcome } of report.steps) assert.deepEqual([outcome, new URL(url).search], ['ok', '']);
    const { display, claims } = report.credential;
    assert.equal(display[0].name, 'Person Identification Data');
    const named = claims.find(({ path }: { path: string[] }) => path[0] === 'given_name');
    assert.deepEqual([named.names.de, named.value, named.disclosable], ['Vorname', 'Erika', true]);
  });

  test(`${shape.name}: a W3C credential is taken, shown as a whole, and its query knows its claims`, async () => {
    const report = await dryRun(shape, '/issuer-management/diploma');
    assert.deepEqual([report.outcome, report.refusal, report.revoked, report.erased], ['accepted', undefined, 1, true]);
    assert.equal(report.credential.format, 'jwt_vc_json');
    const path = ['credentialSubject', 'degree'];
    const [named, ...others] = report.credential.claims;
    assert.deepEqual(
      [named, others.length],
      [{ path, names: { en: 'Degree' }, value: 'Mathematics', disclosable: false }, 1],
    );
    const asked = await dryRun(shape, '/presentation-management/diploma');
    assert.deepEqual(
      codesOf(asked).filter((code) => /^(?:dcql|shows|trust|no_trust)/.test(code)),
      ['dcql_claim_unknown', 'shows_everything'],
    );
    assert.deepEqual(asked.request.credentials[0].types, [DIPLOMA]);
  });

  test(`${shape.name}: an mdoc is taken as a strict wallet takes it, and shown by namespace`, async () => {
    const report = await dryRun(shape, '/issuer-management/mdl');
    assert.deepEqual([report.outcome, report.refusal, report.revoked, report.erased], ['accepted', undefined, 1, true]);
    assert.equal(report.credential.format, 'mso_mdoc');
    const named = report.credential.claims.find(({ path }: { path: string[] }) => path[1] === 'given_name');
    assert.deepEqual(named, {
      path: [MDL_SPACE, 'given_name'],
      names: { en: 'given_name' },
      value: 'Erika',
      disclosable: true,
    });
    const codes = report.warnings.map(({ code }: { code: string }) => code);
    assert.ok(!codes.includes('mdl_element_missing') && !codes.includes('key_unusable'), String(codes));
  });

  test(`${shape.name}: a question for an mdoc is answered by one of the run, whose IACA counts there alone`, async () => {
    for (const mode of ['direct_post.jwt', 'direct_post']) {
      const report = await dryRun(shape, '/presentation-management/licence', { response_mode: mode });
      assert.deepEqual([report.outcome, report.refusal, report.erased], ['accepted', undefined, true]);
      const shown = { given_name: 'Sample', birth_date: '2000-01-01', age_over_18: true };
      assert.deepEqual(report.presented, { mdl: { [MDL_SPACE]: shown } });
    }
    const report = await dryRun(shape, '/presentation-management/foreign');
    const codes = report.warnings.map(({ code }: { code: string }) => code);
    assert.ok(codes.includes('dcql_type_unknown') && codes.includes('no_trust_anchor'), String(codes));
  });

  test(`${shape.name}: with a pre-authorized code, a transaction code and claims of the body`, async () => {
    const body = {
      flow: 'pre_authorized_code',
      tx_code: true,
      claims: { given_name: 'Max', family_name: 'Muster', birthdate: '1990-01-01' },
    };
    const report = await dryRun(shape, '/issuer-management/pid', body);
    assert.equal(report.outcome, 'accepted', JSON.stringify(report.refusal));
    assert.deepEqual(stepsOf(report), ['offer', 'token', 'nonce', 'credential', 'notification']);
    const named = report.credential.claims.find(({ path }: { path: string[] }) => path[0] === 'given_name');
    assert.equal(named.value, 'Max');
  });

  test(`${shape.name}: a presentation that an issuance needs is shown from an issuer of the run`, async () => {
    const report = await dryRun(shape, '/issuer-management/member');
    assert.equal(report.outcome, 'accepted', JSON.stringify(report.refusal));
    const way = ['offer', 'challenge', 'request-object', 'response', 'challenge', 'token', 'nonce', 'credential'];
    assert.deepEqual(stepsOf(report), [...way, 'notification']);
    assert.deepEqual(
      report.steps.filter(({ outcome }) => outcome === 'info').map(({ step }) => step),
      ['challenge'],
    );
  });

  test(`${shape.name}: a wallet answers a presentation request; the report shows it as a wallet does`, async () => {
    for (const mode of ['direct_post.jwt', 'direct_post']) {
      const report = await dryRun(shape, '/presentation-management/name-check', { response_mode: mode });
      assert.deepEqual([report.outcome, report.refusal, report.erased], ['accepted', undefined, true]);
      assert.deepEqual(stepsOf(report), ['request-object', 'response']);
      const { request, presented } = report;
      assert.equal(request.purpose[0].name, 'Checking the name on a booking');
      assert.equal(request.encrypted, mode === 'direct_post.jwt');
      assert.deepEqual(request.credentials[0].claims[0].names, { en: 'Given name', de: 'Vorname' });
      assert.deepEqual(Object.keys(presented.pid), ['given_name', 'family_name']);
    }
  });

  test(`${shape.name}: nothing of a run stays: no session, no webhook, a revoked status, a record of the call`, async () => {
    const { session = '' } = await dryRun(shape, '/issuer-management/pid');
    assert.equal((await shape.call(server, `/session/${session}`)).status, 404);
    for (const query of ['', '?dryRun=true']) {
      const listed = (await (await shape.call(server, `/session${query}`)).json()) as { id: string }[];
      assert.deepEqual(listed, []);
    }
    const entries = (await (await shape.call(server, `/status-management/${session}`)).json()) as { status: number }[];
    assert.deepEqual(
      entries.map(({ status }) => status),
      [1],
    );
    const records = (await (await shape.call(server, `/audit?session=${session}`)).json()) as { action: string }[];
    const actions = records.map(({ action }) => action).filter((action) => action !== 'status.read');
    assert.deepEqual(actions.sort(), ['dry-run.made', 'session.erased']);
  });

  test(`${shape.name}: unknown configurations and unknown members are refused`, async () => {
    const send = (path: string, body: object) =>
      shape.call(server, path, { method: 'POST', body: JSON.stringify(body) });
    assert.equal((await send('/issuer-management/nothing/dry-run', {})).status, 404);
    assert.equal((await send('/presentation-management/pid/dry-run', {})).status, 404);
    assert.equal((await send('/issuer-management/pid/dry-run', { redemptions: 2 })).status, 400);
    assert.equal((await server.request('/issuer-management/pid/dry-run', { method: 'POST' })).status, 401);
  });
}

test('the other paths of the configurations have a dry run too', async () => {
  for (const path of ['/issuer-managment/pid', '/credentials/config/pid', '/presentations/name-check']) {
    const answer = await server.a(`${path}/dry-run`, { method: 'POST' });
    assert.equal(((await answer.json()) as Report).outcome, 'accepted', path);
  }
});

test('a caller that accepts events gets the steps as they happen, then the report', async () => {
  const headers = { accept: 'text/event-stream' };
  const answer = await server.a('/issuer-management/pid/dry-run', { method: 'POST', headers });
  assert.equal(answer.headers.get('content-type'), 'text/event-stream');
  const events = (await answer.text())
    .trim()
    .split('\n\n')
    .map((event) => event.split('\n'));
  const names = events.map(([name]) => name);
  assert.deepEqual([...new Set(names)], ['event: step', 'event: report']);
  const report = JSON.parse(events.at(-1)?.[1]?.replace('data: ', '') ?? '') as Report;
  assert.equal(report.outcome, 'accepted');
  assert.equal(names.length, report.steps.length + 1);
  const unknown = await server.a('/issuer-management/nothing/dry-run', { method: 'POST', headers });
  assert.deepEqual([unknown.status, unknown.headers.get('content-type')], [404, 'application/problem+json']);
});

test('each profile of a real wallet goes through the flow where the body asks for it', async () => {
  const body = JSON.stringify({ profiles: true });
  const report = (await (
    await server.a('/issuer-management/member/dry-run', { method: 'POST', body })
  ).json()) as Report;
  assert.equal(report.outcome, 'accepted');
  const of = (name: string) => report.profiles.find(({ profile }: { profile: string }) => profile === name);
  assert.ok(report.profiles.length >= 8);
  assert.deepEqual([of('walt-id').takes, of('wwwallet').takes], [true, true], JSON.stringify(report.profiles));
  assert.match(of('eudi-kotlin').why[0], /key_attestations_required/);
  const listed = (await (await server.a('/session?dryRun=true')).json()) as unknown[];
  assert.deepEqual(listed, []);
});

test('the webhook of a configuration is called where the body asks for it alone', async (t) => {
  const receiver = await openReceiver();
  t.after(() => receiver.close());
  const file = readFileSync(join(server.configFolder, 'presentation/name-check.json'), 'utf8');
  server.writeConfig('presentation/hooked.json', { ...JSON.parse(file), webhook: receiver.url });
  for (const [body, received] of [
    [{}, 0],
    [{ webhooks: true }, 1],
  ] as const) {
    const { outcome, warnings } = await dryRun(SHAPE_A, '/presentation-management/hooked', body);
    assert.equal(outcome, 'accepted');
    assert.ok(!warnings.some(({ code }: { code: string }) => code === 'webhook_failed'));
    assert.equal(receiver.received.length, received);
  }
});
