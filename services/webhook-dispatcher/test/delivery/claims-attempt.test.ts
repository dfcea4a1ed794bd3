import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { updateDocument } from '@countersign/shared/store/update-document';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { deliver, receiver, runJob, world } from '../world.ts';

test('a failed call of a claims webhook is the last error of its session after the first attempt, written once', async (t) => {
  const made = await world(t, { OUTBOUND_ALLOW: '127.0.0.1', CLAIMS_WAIT: '1000' });
  let status = 401;
  const target = await receiver(t, (_, response) => response.writeHead(status).end('{"pid":{"name":"Ada"}}'));
  const { id, events } = await made.session({
    url: target.url,
    webhook: 'claims',
    types: ['presentation.verified.v1'],
    credentials: [{ id: 'pid', values: { given_name: 'Ada' } }],
  });
  const claims = { requestId: 'h', deadline: made.now + 60_000, state: 'expected' } as const;
  await updateDocument(made.store, sessions, id, (session) => ({ ...session, claims }));
  const dispatcher = made.dispatcher();
  const last = async (): Promise<SessionDocument['lastRefusal']> => (await made.store.get(sessions, id))?.lastRefusal;
  await deliver(dispatcher, events[0]);
  const first = await last();
  assert.deepEqual([first?.reason, first?.step, first?.at], ['claims_attempt', 'credential', made.now]);
  assert.equal(
    first?.description,
    'The claims webhook failed with HTTP status 401: The receiver refused the request. Check its secret or authentication',
  );
  for (let turn = 0; turn < 10 && target.got.length < 3; turn += 1) {
    made.now += 1000;
    await runJob(dispatcher, 'delivery-due');
  }
  assert.equal(target.got.length >= 3, true);
  assert.equal((await last())?.written, 1, 'the same failure is not written again');
  status = 500;
  for (let turn = 0; turn < 20 && (await last())?.written === 1; turn += 1) {
    made.now += 1000;
    await runJob(dispatcher, 'delivery-due');
  }
  assert.match(
    (await last())?.description ?? '',
    /with HTTP status 500: The target responded with a status other than 2xx/,
  );
  assert.doesNotMatch(JSON.stringify(await last()), /Ada/);
  assert.equal((await made.store.get(sessions, id))?.claims?.state, 'expected');
});
