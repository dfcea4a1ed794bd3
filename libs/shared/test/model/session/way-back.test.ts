/** Where the user returns, if a webhook may choose it: the first write decides. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionDocument } from '../../../src/model/session/sessions.ts';
import { chosenByWebhook, withOwnRedirect, withRedirect } from '../../../src/model/session/way-back.ts';

const responseCode = { hash: 'code', sealed: 'sealed code', redeemed: false };
const given = (presentation: object): SessionDocument => ({ id: 's', presentation }) as unknown as SessionDocument;
const waiting = given({ redirect: 'webhook', progress: { state: 'verified', responseCode } });

test('the first write decides, the webhook or the end of the wait', () => {
  const chosen = withRedirect(waiting, 'sealed');
  assert.deepEqual(chosenByWebhook(chosen)?.redirect, { sealed: 'sealed' });
  assert.equal(withOwnRedirect(chosen), chosen);
  const own = withOwnRedirect(waiting);
  assert.deepEqual(chosenByWebhook(own)?.redirect, {});
  assert.equal(withRedirect(own, 'late'), own);
});

test('a webhook that returns nothing decides nothing, and other presentations have nothing to decide', () => {
  assert.equal(withRedirect(waiting, undefined), waiting);
  for (const session of [
    given({ progress: { state: 'verified', responseCode } }),
    given({ redirect: 'webhook', progress: { state: 'verified' } }),
    given({ redirect: 'webhook', progress: { state: 'rejected', responseCode } }),
    { id: 's' } as SessionDocument,
  ]) {
    assert.equal(withRedirect(session, 'sealed'), session);
    assert.equal(chosenByWebhook(session), undefined);
  }
});
