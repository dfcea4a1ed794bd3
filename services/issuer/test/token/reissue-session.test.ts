import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { RefreshGrantDocument } from '@countersign/shared/model/refresh/refresh-grants';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { refreshGrants, sessions } from '@countersign/shared/test/model/every-tenant';
import type { IssuanceSession } from '../../src/session/issuance-transition.ts';
import { NEW_SESSION_PAUSE } from '../../src/session/refresh-transitions.ts';
import { beginReissueSession, nextReissueSession } from '../../src/token/reissue-session.ts';
import { credentialWith, openRenewable, records, renewals, tokenFor, writeConfiguration } from './renewable.ts';

/** A record whose credentials may be renewed, an hour after the first issuance. */
async function renewable(t: TestContext) {
  const world = await openRenewable(t);
  const { session, access_token } = await tokenFor(world);
  await credentialWith(world, access_token);
  world.now += 3_600_000;
  const read = async (): Promise<RefreshGrantDocument> => (await records(world))[0] ?? assert.fail('no record');
  const entry = (tokenHash = 'hash') => ({ tokenHash, expiresAt: world.now + 60_000 });
  const begin = (record: RefreshGrantDocument, one: IssuanceSession) =>
    beginReissueSession({ ...world.dependencies, record, client: undefined }, one, entry());
  return { world, session, read, begin, platform: world.platform };
}

test('the next session is inserted empty, and named in the record', async (t) => {
  const { world, session, read, platform } = await renewable(t);
  const before = await read();
  const named = await nextReissueSession(platform, before);
  assert.equal(named.current.session, before.next);
  assert.notEqual(named.next, before.next);
  assert.deepEqual(await read(), named);
  const one = await world.stored(named.current.session);
  assert.deepEqual([one.handle, one.firstSession], [named.current.handle, session]);
  const { flow, progress, sealedClaims } = one.issuance;
  assert.deepEqual([flow, progress.state, sealedClaims], ['refresh_token', 'created', undefined]);
});

test('any number of refreshes end in one session', async (t) => {
  const { world, session, read, platform } = await renewable(t);
  const before = await read();
  const all = await Promise.all(Array.from({ length: 5 }, () => nextReissueSession(platform, before)));
  assert.equal(new Set(all.map(({ current }) => current.session)).size, 1);
  assert.equal((await renewals(world, session)).length, 1);
  const late = await nextReissueSession(platform, before);
  assert.equal(late.current.session, before.next);
});

test('a further session begins after a pause, and only where something was issued', async (t) => {
  const { world, read, platform } = await renewable(t);
  const named = await nextReissueSession(platform, await read());
  world.now += 10_000;
  assert.deepEqual(await refusalOf(() => nextReissueSession(platform, named)), {
    code: 'rate_limited',
    reason: 'refresh_too_soon',
    facts: { retryAfterSeconds: (NEW_SESSION_PAUSE - 10_000) / 1000 },
  });
  const given = { ...named, state: 'given' } as const;
  assert.deepEqual(await refusalOf(() => nextReissueSession(platform, given)), {
    code: 'invalid_grant',
    reason: 'refresh_nothing',
    facts: { state: 'given' },
  });
});

test('where the record was removed concurrently, the empty session is removed too', async (t) => {
  const { world, session, read, platform } = await renewable(t);
  const record = await read();
  assert.ok(await platform.store.delete(refreshGrants, record));
  assert.deepEqual(await refusalOf(() => nextReissueSession(platform, record)), {
    code: 'invalid_grant',
    reason: 'refresh_token_unknown',
  });
  assert.deepEqual(await renewals(world, session), []);
  assert.equal(await platform.store.get(sessions, record.next), undefined);
});

test('the renewal begins once, with the grant of the record', async (t) => {
  const { world, read, begin, platform } = await renewable(t);
  const named = await nextReissueSession(platform, await read());
  const empty = await world.stored(named.current.session);
  const grant = await begin(named, empty);
  assert.deepEqual([grant?.configurationIds, grant?.refreshId, grant?.clientId], [['pid', 'pass'], named.id, 'wallet']);
  assert.equal((await world.stored(empty.id)).status, 'token_issued');
  assert.equal(await begin(named, empty), undefined, 'another refresh has begun it');
});

test('where the configurations are not renewed any more, nothing begins', async (t) => {
  const { world, read, begin, platform } = await renewable(t);
  const named = await nextReissueSession(platform, await read());
  writeConfiguration(world, 'pass', {});
  const empty = await world.stored(named.current.session);
  assert.deepEqual(await refusalOf(() => begin(named, empty)), {
    code: 'invalid_grant',
    reason: 'refresh_withdrawn',
    facts: { configurationIds: ['pid', 'pass'] },
  });
  assert.equal((await world.stored(empty.id)).status, 'created');
});
