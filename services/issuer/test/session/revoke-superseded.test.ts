import assert from 'node:assert/strict';
import { test } from 'node:test';
import { revokeSupersededJob } from '../../src/session/revoke-superseded.ts';
import {
  credentialWith,
  DAY,
  openRenewable,
  records,
  refreshed,
  renewals,
  tokenFor,
  writeConfiguration,
} from '../token/renewable.ts';

const revoking = { refresh: { older_credentials: 'revoke' } };

/** A wallet with a credential whose claims have changed later, and the calls to the status service. */
async function world(t: Parameters<typeof openRenewable>[0]) {
  const made = await openRenewable(t, revoking);
  const first = await tokenFor(made);
  await credentialWith(made, first.access_token);
  made.now += DAY;
  const asked: unknown[] = [];
  const { call } = made.platform;
  Object.assign(made.platform, {
    call: async (operation: string, request: { body: unknown }) => {
      if (operation !== 'status.supersede') return call(operation, request as never);
      asked.push(request.body);
      return { body: [] };
    },
  });
  const run = async () => {
    await revokeSupersededJob(made.platform).run();
    return { asked: asked.splice(0), pending: (await records(made))[0]?.superseded };
  };
  return { made, first, run };
}

test('older credentials are revoked when newer ones with other claims have left', async (t) => {
  const { made, first, run } = await world(t);
  writeConfiguration(made, 'pid', { ...revoking, claims: { level: 'other' } });
  const { access_token } = await refreshed(made, first.refresh_token);
  await credentialWith(made, access_token);
  const older = { sessionId: first.session, credentialConfigurationId: 'pid', status: 1 };
  assert.deepEqual(await run(), { asked: [older], pending: undefined });
  assert.deepEqual(await run(), { asked: [], pending: undefined });
  await refreshed(made, first.refresh_token);
});

test('with the same claims they stay', async (t) => {
  const { made, first, run } = await world(t);
  const { access_token } = await refreshed(made, first.refresh_token);
  await credentialWith(made, access_token);
  assert.deepEqual(await run(), { asked: [], pending: undefined });
});

test('where the newer ones never leave, the older ones stay', async (t) => {
  const { made, first, run } = await world(t);
  writeConfiguration(made, 'pid', { ...revoking, claims: { level: 'other' } });
  const { access_token } = await refreshed(made, first.refresh_token);
  const { call } = made.platform;
  const away = async (operation: string) => {
    throw new Error(`${operation} is away`);
  };
  Object.assign(made.platform, { call: away });
  await assert.rejects(credentialWith(made, access_token), /away/);
  Object.assign(made.platform, { call });
  const waiting = await run();
  assert.deepEqual([waiting.asked.length, waiting.pending?.length], [0, 1]);
  const [renewal] = await renewals(made, first.session);
  const failed = { state: 'failed', reason: 'claims_unavailable' } as const;
  await made.change(renewal?.id ?? '', (one) => ({ ...one, issuance: { ...one.issuance, progress: failed } }));
  assert.deepEqual(await run(), { asked: [], pending: undefined });
  // The next renewal replaces them.
  made.now += DAY;
  await credentialWith(made, (await refreshed(made, first.refresh_token)).access_token);
  const asked = (await run()).asked as { readonly sessionId: string }[];
  assert.ok(asked.some(({ sessionId }) => sessionId === first.session));
});
