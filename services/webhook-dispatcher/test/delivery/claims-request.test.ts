/** Claims requests: the session is written first, then the delivery; no crash leaves a request undecided. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unavailable } from '@countersign/shared/kernel/unavailable';
import type { SessionClaims } from '@countersign/shared/model/session/sessions';
import type { Store } from '@countersign/shared/store/port';
import { updateDocument } from '@countersign/shared/store/update-document';
import { deliveries, sessions } from '@countersign/shared/test/model/every-tenant';
import { call, deliver, receiver, runJob, type World, world } from '../world.ts';

const ANSWER = '{"member":{"level":"gold"}}';
const ENV = { OUTBOUND_ALLOW: '127.0.0.1', CLAIMS_WAIT: '1000' };

/** A session whose presentation was verified just now and whose claims are expected. */
async function expecting(made: World, url: string, requestId = 'h') {
  const session = await made.session({
    url,
    webhook: 'claims',
    types: ['presentation.verified.v1'],
    credentials: [{ id: 'pid', values: { given_name: 'Ada' } }],
  });
  await setClaims(made, session.id, { requestId, deadline: made.now + 60_000, state: 'expected' });
  return session;
}

async function setClaims({ store }: World, id: string, claims: SessionClaims): Promise<void> {
  await updateDocument(store, sessions, id, (session) => ({ ...session, claims }));
}

async function stored({ store, platform }: World, id: string) {
  const session = await store.get(sessions, id);
  const claims = session?.claims;
  const vault = await platform.vaults.of('default');
  const answer =
    claims?.state === 'answered' || claims?.state === 'ready'
      ? vault.open(claims.answer ?? '', `session/${id}/claims`)
      : undefined;
  return { claims, answer, events: session?.outbox.map(({ event }) => [event.type, event.data]) };
}

/** A store whose writes to one collection fail after the first `writes`. */
function dying(store: Store, name: string, writes: number): Store {
  let left = writes;
  return {
    ...store,
    insert: (collection, document) => store.insert(collection, document),
    get: (collection, id) => store.get(collection, id),
    find: (collection, query) => store.find(collection, query),
    delete: (collection, document) => store.delete(collection, document),
    ping: () => store.ping(),
    close: () => store.close(),
    replace: async (collection, document) => {
      if (collection.name === name) {
        left -= 1;
        if (left < 0) throw unavailable('database');
      }
      return store.replace(collection, document);
    },
  };
}

test('the answer is stored encrypted in the session, with its event, and the delivery ends', async (t) => {
  const made = await world(t, ENV);
  const target = await receiver(t, (_, response) => response.end(ANSWER));
  const { id, events } = await expecting(made, target.url);
  await deliver(made.dispatcher(), events[0]);
  const { claims, answer, events: pushed } = await stored(made, id);
  assert.deepEqual([claims?.state, answer], ['answered', ANSWER]);
  assert.deepEqual(pushed, [['webhook.answered.v1', { request: 'h', session: id, tenant: 'default' }]]);
  assert.equal((await made.delivery(events[0]?.id))?.state, 'delivered');
  assert.deepEqual(await made.pending(id), []);
  const { type, credentials } = JSON.parse(target.got[0]?.body ?? '');
  assert.deepEqual([type, credentials], ['claims.requested', [{ id: 'pid', values: { given_name: 'Ada' } }]]);
  assert.equal(target.got[0]?.headers['webhook-id'], events[0]?.id);
});

test('a crash between answer and delivery: the webhook is not called again, and the delivery ends', async (t) => {
  const made = await world(t, ENV);
  const target = await receiver(t, (_, response) => response.end(ANSWER));
  const { id, events } = await expecting(made, target.url);
  // The delivery is created with its lease; its end is not written.
  await deliver(made.dispatcher({ store: dying(made.store, 'deliveries', 0) }), events[0]);
  assert.equal((await stored(made, id)).answer, ANSWER);
  assert.equal((await made.delivery(events[0]?.id))?.state, 'leased');
  // The write of the response has removed the mark, and the rest of the delivery needs none.
  assert.deepEqual(await made.pending(id), []);
  made.now += 60_000;
  const other = made.dispatcher();
  await runJob(other, 'delivery-due');
  assert.equal((await made.delivery(events[0]?.id))?.state, 'delivered');
  assert.equal(target.got.length, 1);
});

test('a crash before the answer was stored: the webhook is called again', async (t) => {
  const made = await world(t, ENV);
  const target = await receiver(t, (_, response) => response.end(ANSWER));
  const { id, events } = await expecting(made, target.url);
  await deliver(made.dispatcher({ store: dying(made.store, 'sessions', 0) }), events[0]);
  assert.equal((await stored(made, id)).claims?.state, 'expected');
  made.now += 20_000;
  await runJob(made.dispatcher(), 'delivery-due');
  assert.deepEqual([(await stored(made, id)).answer, target.got.length], [ANSWER, 2]);
});

test('the wallet writes the session during the call: the answer is written with the first attempt', async (t) => {
  const made = await world(t, ENV);
  let conflicts = 0;
  const target = await receiver(t, async (_, response) => {
    await updateDocument(made.store, sessions, id, (session) => ({ ...session, updatedAt: session.updatedAt + 1 }));
    response.end(ANSWER);
  });
  const { id, events } = await expecting(made, target.url);
  const counting: Store = {
    ...dying(made.store, 'sessions', Number.POSITIVE_INFINITY),
    replace: async (collection, document) => {
      const done = await made.store.replace(collection, document);
      if (collection.name === 'sessions' && done === undefined) conflicts += 1;
      return done;
    },
  };
  await deliver(made.dispatcher({ store: counting }), events[0]);
  assert.deepEqual([(await stored(made, id)).answer, conflicts], [ANSWER, 0]);
});

test('answer and mark are one write of the session, and so are the end of the attempts and the mark', async (t) => {
  const made = await world(t, ENV);
  for (const status of [200, 410]) {
    const target = await receiver(t, (_, response) => response.writeHead(status).end(ANSWER));
    const { id, events } = await expecting(made, target.url);
    const before = await made.store.get(sessions, id);
    await deliver(made.dispatcher(), events[0]);
    const after = await made.store.get(sessions, id);
    assert.deepEqual([after?.rev, after?.pendingDeliveries], [(before?.rev ?? 0) + 1, []]);
    const ended = status === 200 ? 'delivered' : 'dead';
    assert.equal((await made.delivery(events[0]?.id))?.state, ended);
  }
});

test('what was presented is erased with the answer where the configuration says so, and kept where none comes', async (t) => {
  const made = await world(t, ENV);
  for (const status of [200, 410]) {
    const target = await receiver(t, (_, response) => response.writeHead(status).end(ANSWER));
    const { id, events } = await expecting(made, target.url);
    await updateDocument(made.store, sessions, id, (session) =>
      session.presentation === undefined
        ? session
        : { ...session, presentation: { ...session.presentation, retention: 'webhook' as const } },
    );
    // The end of the delivery is not written.
    await deliver(made.dispatcher({ store: dying(made.store, 'deliveries', 0) }), events[0]);
    const progress = (await made.store.get(sessions, id))?.presentation?.progress;
    assert.equal(progress?.state === 'verified' && progress.sealedCredentials !== undefined, status === 410);
  }
});

test('giving up ends the claims in the session first, then the delivery', async (t) => {
  const made = await world(t, ENV);
  const target = await receiver(t, (_, response) => response.writeHead(410).end());
  const { id, events } = await expecting(made, target.url);
  await deliver(made.dispatcher({ store: dying(made.store, 'deliveries', 0) }), events[0]);
  const { claims, events: pushed } = await stored(made, id);
  assert.deepEqual([claims?.state, claims?.state === 'failed' && claims.reason], ['failed', 'claims_unavailable']);
  assert.deepEqual(
    pushed?.map(([type]) => type),
    ['webhook.gave-up.v1'],
  );
  made.now += 60_000;
  await runJob(made.dispatcher(), 'delivery-due');
  const { state, reason } = (await made.delivery(events[0]?.id)) ?? {};
  assert.deepEqual([state, reason, target.got.length], ['dead', 'claims_unavailable', 1]);
});

test('fast attempts first, slower ones until the deadline, then the claims have failed', async (t) => {
  const made = await world(t, ENV);
  const target = await receiver(t, (_, response) => response.end('[]'));
  const { id, events } = await expecting(made, target.url);
  const began = made.now;
  const dispatcher = made.dispatcher();
  await deliver(dispatcher, events[0]);
  for (let turn = 0; turn < 70 && (await stored(made, id)).claims?.state === 'expected'; turn += 1) {
    made.now += 1000;
    await runJob(dispatcher, 'delivery-due');
  }
  const { state, attempts } = (await made.delivery(events[0]?.id)) ?? {};
  assert.equal(state, 'dead');
  assert.deepEqual(new Set(attempts?.map(({ error }) => error)), new Set(['answer']));
  const seen = JSON.stringify((await call(dispatcher, 'dispatcher.deliveries', { sessionId: id })).body);
  assert.match(seen, /"error":"answer","description":"The response is 2xx, but does not map/);
  assert.match(seen, /"reason":"claims_unavailable","description":"No attempt returned usable claims"/);
  assert.ok((attempts ?? []).filter(({ at }) => at - began <= 4000).length >= 3);
  assert.ok((attempts ?? []).every(({ at }) => at < began + 60_000));
  assert.equal((await stored(made, id)).claims?.state, 'failed');
});

test('an answer after the deadline is dropped', async (t) => {
  const made = await world(t, ENV);
  const target = await receiver(t, (_, response) => {
    made.now += 60_000;
    response.end(ANSWER);
  });
  const { id, events } = await expecting(made, target.url);
  await deliver(made.dispatcher(), events[0]);
  const { claims } = await stored(made, id);
  assert.equal(claims?.state === 'failed' && claims.reason, 'claims_deadline');
});

test('a delivery that is found after the deadline ends without a call', async (t) => {
  const made = await world(t, ENV);
  const target = await receiver(t, (_, response) => response.end(ANSWER));
  const { id, events } = await expecting(made, target.url);
  made.now += 60_000;
  await deliver(made.dispatcher(), events[0]);
  const { claims } = await stored(made, id);
  assert.deepEqual([claims?.state === 'failed' && claims.reason, target.got.length], ['claims_deadline', 0]);
});

for (const state of ['answered', 'ready', 'failed'] as const) {
  test(`claims that are ${state} are never replaced by another answer`, async (t) => {
    const made = await world(t, ENV);
    const before: SessionClaims =
      state === 'failed'
        ? { requestId: 'h', deadline: made.now + 60_000, state, reason: 'claims_deadline' }
        : { requestId: 'h', deadline: made.now + 60_000, state, answer: 'sealed before' };
    let session = '';
    const target = await receiver(t, async (_, response) => {
      // Another worker settles the claims while this one waits.
      await setClaims(made, session, before);
      response.end(ANSWER);
    });
    const { id, events } = await expecting(made, target.url);
    session = id;
    await deliver(made.dispatcher(), events[0]);
    assert.deepEqual((await made.store.get(sessions, id))?.claims, before);
    assert.equal((await made.delivery(events[0]?.id))?.state, state === 'failed' ? 'dead' : 'delivered');
  });
}

test('an answer for another presentation request is dropped, whether the new request came before or during the call', async (t) => {
  const made = await world(t, ENV);
  let session = '';
  const next: SessionClaims = { requestId: 'next', deadline: made.now + 60_000, state: 'expected' };
  const target = await receiver(t, async (_, response) => {
    await setClaims(made, session, next);
    response.end(ANSWER);
  });
  const late = await expecting(made, target.url);
  session = late.id;
  const dispatcher = made.dispatcher();
  await deliver(dispatcher, late.events[0]);
  assert.deepEqual((await made.store.get(sessions, late.id))?.claims, next);
  assert.equal((await made.delivery(late.events[0]?.id))?.reason, 'superseded');
  const early = await expecting(made, target.url, 'next');
  await deliver(dispatcher, early.events[0]);
  assert.deepEqual([(await made.delivery(early.events[0]?.id))?.reason, target.got.length], ['superseded', 1]);
  assert.equal((await stored(made, early.id)).claims?.state, 'expected');
});

test('an erased session ends its claims request', async (t) => {
  const made = await world(t, ENV);
  const target = await receiver(t, async (_, response) => {
    const session = await made.store.get(sessions, erased);
    if (session !== undefined) await made.store.delete(sessions, session);
    response.end(ANSWER);
  });
  const { id, events } = await expecting(made, target.url);
  const erased = id;
  await deliver(made.dispatcher(), events[0]);
  assert.equal(await made.delivery(events[0]?.id), undefined);
});

test('a claims request is not replayed', async (t) => {
  const made = await world(t, ENV);
  const target = await receiver(t, (_, response) => response.end(ANSWER));
  const { id, events } = await expecting(made, target.url);
  const dispatcher = made.dispatcher();
  await deliver(dispatcher, events[0]);
  const params = { sessionId: id, deliveryId: events[0]?.id ?? '' };
  await assert.rejects(call(dispatcher, 'dispatcher.replay', params), { code: 'conflict' });
  const found = await made.store.find(deliveries, { index: 'session', equal: [id], limit: 9 });
  assert.equal(found.documents.length, 1);
});

test('data of an earlier presentation is never sent as that of this one', async (t) => {
  const made = await world(t, ENV);
  const target = await receiver(t);
  const { id, events } = await made.session({
    url: target.url,
    webhook: 'result',
    types: ['presentation.verified.v1'],
  });
  await updateDocument(made.store, sessions, id, (session) =>
    session.presentation === undefined
      ? session
      : { ...session, presentation: { ...session.presentation, requestHash: 'next' } },
  );
  await deliver(made.dispatcher(), events[0]);
  assert.deepEqual([(await made.delivery(events[0]?.id))?.reason, target.got.length], ['superseded', 0]);
});
