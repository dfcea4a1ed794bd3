/** Jobs that run on one replica at a time: after a crash of that replica another continues. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '@countersign/shared/kernel/clock';
import { randomId, systemRandom } from '@countersign/shared/kernel/random';
import type { ServiceName } from '@countersign/shared/kernel/service-name';
import { jobs } from '@countersign/shared/model/jobs';
import { withPending } from '@countersign/shared/model/session/pending';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { newEvent } from '@countersign/shared/outbox/events';
import { pushed } from '@countersign/shared/outbox/outbox';
import type { Store } from '@countersign/shared/store/port';
import { updateDocument } from '@countersign/shared/store/update-document';
import { deliveries, sessions } from '@countersign/shared/test/model/every-tenant';
import { timeLimit, until } from '@countersign/shared/test/patience';
import { openPatientStore } from '@countersign/shared/test/store/mongo/mongo-server';
import { requestUriOf } from '@countersign/wallet/presentation/present';
import type { ServiceProcess } from '../cluster/cluster-processes.ts';
import { makeRequest } from '../support/presentation.ts';
import type { Trace } from '../support/trace.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { type ClusterWorld, openClusterWorld } from './cluster-world.ts';

const skip = process.env.KAFKA_BROKERS !== undefined && process.env.COUNTERSIGN_TEST_ENGINES === '';
const DAY = 86_400_000;

describe('jobs of two replicas', { skip: skip && 'needs engines that it may stop' }, () => {
  let world: ClusterWorld;
  let receiver: WebhookReceiver;
  let store: Store;
  const closers: (() => Promise<void>)[] = [];
  before(async () => {
    world = await openClusterWorld(
      { after: (closer) => void closers.push(async () => void (await (closer as () => unknown)())) },
      { replicas: 2, env: { LOG_LEVEL: 'warn', SESSION_TIDY_UP_INTERVAL: '1' } },
    );
    receiver = await openReceiver();
    const { MONGODB_URL: url = '', MONGODB_DATABASE: database = '' } = world.env;
    store = await openPatientStore(url, database);
  });
  after(async () => {
    await receiver?.close();
    await store?.close();
    for (const closer of closers) await closer();
  });

  const change = async (id: string, decide: (session: SessionDocument) => SessionDocument): Promise<void> => {
    assert.ok(await updateDocument(store, sessions, id, decide));
  };
  const makeSession = async (): Promise<string> =>
    (await makeRequest(world, { webhook: { url: receiver.url } })).session;
  const eventOf = (session: string, type: 'presentation.rejected.v1' | 'presentation.verified.v1') =>
    newEvent({
      type,
      session,
      tenant: 'default',
      source: world.url,
      clock: systemClock,
      random: systemRandom,
      data: {
        configuration: 'question',
        request: 'r',
        ...(type === 'presentation.rejected.v1' ? { reason: 'expired' } : {}),
      },
    });

  /** An entry in an outbox whose relay was not woken, a mark whose event was lost, and an expired session. */
  const leaveBehind = async () => {
    const [outbox, marked, old] = [await makeSession(), await makeSession(), await makeSession()];
    const unpublished = eventOf(outbox, 'presentation.rejected.v1');
    const lost = eventOf(marked, 'presentation.rejected.v1');
    await change(outbox, (session) => pushed(session, [unpublished], 0));
    assert.ok((await store.get(sessions, marked))?.webhooks?.result);
    // The session has a webhook only for this type. Its content does not matter here, only that its delivery ends.
    const mark = { id: lost.event.id, type: 'presentation.verified.v1', at: Date.now(), data: {} } as const;
    await change(marked, (session) => withPending(session, [mark], Date.now()));
    await change(old, (session) => ({ ...session, createdAt: Date.now() - 3 * DAY }));
    return {
      outbox,
      marked,
      old,
      done: async () => {
        const published = (await store.get(sessions, outbox))?.outbox.length === 0;
        const made =
          (await store.get(deliveries, lost.event.id))?.endedAt !== undefined &&
          (await store.get(sessions, marked))?.pendingDeliveries.length === 0;
        const purged = (await store.get(sessions, old)) === undefined;
        return published && made && purged;
      },
    };
  };

  it('a trace that two gateways write is read at either, and streamed at the other behind the last entry', async () => {
    const { session, uri } = await makeRequest(world);
    const [one = '', two = ''] = world.cluster.gateways;
    const requested = new URL(requestUriOf(uri)).pathname;
    for (const gateway of [one, two, one]) assert.equal((await fetch(gateway + requested)).status, 200);
    const headers = { 'x-api-key': world.env.AUTH_API_KEY ?? '' };
    const traceAt = async (gateway: string): Promise<Trace> =>
      (await (await fetch(`${gateway}/session/${session}/trace`, { headers })).json()) as Trace;
    await until('both gateways have written', async () => (await traceAt(one)).entries.length === 4);
    const { entries } = await traceAt(two);
    assert.deepEqual(entries.map(({ id }) => id).toSorted(), ['1', '2', '3', '4']);
    const stop = new AbortController();
    const live = await fetch(`${two}/session/${session}/trace`, {
      headers: { ...headers, accept: 'text/event-stream', 'last-event-id': '3' },
      signal: stop.signal,
    });
    assert.equal((await fetch(one + requested)).status, 200);
    let text = '';
    for await (const bytes of live.body ?? assert.fail()) {
      text += Buffer.from(bytes).toString();
      if (text.includes('id: 5\n')) break;
    }
    stop.abort();
    assert.deepEqual(
      [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => id),
      ['4', '5'],
    );
  });

  it('work that was left behind is found by one of the two', async () => {
    const left = await leaveBehind();
    await until('all three are mended', left.done);
  });

  /** Keeps creating sessions like this one, so that each run finds some and lasts a while. */
  const flood = (decide: (session: SessionDocument) => SessionDocument, session: SessionDocument) => {
    const ids: string[] = [];
    let over = false;
    const lane = async (): Promise<void> => {
      while (!over) {
        const id = randomId(systemRandom);
        if ((await store.insert(sessions, decide({ ...session, id, handle: id }))) !== undefined) ids.push(id);
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    };
    const lanes = Promise.all([lane(), lane(), lane()]);
    return {
      ids,
      stop: async () => {
        over = true;
        await lanes;
      },
    };
  };
  /** Kills the replica that runs a job, while it does. */
  const killRunner = async (
    name: string,
    service: ServiceName,
  ): Promise<{ readonly runner: ServiceProcess; readonly lease: string }> => {
    for (const isOver = timeLimit(60_000); !(await isOver()); ) {
      const holder = (await store.get(jobs, name))?.holder ?? '';
      const runner = world.cluster.of(service).find(({ pid }) => holder.split('/')[1] === String(pid));
      if (runner !== undefined) {
        await runner.kill();
        if ((await store.get(jobs, name))?.holder === holder) return { runner, lease: holder };
        // It was through a moment before.
        await runner.start();
      }
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    throw new Error(`No replica was seen running ${name}`);
  };
  /** @param decide creates a session for the job to handle; it is handled when `done` */
  const takenOver = async (
    name: string,
    service: ServiceName,
    decide: (session: SessionDocument) => SessionDocument,
    done: (session: SessionDocument | undefined) => boolean,
  ): Promise<void> => {
    const session = await store.get(sessions, await makeSession());
    assert.ok(session !== undefined);
    const { ids, stop } = flood(decide, session);
    const { runner, lease } = await killRunner(name, service).finally(stop);
    await until(`${name} is taken over`, async () => {
      for (const id of ids) if (!done(await store.get(sessions, id))) return false;
      return true;
    });
    assert.notEqual((await store.get(jobs, name))?.holder, lease);
    await runner.start();
  };

  it('the gateway that purges is killed in the middle: the other one continues', async () => {
    const left = await leaveBehind();
    await until('all three are mended', left.done);
    const old = (session: SessionDocument): SessionDocument => ({ ...session, createdAt: Date.now() - 3 * DAY });
    await takenOver('purge', 'gateway', old, (session) => session === undefined);
  });

  it('the dispatcher that sweeps is killed in the middle: the other one continues', async () => {
    const marked = (session: SessionDocument): SessionDocument => {
      const { event } = eventOf(session.id, 'presentation.verified.v1');
      // Its webhook is encrypted for a different session, so it has no webhook: the mark causes nothing and must be
      // removed.
      const { webhooks: _webhooks, ...rest } = session;
      return withPending(rest, [{ id: event.id, type: event.type, at: Date.now(), data: {} }], Date.now());
    };
    await takenOver('delivery-sweep', 'webhook-dispatcher', marked, (session) => session?.pendingSince === undefined);
  });

  it('the verifier that sweeps outboxes is killed in the middle: the other one continues', async () => {
    const filled = (session: SessionDocument): SessionDocument =>
      pushed(session, [eventOf(session.id, 'presentation.rejected.v1')], 0);
    await takenOver('verifier/relay-sweep', 'verifier', filled, (session) => session?.outboxSince === undefined);
  });
});
