import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newReports } from '@countersign/shared/http/reports';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { authorizationEndpoint } from '../../src/authorize/authorize.ts';
import { openIssuer, REDIRECT_URI } from '../world.ts';
import { presenting } from './presenting.ts';

test('the page shows the request; the session waits for a browser', async (t) => {
  const world = await openIssuer(t);
  const { session, page } = await presenting(world);
  const { issuance, outbox } = await world.stored(session);
  const { progress } = issuance;
  assert.ok(progress.state === 'presentation_required' && progress.attempt.channel === 'browser');
  assert.deepEqual(
    outbox.map(({ event }) => event.type),
    ['presentation.requested.v1'],
  );
  assert.match(page, /<svg/);
});

test('a reload shows the same page, for the same client alone', async (t) => {
  const world = await openIssuer(t);
  const { query, session, page, reference } = await presenting(world);
  const before = await world.stored(session);
  const again = await world.call('issuer.authorize', { query });
  assert.equal(again.status, 200);
  assert.equal(again.raw, page);
  assert.ok(String(again.raw).includes(reference));
  assert.deepEqual(await world.stored(session), before, 'nothing is written');
  const other = world.call('issuer.authorize', { query: { ...query, client_id: 'another' } });
  await assert.rejects(other, { code: 'invalid_request_uri' });
});

test('a reload after the presentation redirects to the wallet', async (t) => {
  const world = await openIssuer(t);
  const { query, session } = await presenting(world);
  await world.present(session);
  const { status, headers } = await world.call('issuer.authorize', { query });
  assert.equal(status, 302);
  assert.ok(headers?.location?.startsWith(`${REDIRECT_URI}?code=`));
});

test('a reload after the end shows the reason, and the refusal is reported', async (t) => {
  const world = await openIssuer(t);
  const refused = await presenting(world);
  await world.present(refused.session, { state: 'rejected', reason: 'access_denied' });
  assert.equal((await world.call('issuer.authorize', { query: refused.query })).status, 400);
  assert.equal((await world.stored(refused.session)).lastRefusal?.code, 'access_denied');
  const late = await presenting(world);
  world.now += 600_000;
  assert.equal((await world.call('issuer.authorize', { query: late.query })).status, 400);
  assert.equal((await world.stored(late.session)).lastRefusal?.code, 'invalid_request_uri');
});

test('the reason of the end says who declined, what failed, or how late it is', async (t) => {
  const world = await openIssuer(t);
  const why = async (query: Record<string, string>) => {
    const request = { ...world.request({}), query };
    const { reason, facts } = whyOf((await authorizationEndpoint(world.dependencies)(request, newReports())).refusal);
    return facts === undefined ? [reason] : [reason, facts];
  };
  const rejected = await presenting(world);
  await world.present(rejected.session, { state: 'rejected', reason: 'kb_nonce' });
  assert.deepEqual(await why(rejected.query), ['presentation_rejected']);
  const failed = await presenting(world);
  await world.change(failed.session, (document) => {
    const { issuance } = document;
    const { progress } = issuance;
    assert.ok(progress.state === 'presentation_required');
    const { clientId, redirectUri } = progress.request;
    const browser = { referenceHash: progress.attempt.sessionHash, clientId, redirectUri };
    return {
      ...document,
      issuance: { ...issuance, progress: { state: 'failed', reason: 'claims_deadline', browser } },
    };
  });
  assert.deepEqual(await why(failed.query), ['claims_late']);
  const late = await presenting(world);
  world.now += 603_000;
  assert.deepEqual(await why(late.query), ['presentation_expired', { expiredSeconds: 3 }]);
});
