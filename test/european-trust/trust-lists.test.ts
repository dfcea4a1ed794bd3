/** A tenant whose issuers are on a trust list: from the address of the list to what the backend reads of a credential. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it, type TestContext } from 'node:test';
import { trustListsJob } from '@countersign/european-trust/refresh/tenant-lists';
import {
  DAY,
  entityOf,
  listContent,
  makeSigner,
  serviceOf,
  signedList,
  time,
} from '@countersign/european-trust/test/lists/made-lists';
import { keyOf } from '@countersign/european-trust/test/registration/deterministic-keys';
import {
  makeTestAuthority,
  makeTestCertificate,
} from '@countersign/european-trust/test/registration/made-certificates';
import { x5cElement } from '@countersign/shared/crypto/x509';
import { createOutbound } from '@countersign/shared/http/outbound';
import { until } from '@countersign/shared/test/patience';
import { newWalletKey, signCompact } from '@countersign/wallet/jwt/keys';
import { post, present, responseFields, vpTokenOf } from '@countersign/wallet/presentation/present';
import { read } from '@countersign/wallet/sending/answer';
import { sessionOf } from '../support/flows.ts';
import { makeFetchedRequest, pidQuestion } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import { untilTraced } from '../support/trace.ts';

const began = Date.now();
const validity = { notBefore: began - DAY, notAfter: began + 400 * DAY };
const operator = await makeSigner('list operator', validity);
const authority = await makeTestAuthority('PID CA', validity);
const provider = await makeTestCertificate({
  subject: [
    ['C', 'DE'],
    ['CN', 'PID provider'],
  ],
  key: keyOf('PID provider'),
  issuer: authority,
  ...validity,
});

/** Number, and whether the provider is on it. */
function listOf(number: number, isListed: boolean): Buffer {
  const service = serviceOf({ type: 'PID/Issuance', certificates: [authority.certificate] });
  const scheme = {
    LoTESequenceNumber: number,
    ListIssueDateTime: time(Math.floor(began / 1000) * 1000),
    NextUpdate: time(Math.floor(began / 1000) * 1000 + 90 * DAY),
  };
  const entities = isListed ? [entityOf('Ministry', 'PID', [service])] : [];
  return signedList(listContent({ entities, scheme, successors: [operator.certificate] }), { signer: operator });
}

async function listHost(t: TestContext) {
  const host = { body: listOf(1, true), status: 200 };
  const server = createServer((_, response) => response.writeHead(host.status).end(host.body));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return Object.assign(host, { url: `http://127.0.0.1:${port}/pid.jwt` });
}

it('accepts credentials of listed issuers until they leave the list, or the list ends', async (t) => {
  const host = await listHost(t);
  let now = began;
  const env = { OUTBOUND_ALLOW: '127.0.0.1' };
  const server = await startSampleServer({ env, clock: () => now });
  t.after(() => server.close());
  const vct = `${server.url}/credentials/vct/pid`;
  server.writeConfig('presentation/question.json', pidQuestion);
  server.writeConfig('trust/lists/pid.json', { url: host.url, list: 'pid-providers', vct: [vct] });
  server.writeConfig('trust/lists/pid.pem', operator.certificate.toString());
  const job = trustListsJob(server.platform, createOutbound({ allow: ['127.0.0.1'] }));

  const key = newWalletKey();
  const shown = async () => {
    const iat = Math.floor(now / 1000);
    const payload = { vct, iat, cnf: { jwk: key.publicJwk }, given_name: 'Ada' };
    const header = { typ: 'dc+sd-jwt', alg: 'ES256', x5c: [x5cElement(provider.certificate)] };
    const held = { credential: `${signCompact(header, payload, provider.key.privateKey)}~`, key };
    const { request, session } = await makeFetchedRequest(server);
    await post(
      request.response_uri,
      responseFields(request, vpTokenOf(present(held, request, { payload: { iat } }), request)),
    );
    return sessionOf(server, session);
  };

  /** Detail of the refusal, from the session's trace. */
  const detailOf = async ({ id }: { readonly id: string }) => {
    const entry = await untilTraced(server, id, ({ reason }) => reason === 'issuer_trust');
    return entry.facts?.detail;
  };
  const early = await shown();
  assert.equal(early.error?.code, 'issuer_trust', 'nothing was fetched yet');
  assert.equal(await detailOf(early), 'no_current_list');
  await job.run();
  now += 1000;
  const accepted = await shown();
  assert.equal(accepted.status, 'verified', JSON.stringify(accepted.error));
  assert.deepEqual(accepted.credentials[0].signer.list, {
    id: 'pid',
    url: host.url,
    sequenceNumber: 1,
    entity: 'Ministry',
    service: 'http://uri.etsi.org/19602/SvcType/PID/Issuance',
  });

  const { facts } = await untilTraced(server, accepted.id, ({ reason }) => reason === 'issuer_listed');
  assert.deepEqual(
    [facts?.list, facts?.entity, facts?.service],
    ['pid, 1', 'Ministry', 'http://uri.etsi.org/19602/SvcType/PID/Issuance'],
  );

  const { json: seen } = await read(await server.a('/trust/lists'));
  assert.deepEqual([seen[0].id, seen[0].state, seen[0].list.entries], ['pid', 'fresh', 1]);
  const { json: found } = await read(await server.a('/trust/entries?list=pid&search=ministry'));
  assert.deepEqual([found.count, found.entries[0].purpose], [1, 'pid/issuance']);
  assert.equal((await read(await server.a('/trust/entries?list=other'))).status, 404);

  // The host is unavailable: nothing changes.
  host.status = 503;
  now += 6 * 3_600_000;
  await job.run();
  assert.equal((await shown()).status, 'verified');

  host.status = 200;
  host.body = listOf(2, false);
  now += 120_000;
  await job.run();
  now += 1000;
  await until('the new list', async () => (await shown()).error?.code === 'issuer_trust');

  // The older list, on which the provider still is, does not come back.
  host.body = listOf(1, true);
  now += 6 * 3_600_000;
  await job.run();
  now += 1000;
  assert.equal((await shown()).error?.code, 'issuer_trust');
  assert.ok(server.lines.some((line) => line.includes('A trust list was refused')));
  assert.notEqual(await detailOf(await shown()), 'no_current_list');

  // Nothing came before the list ended: closed, with alarm and reason.
  now = began + 91 * DAY;
  await job.run();
  now += 1000;
  assert.equal(await detailOf(await shown()), 'no_current_list');
  assert.ok(server.lines.some((line) => line.includes('A trust list has ended')));
});

it('uses a source that was stored through the API, before a file of its id, until it is deleted', async (t) => {
  const host = await listHost(t);
  const env = { OUTBOUND_ALLOW: '127.0.0.1' };
  const server = await startSampleServer({ env });
  t.after(() => server.close());
  server.writeConfig('trust/lists/pid.json', { url: `${host.url}/elsewhere`, list: 'wallet-providers' });
  server.writeConfig('trust/lists/pid.pem', operator.certificate.toString());
  const body = { id: 'pid', url: host.url, list: 'pid-providers', pem: operator.certificate.toString() };
  const post = (more: object = {}) =>
    server.a('/trust/lists', {
      method: 'POST',
      body: JSON.stringify({ ...body, ...more }),
      headers: { 'content-type': 'application/json' },
    });
  assert.equal((await read(await post({ graceHours: 100 }))).status, 400);
  assert.equal((await read(await post())).status, 201);
  await trustListsJob(server.platform, createOutbound({ allow: ['127.0.0.1'] })).run();
  const one = async () => (await read(await server.a('/trust/lists/pid'))).json;
  const { origin, state, source } = await one();
  assert.deepEqual([origin, state, source], ['api', 'fresh', { url: host.url, list: 'pid-providers' }]);
  const { json: found } = await read(await server.a('/trust/entries?list=pid'));
  assert.equal(found.count, 1);
  const remove = async () => read(await server.a('/trust/lists/pid', { method: 'DELETE' }));
  assert.equal((await remove()).status, 200);
  await until('the file', async () => (await one()).origin === 'file');
  assert.deepEqual([(await remove()).status, (await remove()).json.reason], [409, 'trust_list_not_stored']);
});

it('takes the bytes of a list that an administrator hands over, and records who did', async (t) => {
  const server = await startSampleServer();
  t.after(() => server.close());
  server.writeConfig('trust/lists/pid.json', { url: 'https://lists.invalid/pid.jwt', list: 'pid-providers' });
  server.writeConfig('trust/lists/pid.pem', operator.certificate.toString());
  const load = async (bytes: Buffer) =>
    read(
      await server.a('/trust/lists/pid/bytes', {
        method: 'POST',
        body: JSON.stringify({ bytes: bytes.toString('base64') }),
        headers: { 'content-type': 'application/json' },
      }),
    );
  const { status, json } = await load(listOf(2, true));
  assert.deepEqual([status, json.state, json.list.sequenceNumber, json.list.loaded], [201, 'fresh', 2, true]);
  const older = await load(listOf(1, true));
  assert.deepEqual([older.status, older.json.reason], [400, 'trust_list_refused']);
  assert.match(older.json.errors[0].detail, /lower than the previously accepted number 2/);
  const { json: found } = await read(await server.a('/trust/entries?list=pid'));
  assert.deepEqual([found.count, found.entries[0].territories], [1, ['DE']]);
  const { json: records } = await read(await server.a('/audit?action=trust-list.loaded'));
  const ours = records.filter((one: { action: string }) => one.action === 'trust-list.loaded');
  assert.deepEqual(
    ours.map((one: { subject: string; data: object }) => [one.subject, one.data]),
    [['pid', { number: 2, sha256: json.list.sha256 }]],
  );
});
