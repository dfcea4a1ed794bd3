/** One delivery with its request. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { updateDocument } from '@countersign/shared/store/update-document';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { call, deliver, receiver, world } from '../world.ts';

test('the request of a presentation is shown without its claims, and what identifies a failed response', async (t) => {
  const w = await world(t);
  const { url, got } = await receiver(t, (_, response) => {
    response.writeHead(422, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: 'unknown_session', message: 'Erika has no case' }));
  });
  const credentials = [{ id: 'pid', values: { given_name: 'Erika' } }];
  const options = {
    url,
    webhook: 'result',
    types: ['presentation.verified.v1'],
    state: 'case-7',
    credentials,
  } as const;
  const { id, events } = await w.session(options);
  const dispatcher = w.dispatcher();
  await deliver(dispatcher, events[0]);
  assert.match(got[0]?.body ?? '', /Erika/);
  const { body } = await call(dispatcher, 'dispatcher.delivery.get', { deliveryId: events[0]?.id ?? '' });
  const shown = body as JsonObject;
  assert.doesNotMatch(JSON.stringify(shown), /Erika/);
  const { request, attempts } = shown as { request: JsonObject; attempts: JsonObject[] };
  const { credentials: _, ...payload } = JSON.parse(got[0]?.body ?? '') as JsonObject;
  assert.deepEqual(JSON.parse(JSON.stringify(request.payload)), payload);
  assert.equal(payload.session, id);
  assert.deepEqual(request.withheld, ['credentials']);
  assert.equal((request.headers as JsonObject)['webhook-id'], got[0]?.headers['webhook-id']);
  const viewer = await call(
    dispatcher,
    'dispatcher.delivery.get',
    { deliveryId: events[0]?.id ?? '' },
    { role: 'viewer' },
  );
  assert.doesNotMatch(JSON.stringify(viewer.body), /case-7/);
  assert.deepEqual((viewer.body as { request: JsonObject }).request.withheld, ['credentials', 'state']);
  assert.deepEqual(attempts[0]?.answer, { type: 'application/json', code: 'unknown_session' });
});

test('nothing is kept of a response to a claims request, nor of a success', async (t) => {
  const w = await world(t, { CLAIMS_WAIT: '1000' });
  const answers: readonly ('claims' | 'outcome')[] = ['claims', 'outcome'];
  for (const webhook of answers) {
    const { url } = await receiver(t, (_, response) => {
      response.writeHead(webhook === 'claims' ? 500 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: 'some_code' }));
    });
    const type = webhook === 'claims' ? 'presentation.verified.v1' : 'issuance.completed.v1';
    const { id, events } = await w.session({ url, webhook, types: [type] });
    const claims = { requestId: 'h', deadline: w.now + 60_000, state: 'expected' } as const;
    if (webhook === 'claims') await updateDocument(w.store, sessions, id, (one) => ({ ...one, claims }));
    await deliver(w.dispatcher(), events[0]);
    const [attempt] = (await w.delivery(events[0]?.id))?.attempts ?? [];
    assert.equal(attempt?.status, webhook === 'claims' ? 500 : 200);
    assert.equal(attempt.answer, undefined);
  }
});

test('an unknown delivery is not found', async (t) => {
  const w = await world(t);
  await assert.rejects(
    call(w.dispatcher(), 'dispatcher.delivery.get', { deliveryId: 'nothing' }),
    (error) => error instanceof ProtocolError && error.code === 'not_found',
  );
});
