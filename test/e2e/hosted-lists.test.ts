/** One tenant publishes a list of trusted entities, and another server uses it to verify presentations. */
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { trustListsJob } from '@countersign/european-trust/refresh/tenant-lists';
import { entityBody, listBody } from '@countersign/european-trust/test/hosting/hosted-bodies';
import { DAY } from '@countersign/european-trust/test/lists/made-lists';
import { keyOf } from '@countersign/european-trust/test/registration/deterministic-keys';
import {
  makeTestAuthority,
  makeTestCertificate,
} from '@countersign/european-trust/test/registration/made-certificates';
import { signHostedListsJob } from '@countersign/issuer/hosting/sign-hosted-lists';
import { x5cElement } from '@countersign/shared/crypto/x509';
import { createOutbound } from '@countersign/shared/http/outbound';
import { until } from '@countersign/shared/test/patience';
import { newWalletKey, signCompact } from '@countersign/wallet/jwt/keys';
import { post, present, responseFields, vpTokenOf } from '@countersign/wallet/presentation/present';
import { read } from '@countersign/wallet/sending/answer';
import { sessionOf } from '../support/flows.ts';
import { makeFetchedRequest, pidQuestion } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import { jsonBody } from '../support/server.ts';

const began = Date.now();
const validity = { notBefore: began - DAY, notAfter: began + 400 * DAY };
const authority = await makeTestAuthority('PID CA', validity);
const another = await makeTestAuthority('another CA', validity);
const provider = await makeTestCertificate({
  subject: [
    ['C', 'DE'],
    ['CN', 'PID provider'],
  ],
  key: keyOf('PID provider'),
  issuer: authority,
  ...validity,
});

async function startHost(t: TestContext, time: { now: number }) {
  const server = await startSampleServer({ clock: () => time.now });
  t.after(() => server.close());
  const send = async (method: string, path: string, body?: object) =>
    read(await server.a(`/hosted-lists${path}`, { method, ...(body === undefined ? {} : jsonBody(body)) }));
  const published = async (headers: Record<string, string> = {}) => {
    // What another call has published is seen after half a second at the latest.
    time.now += 1000;
    return server.request('/trust-lists/pid', { headers });
  };
  return { server, send, published, url: `${server.url}/trust-lists/pid` };
}

it('publishes each change at once, for caches and for history', async (t) => {
  const time = { now: began };
  const { server, send, published } = await startHost(t, time);
  assert.deepEqual((await send('GET', '')).json, []);
  assert.equal((await published()).status, 404);

  const created = await send('POST', '/pid', listBody());
  assert.deepEqual([created.status, created.json.sequenceNumber, created.json.revision], [201, 1, 1], created.text);
  const added = await send('POST', '/pid/entities', entityBody(authority.certificate));
  assert.deepEqual([added.status, added.json.sequenceNumber, added.json.entities], [201, 2, 1], added.text);
  const [{ services }] = added.json.trustedEntities;
  assert.deepEqual(
    [services[0].certificates[0].subject, services[0].certificates[0].daysLeft > 390],
    [authority.certificate.subject.replaceAll('\n', ', '), true],
  );

  const list = await published();
  const etag = list.headers.get('etag') ?? '';
  assert.deepEqual(
    [list.status, list.headers.get('content-type'), list.headers.get('cache-control')],
    [200, 'application/jwt', 'public, max-age=300'],
  );
  assert.equal((await published({ 'if-none-match': etag })).status, 304);
  const head = await server.request('/trust-lists/pid', { method: 'HEAD' });
  assert.deepEqual([head.status, head.headers.get('etag'), await head.text()], [200, etag, '']);

  const { json: versions } = await send('GET', '/pid/versions');
  assert.deepEqual(
    versions.map((one: Record<string, unknown>) => [one.sequenceNumber, one.change, one.entity, one.by]),
    [
      [2, 'entity-written', 'ministry', 'api-key'],
      [1, 'created', undefined, 'api-key'],
    ],
  );
  const second = await send('GET', '/pid/versions/2');
  assert.equal(second.text, await list.text());
  assert.notEqual((await send('GET', '/pid/versions/1')).text, second.text);

  const { json: audit } = await read(await server.a('/audit'));
  const record = audit.find(({ action }: { action: string }) => action === 'hosted-entity.written');
  assert.deepEqual([record.subject, record.data], ['pid', { sequenceNumber: 2, entity: 'ministry' }]);
});

it('refuses what is not valid, and what would overwrite the change of another', async (t) => {
  const { send } = await startHost(t, { now: began });
  const { list: _, ...withoutType } = listBody();
  assert.equal((await send('POST', '/pid', withoutType)).status, 400);
  assert.equal((await send('POST', '/pid', listBody({ list: 'unknown' as never }))).status, 400);
  assert.equal((await send('POST', '/PID', listBody())).status, 404);
  assert.equal((await send('POST', '/pid', listBody({ revision: 3 }))).json.reason, 'hosted_list_changed');
  assert.equal((await send('POST', '/pid/entities', entityBody(authority.certificate))).status, 404);
  await send('POST', '/pid', listBody());

  const key = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----';
  const leaked = await send('POST', '/pid/entities', entityBody(key));
  assert.deepEqual([leaked.status, leaked.json.reason], [400, 'hosted_list_invalid']);
  assert.deepEqual(leaked.json.errors, [
    { pointer: '/services/0/certificates', detail: 'must not contain a private key' },
  ]);
  assert.ok(!leaked.text.includes('AAAA'));

  // Both have read revision 1.
  const both = await Promise.all([
    send('POST', '/pid/entities', entityBody(authority.certificate)),
    send('POST', '/pid/entities', entityBody(another.certificate, { id: 'other' })),
  ]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409]);
  const { json } = await send('GET', '/pid');
  assert.deepEqual([json.revision, json.sequenceNumber, json.entities], [2, 2, 1]);
  const [{ id, services }] = json.trustedEntities;
  const twice = await send('POST', '/pid/entities', {
    ...entityBody(services[0].certificates[0].pem, { id: 'third' }),
    revision: 2,
  });
  assert.match(twice.json.errors[0].detail, new RegExp(`is listed already for the entity ${id}`));
  assert.equal((await send('DELETE', '/pid/entities/nobody?revision=2')).json.reason, 'hosted_entity_unknown');
});

it('signs a list again before its end, and serves none that has ended', async (t) => {
  const time = { now: began };
  const { server, send, published } = await startHost(t, time);
  await send('POST', '/pid', listBody({ updateInterval: 3600 }));
  const job = signHostedListsJob(server.platform);
  await job.run();
  assert.equal((await send('GET', '/pid')).json.sequenceNumber, 1);
  time.now = began + 1_801_000;
  await job.run();
  const { json } = await send('GET', '/pid');
  assert.deepEqual([json.sequenceNumber, json.revision, json.state], [2, 1, 'published']);
  const [{ change, by }] = (await send('GET', '/pid/versions')).json;
  assert.deepEqual([change, by], ['signed', undefined]);

  time.now = Date.parse(json.nextUpdate) - 10_000;
  assert.equal((await published()).headers.get('cache-control'), 'public, max-age=9');
  time.now = Date.parse(json.nextUpdate);
  assert.equal((await published()).status, 503);
  await job.run();
  assert.equal((await published()).status, 200);

  const closed = await send('DELETE', '/pid?revision=1');
  assert.deepEqual([closed.json.state, closed.json.nextUpdate, closed.json.sequenceNumber], ['closed', undefined, 4]);
});

it('is a source of trust for another server, which follows a removal', async (t) => {
  const time = { now: began };
  const host = await startHost(t, time);
  await host.send('POST', '/pid', listBody());
  await host.send('POST', '/pid/entities', entityBody(authority.certificate));
  const { json: keys } = await read(await host.server.a('/keys'));
  const ofPurpose = (name: string) =>
    keys.purposes.find(({ purpose }: { purpose: string }) => purpose === name).keys[0];
  assert.equal(ofPurpose('list').state, 'active');

  const verifier = await startSampleServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' }, clock: () => time.now });
  t.after(() => verifier.close());
  const vct = `${verifier.url}/credentials/vct/pid`;
  verifier.writeConfig('presentation/question.json', pidQuestion);
  verifier.writeConfig('trust/lists/pid.json', { url: host.url, list: 'pid-providers', vct: [vct] });
  verifier.writeConfig('trust/lists/pid.pem', ofPurpose('ca').certificate.pem);
  const job = trustListsJob(verifier.platform, createOutbound({ allow: ['127.0.0.1'] }));
  const key = newWalletKey();
  const shown = async () => {
    const iat = Math.floor(time.now / 1000);
    const payload = { vct, iat, cnf: { jwk: key.publicJwk }, given_name: 'Ada' };
    const header = { typ: 'dc+sd-jwt', alg: 'ES256', x5c: [x5cElement(provider.certificate)] };
    const held = { credential: `${signCompact(header, payload, provider.key.privateKey)}~`, key };
    const { request, session } = await makeFetchedRequest(verifier);
    const vpToken = vpTokenOf(present(held, request, { payload: { iat } }), request);
    await post(request.response_uri, responseFields(request, vpToken));
    return sessionOf(verifier, session);
  };

  time.now += 1000;
  await job.run();
  time.now += 1000;
  const accepted = await shown();
  assert.equal(accepted.status, 'verified', JSON.stringify(accepted.error));
  const { sequenceNumber, entity } = accepted.credentials[0].signer.list;
  assert.deepEqual([sequenceNumber, entity], [2, 'Ministry']);

  assert.equal((await host.send('DELETE', '/pid/entities/ministry?revision=2')).status, 200);
  time.now += 5 * 3_600_000;
  await job.run();
  time.now += 1000;
  await until('the removal', async () => (await shown()).error?.code === 'issuer_trust');
});
