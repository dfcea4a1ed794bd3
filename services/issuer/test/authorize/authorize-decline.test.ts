import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newReports } from '@countersign/shared/http/reports';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { declineAuthorization } from '../../src/authorize/authorize-decline.ts';
import { goodRequest, openIssuer, PUBLIC_URL, REDIRECT_URI, refusal } from '../world.ts';
import { presenting } from './presenting.ts';

test('a person declines on the page of the presentation: the issuance ends, and the browser goes back', async (t) => {
  const world = await openIssuer(t);
  const { session, grant } = await world.offer({ credentialConfigurationIds: ['member'] });
  const pushed = await world.post('issuer.pushed-authorization-request', { ...goodRequest, issuer_state: grant });
  const query = { client_id: 'wallet', request_uri: String((pushed.body as JsonObject).request_uri) };
  const page = await world.call('issuer.authorize', { query });
  const [, reference = ''] = /\/authorize\/decline\/([A-Za-z0-9_-]+)"/.exec(String(page.raw)) ?? [];
  const back = await world.call('issuer.authorization.decline', { params: { reference } });
  const to = new URL(back.headers?.location ?? '');
  assert.equal(back.status, 303);
  assert.equal(to.origin + to.pathname, REDIRECT_URI);
  assert.deepEqual(
    ['error', 'state', 'iss'].map((name) => to.searchParams.get(name)),
    ['access_denied', 'course', PUBLIC_URL],
  );
  const { progress } = (await world.stored(session)).issuance;
  assert.ok(progress.state === 'failed' && progress.reason === 'declined');
  const again = world.call('issuer.authorization.decline', { params: { reference } });
  assert.equal((await refusal(again)).code, 'invalid_request');
  const follow = await world.call('issuer.authorization.follow', { params: { reference } });
  assert.deepEqual((follow.body as JsonObject).reason, 'declined');
});

test('a reference of nothing declines nothing', async (t) => {
  const world = await openIssuer(t);
  for (const reference of ['x', Buffer.alloc(48, 7).toString('base64url')]) {
    const answer = world.call('issuer.authorization.decline', { params: { reference } });
    assert.equal((await refusal(answer)).code, 'invalid_request');
  }
});

test('the reasons of a decline, and of one that comes too late', async (t) => {
  const world = await openIssuer(t);
  const { session, reference } = await presenting(world);
  const decline = (one: string) => world.call('issuer.authorization.decline', { params: { reference: one } });
  const { refusal: refused } = await declineAuthorization(world.platform)(
    {
      ...world.request({}),
      params: { reference },
    },
    newReports(),
  );
  assert.deepEqual(whyOf(refused), { code: 'access_denied', reason: 'user_denied' });
  assert.equal((await world.stored(session)).status, 'failed');
  assert.deepEqual(whyOf(await refusal(decline(reference))), {
    code: 'invalid_request',
    reason: 'sign_in_over',
    facts: { state: 'failed' },
  });
  assert.equal(whyOf(await refusal(decline('x'))).reason, 'sign_in_unknown');
});
