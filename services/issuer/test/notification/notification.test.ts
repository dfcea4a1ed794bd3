import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { withToken } from '../credential/token.ts';
import { openIssuer } from '../world.ts';

/** A wallet that has its credential. */
async function issued(t: TestContext) {
  const world = await openIssuer(t);
  const { session, send, request } = await withToken(world);
  const { body } = await send('issuer.credential', await request());
  const { notification_id } = body as { notification_id: string };
  const notify = (event: string, more = {}) => send('issuer.notification', { notification_id, event, ...more });
  return { world, session, notify };
}

test('the notification that completes an issuance publishes one event', async (t) => {
  const { world, session, notify } = await issued(t);
  await world.hook(session);
  assert.deepEqual(await notify('credential_accepted').then(({ body }) => body), undefined);
  await notify('credential_accepted');
  await notify('credential_deleted');
  const { issuance, outbox, status } = await world.stored(session);
  assert.equal(status, 'completed');
  assert.deepEqual(
    issuance.notifications.map(({ event }) => event),
    ['credential_accepted', 'credential_deleted'],
  );
  const completed = outbox.filter(({ event }) => event.type === 'issuance.completed.v1');
  assert.equal(completed.length, 1);
});

test('the description of a wallet is stored sealed', async (t) => {
  const { world, session, notify } = await issued(t);
  await notify('credential_failure', { event_description: 'Erika has no room' });
  const { issuance } = await world.stored(session);
  assert.equal(issuance.progress.state, 'issued');
  assert.ok(!JSON.stringify(issuance).includes('Erika has'));
  const [record] = issuance.notifications;
  const vault = await world.platform.vaults.of('default');
  assert.equal(vault.open(record?.sealedDescription ?? '', `session/${session}/notification`), 'Erika has no room');
});

test('a notification of unknown credentials is refused', async (t) => {
  const { notify } = await issued(t);
  await assert.rejects(notify('credential_accepted', { notification_id: 'x' }), { code: 'invalid_notification_id' });
  const unknown = await whyRefused(() => notify('credential_accepted', { notification_id: 'x' }));
  assert.deepEqual(unknown, ['notification_unknown', { detail: 'unknown' }]);
  await assert.rejects(notify('credential_lost'), { code: 'invalid_notification_request' });
});
