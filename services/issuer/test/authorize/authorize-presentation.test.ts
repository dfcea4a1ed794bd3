import assert from 'node:assert/strict';
import { test } from 'node:test';
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
