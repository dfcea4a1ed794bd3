/** Kills between every two writes, and repeated, late and reordered events: each delivery arrives, with the same id. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInProcessBus } from '@countersign/shared/bus/in-process';
import { silentLog } from '@countersign/shared/kernel/log';
import { faultyBus } from '@countersign/shared/test/bus/faulty-bus';
import { killedAt, settle } from './killed-store.ts';
import { call, deliver, receiver, runJob, world } from './world.ts';

async function swallow(action: Promise<void>): Promise<void> {
  await action.catch((error: unknown) => assert.match(String(error), /process/));
}

for (const answers of [[204], [500, 204], [410]] as const) {
  for (const after of [false, true]) {
    test(`killed ${after ? 'behind' : 'before'} each write, target answers ${answers}: it ends well`, async (t) => {
      const w = await world(t);
      let killed = true;
      for (let n = 1; killed; n += 1) {
        let sent = 0;
        const { url, got } = await receiver(t, (_, response) => {
          response.writeHead(answers[Math.min(sent, answers.length - 1)] ?? 500).end();
          sent += 1;
        });
        const { id, events } = await w.session({ url, types: ['credential.issued.v1', 'issuance.completed.v1'] });
        const store = killedAt(w.store, n, after);
        const victim = w.dispatcher({ store });
        for (const event of events) await swallow(deliver(victim, event));
        await swallow(runJob(victim, 'delivery-due'));
        killed = store.dead();
        await settle(w, w.dispatcher());
        assert.deepEqual(await w.pending(id), [], `write ${n}`);
        for (const event of events) {
          const delivery = await w.delivery(event.id);
          assert.equal(delivery?.state, answers[0] === 410 ? 'dead' : 'delivered', `write ${n}`);
          const attempts = got.filter(({ headers }) => headers['webhook-id'] === event.id).length;
          assert.ok(attempts >= 1 && attempts <= answers.length + 1, `write ${n}: ${attempts} attempts`);
        }
        assert.ok(n < 30);
      }
    });
  }
}

test('killed between the two writes of a replay: no mark is left', async (t) => {
  const w = await world(t);
  const { url, got } = await receiver(t);
  const { id, events } = await w.session({ url });
  await deliver(w.dispatcher(), events[0]);
  const params = { sessionId: id, deliveryId: events[0]?.id ?? '' };
  await assert.rejects(
    call(w.dispatcher({ store: killedAt(w.store, 2, false) }), 'dispatcher.replay', params),
    /killed/,
  );
  assert.equal((await w.pending(id))?.length, 1);
  await settle(w, w.dispatcher());
  assert.deepEqual(await w.pending(id), []);
  assert.equal(got.length, 1);
});

test('a worker whose lease has ended writes nothing', async (t) => {
  const w = await world(t);
  let release: (() => void) | undefined;
  const { url, got } = await receiver(t, (_, response) => {
    if (got.length > 1) response.writeHead(204).end();
    else release = () => response.writeHead(410).end();
  });
  const { events } = await w.session({ url });
  const [slow, fast] = [w.dispatcher(), w.dispatcher()];
  await slow.consumers[0]?.handler(events[0] ?? assert.fail());
  while (release === undefined) await new Promise((resolve) => setImmediate(resolve));
  // The lease lasts longer than the time limit of an attempt, so the second worker starts after that.
  await runJob(fast, 'delivery-due');
  assert.equal(got.length, 1);
  w.now += 6001;
  await runJob(fast, 'delivery-due');
  assert.equal((await w.delivery(events[0]?.id))?.state, 'delivered');
  release();
  await slow.idle();
  const delivery = await w.delivery(events[0]?.id);
  assert.deepEqual([delivery?.state, delivery?.attempts.length], ['delivered', 1]);
});

test('events that come twice, late and in any order: one webhook each', async (t) => {
  const w = await world(t);
  const { url, got } = await receiver(t);
  const dispatchers = [w.dispatcher(), w.dispatcher()];
  const plain = createInProcessBus({
    clock: w.platform.clock,
    log: silentLog,
    deadLetter: async ({ error }) => assert.fail(error),
    partitions: 4,
  });
  const bus = faultyBus(plain, { duplicate: 0.5, delay: () => 1, reorder: true });
  for (const { consumers } of dispatchers) for (const consumer of consumers) bus.subscribe(consumer);
  await bus.start();
  t.after(() => bus.stop());
  const made = await Promise.all(
    Array.from({ length: 20 }, () => w.session({ url, types: ['credential.issued.v1', 'issuance.completed.v1'] })),
  );
  await bus.publish('issuance-results', made.flatMap(({ events }) => events).reverse());
  await settle(w, ...dispatchers);
  const ids = got.map(({ headers }) => headers['webhook-id']);
  assert.equal(ids.length, 40);
  assert.equal(new Set(ids).size, 40);
  for (const { id, events } of made) {
    const own = events.map((event) => event.id);
    assert.deepEqual(
      ids.filter((one) => own.includes(String(one))),
      own,
    );
    assert.deepEqual(await w.pending(id), []);
  }
});
