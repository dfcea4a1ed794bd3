import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newReports } from '@countersign/shared/http/reports';
import { beginsWithoutOffer, storeForBrowser } from '../../src/authorize/browser-request.ts';
import { authorizationChecks } from '../../src/authorize/checks.ts';
import { received } from '../../src/client/received.ts';
import { goodRequest, openIssuer, refusal } from '../world.ts';

test('a request without an issuer_state, or with an empty one, begins without an offer', () => {
  assert.equal(beginsWithoutOffer({ parameters: {} }), true);
  assert.equal(beginsWithoutOffer({ parameters: { issuer_state: '' } }), true);
  assert.equal(beginsWithoutOffer({ parameters: { issuer_state: 'x' } }), false);
});

test('a challenge is stored as if it were pushed, whatever its response_type, with the checks of PAR', async (t) => {
  const world = await openIssuer(t);
  const { session, grant } = await world.offer();
  const begun = async (more: object) => {
    const request = world.request({ ...goodRequest, response_type: 'token', issuer_state: grant, ...more });
    return authorizationChecks.run('challenge', received(world.dependencies, { request, reports: newReports() }));
  };
  const { request_uri, expires_in } = await storeForBrowser(await begun({}));
  assert.match(request_uri, /^urn:ietf:params:oauth:request_uri:/);
  assert.ok(expires_in > 0);
  assert.equal((await world.stored(session)).status, 'pushed');
  const plain = await refusal(storeForBrowser(await begun({ code_challenge_method: 'plain' })));
  assert.equal(plain.code, 'invalid_request');
});
