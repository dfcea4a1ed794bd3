import assert from 'node:assert/strict';
import { test } from 'node:test';
import { annotated } from '@countersign/shared/http/annotation';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { openGateway } from '../open-gateway.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

test('what wallets did today is counted by tenant, with the last refusals and why', async (t) => {
  const gateway = await openGateway(t, {
    replies: {
      'issuer.credential': async () => ({ body: { credentials: [] } }),
      'issuer.deferred-credential': async () => ({ status: 202, body: {} }),
      'verifier.response': async () => ({ body: {} }),
      'issuer.token': async () => {
        throw annotated(new ProtocolError('invalid_grant', 'no', { reason: 'code_unknown' }), { session: 's1' });
      },
      'issuer.authorize': async () => {
        throw new Error('broken');
      },
    },
  });
  const post = (path: string, body: string, headers: Record<string, string> = form): Promise<Response> =>
    gateway.request(path, { method: 'POST', body, headers });
  const json = { 'content-type': 'application/json' };
  await post('/vci/credential', '{}', json);
  await post('/vci/deferred', '{}', json);
  await post('/oid4vp/response', 'state=x');
  await post('/authorize/token', 'grant_type=authorization_code');
  await post('/root/authorize/token', 'grant_type=authorization_code');
  await gateway.request('/authorize');
  await gateway.request('/absent');
  await gateway.stop();
  const overview = (await (await gateway.a('/overview')).json()) as JsonObject;
  const { issued, presented, statusChanges, deliveries } = overview;
  assert.deepEqual({ issued, presented, statusChanges }, { issued: 1, presented: 1, statusChanges: 0 });
  assert.deepEqual(deliveries, { waiting: 0, dead: 0 });
  const [refused] = overview.refused as JsonObject[];
  assert.deepEqual(
    [refused?.reason, refused?.count, (overview.refused as JsonObject[]).length],
    ['code_unknown', 1, 1],
  );
  const times = overview.times as JsonObject[];
  const last = times.at(-1);
  assert.deepEqual([last?.issued, last?.presented, last?.refused], [1, 1, 1], 'in the present hour');
  assert.deepEqual(
    times.slice(0, -1).filter(({ issued: count }) => count !== 0),
    [],
  );
  const [failure] = overview.failures as JsonObject[];
  assert.deepEqual([failure?.step, failure?.session], ['token', 's1']);
  assert.match(String(failure?.explanation), /code/);
  assert.equal((overview.health as JsonObject).status, 'ok');
  const other = (await (await gateway.b('/overview')).json()) as JsonObject;
  assert.deepEqual([other.issued, (other.failures as JsonObject[]).length], [0, 1]);
});

test('counts begin with the hour that is asked for, within a month', async (t) => {
  const gateway = await openGateway(t);
  const overview = (await (await gateway.a('/overview?from=2026-06-01T10:59:00Z')).json()) as JsonObject;
  assert.equal(overview.from, '2026-06-01T10:00:00.000Z');
  const earliest = (await (await gateway.a('/overview?from=2026-01-01')).json()) as JsonObject;
  assert.equal(earliest.from, '2026-05-01T12:00:00.000Z');
  assert.equal((earliest.times as JsonObject[]).length, 32, 'long periods by day, the present one too');
  assert.equal((await gateway.a('/overview?from=yesterday')).status, 400);
});
