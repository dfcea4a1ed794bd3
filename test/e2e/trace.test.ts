/** The trace of a session over HTTP: its requests, why they were refused, and who may read it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { startSampleServer } from '../support/sample-server.ts';
import { jsonBody, type TestServer } from '../support/server.ts';
import { readTrace, readUnmatched, untilTraced, untilUnmatched } from '../support/trace.ts';

let server: TestServer;
before(async () => {
  server = await startSampleServer({ env: { TRACE: 'all' } });
});
after(() => server.close());

const offerOf = async () => {
  const body = { response_type: 'uri', credentialConfigurationIds: ['pid'], flow: 'pre_authorized_code' };
  const answer = await server.a('/vci/offer', { method: 'POST', ...jsonBody(body) });
  return (await answer.json()) as { readonly uri: string; readonly session: string };
};

const grant = (code: string): RequestInit => ({
  method: 'POST',
  headers: { 'user-agent': 'test-wallet/1.0' },
  body: new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:pre-authorized_code',
    'pre-authorized_code': code,
    'Secret as a name, 0123456789': '',
  }),
});

test('a whole issuance is in the trace, each step once, in order', async () => {
  const { uri, session } = await offerOf();
  const received = await new Wallet({ issuer: server.url }).receive(uri);
  assert.equal(received.answer.status, 200);
  await untilTraced(server, session, ({ step }) => step === 'credential');
  const { entries, gaps } = await readTrace(server, session);
  assert.equal(gaps, undefined);
  const steps = entries.map(({ id, who, step, method, outcome }) => [id, who, step, method, outcome].join(' '));
  assert.deepEqual(steps, [
    '1 backend management POST ok',
    '2 wallet offer GET ok',
    '3 wallet token POST ok',
    '4 wallet credential POST ok',
  ]);
});

test('a refusal names request, checks and parameters, and no value of them', async () => {
  const { uri, session } = await offerOf();
  const wallet = new Wallet({ issuer: server.url });
  const grants = (await wallet.offer(uri)).grants as Record<string, Record<string, string>>;
  const code = Object.values(grants)[0]?.['pre-authorized_code'] ?? assert.fail();
  assert.equal((await server.request('/authorize/token', grant(code))).status, 200);
  const refused = await server.request('/authorize/token', grant(code));
  assert.equal(refused.status, 400);
  const entry = await untilTraced(server, session, ({ outcome }) => outcome === 'refused');
  const { step, who, method, route, status, error, userAgent, contentType } = entry;
  assert.deepEqual([step, who, method, route, status], ['token', 'wallet', 'POST', '/authorize/token', 400]);
  assert.deepEqual(
    [userAgent, contentType],
    ['test-wallet/1.0', 'application/x-www-form-urlencoded;charset=utf-8'.split(';')[0]],
  );
  assert.equal(typeof error, 'string');
  assert.equal(entry.request, refused.headers.get('x-request-id'));
  assert.deepEqual(entry.parameters, ['grant_type', 'pre-authorized_code', '…']);
  assert.ok(entry.checks?.some(({ check, ok }) => check === 'checkPreAuthorizedCodeGiven' && ok));
  const text = await (await server.a(`/session/${session}/trace`)).text();
  for (const secret of [code, 'Secret as']) assert.ok(!text.includes(secret));
});

test('the single proof of the drafts is accepted, and the trace says what 1.0 has in its place', async () => {
  const { uri, session } = await offerOf();
  const wallet = new Wallet({ issuer: server.url });
  const { json } = await wallet.redeem(await wallet.offer(uri));
  const proof = { proof_type: 'jwt', jwt: wallet.proof(newWalletKey(), await wallet.nonce()) };
  const answer = await wallet.credential(json.access_token, { credential_configuration_id: 'pid', proof });
  assert.equal(answer.status, 200, answer.text);
  const note = await untilTraced(server, session, ({ outcome }) => outcome === 'info');
  const { step, reason, facts, status } = note;
  assert.deepEqual([step, reason, status], ['credential', 'request_legacy', 200]);
  assert.deepEqual(facts, { parameter: 'proof', presentName: 'proofs' });
  const { entries } = await readTrace(server, session);
  assert.deepEqual([entries.at(-1)?.step, entries.at(-1)?.outcome], ['credential', 'ok']);
});

test('a request that fits no session is shown to its tenant alone, one that names no tenant to the operator', async () => {
  const ids = async (path: string): Promise<string> => {
    const answer = await server.request(path, grant('unknown-code'));
    assert.ok(answer.status >= 400);
    return answer.headers.get('x-request-id') ?? assert.fail();
  };
  const [ofA, ofB, below, none] = [
    await ids('/authorize/token'),
    await ids('/root/authorize/token'),
    await ids('/root/x/y'),
    await ids('/x/y'),
  ];
  await untilUnmatched(
    () => server.a('/trace?unmatched=true'),
    ({ request }) => request === none,
  );
  const a = (await readUnmatched(server)).entries.map(({ request }) => request);
  const b = (await readUnmatched(server, 'b')).entries.map(({ request }) => request);
  assert.deepEqual(
    [ofA, ofB, below, none].map((id) => a.includes(id)),
    [true, false, false, true],
  );
  assert.deepEqual(
    [ofA, ofB, below, none].map((id) => b.includes(id)),
    [false, true, true, true],
  );
  assert.ok(a.indexOf(none) < a.indexOf(ofA), 'newest first');
});

test('the trace of another tenant, or of no session, is not found', async () => {
  const { session } = await offerOf();
  for (const path of [`/session/${session}/trace`, '/sessions/of-nothing/trace']) {
    assert.equal((await server.b(path)).status, 404);
  }
  assert.equal((await server.request(`/session/${session}/trace`)).status, 401);
  assert.equal((await server.a('/trace')).status, 400);
  assert.equal((await server.a('/trace?unmatched=false')).status, 400);
});

test('the trace as events, behind the entry that a client has', async () => {
  const { uri, session } = await offerOf();
  await new Wallet({ issuer: server.url }).offer(uri);
  await untilTraced(server, session, ({ step }) => step === 'offer');
  const headers = { accept: 'text/event-stream', 'last-event-id': '1' };
  const stop = new AbortController();
  const answer = await server.a(`/session/${session}/trace`, { headers, signal: stop.signal });
  assert.equal(answer.headers.get('content-type'), 'text/event-stream');
  let text = '';
  for await (const bytes of answer.body ?? assert.fail()) {
    text += Buffer.from(bytes).toString();
    if (text.includes('\n\n')) break;
  }
  stop.abort();
  assert.match(text, /^id: 2\nevent: entry\ndata: \{.*"step":"offer".*\}\n\n$/);
  assert.equal((await server.b(`/session/${session}/trace`, { headers })).status, 404);
});

test('the trace goes with its session', async () => {
  const { session } = await offerOf();
  await untilTraced(server, session, () => true);
  assert.equal((await server.a(`/session/${session}`, { method: 'DELETE' })).status, 200);
  assert.equal((await server.a(`/session/${session}/trace`)).status, 404);
});
