/**
 * SIGKILL around every write of a presentation request that no wallet ever fetches. It expires after the restart, and
 * the backend is told exactly once, also if the server was down until after its end.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@countersign/shared/test/patience';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { makeOffer, sessionOf } from '../support/flows.ts';
import { makeRequest, pidQuestion } from '../support/presentation.ts';
import { firstChallenge, memberConfiguration } from '../support/presentation-during-issuance.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { type KillWorld, openKillWorld } from './kill-world.ts';
import { backendOf } from './server-process.ts';

const HOUR = 3_600_000;
/** The attempt is written, its event is published, and its request is written. */
const WRITES = [1, 2, 3];
/** How often it is checked whether the server was killed after its response. */
const LOOKS = 40;

interface Unfetched {
  readonly world: KillWorld;
  readonly receiver: WebhookReceiver;
}

async function begin(t: TestContext): Promise<Unfetched> {
  const receiver = await openReceiver();
  t.after(() => receiver.close());
  const world = await openKillWorld(t, { OUTBOUND_ALLOW: '127.0.0.1' }, [join(import.meta.dirname, 'hurried-jobs.js')]);
  world.server.writeConfig('issuance/member.json', memberConfiguration());
  world.server.writeConfig('presentation/identity.json', pidQuestion);
  world.server.writeConfig('presentation/question.json', pidQuestion);
  await world.server.start();
  return { world, receiver };
}

/** Waits for the webhooks of a session until the last one is this. @returns their types, once for each id */
async function told({ receiver }: Unfetched, session: string, last: string): Promise<readonly string[]> {
  const types = (): ReadonlyMap<string, string> =>
    new Map(
      receiver.received
        .map(({ headers, body }) => [String(headers['webhook-id']), JSON.parse(body)] as const)
        .filter(([, body]) => body.session === session)
        .map(([id, { type }]) => [id, type]),
    );
  await until(`${session} is told ${last}`, () => [...types().values()].includes(last));
  return [...types().values()];
}

describe('a presentation request that no wallet fetches', { concurrency: true }, () => {
  for (const down of ['killed right after the answer', 'killed, and down until after its end'] as const) {
    it(`of its own session, ${down}: expires and is told once`, async (t) => {
      const unfetched = await begin(t);
      const { world, receiver } = unfetched;
      const { session } = await makeRequest(backendOf(world.server), { webhook: { url: receiver.url } });
      await world.server.kill();
      if (down !== 'killed right after the answer') world.ahead(HOUR);
      await world.server.start();
      world.ahead(HOUR);
      assert.deepEqual(await told(unfetched, session, 'presentation.expired'), ['presentation.expired']);
      assert.equal((await sessionOf(backendOf(world.server), session)).status, 'expired');
    });
  }

  for (const when of ['before', 'after'] as const) {
    it(`of an issuance, killed ${when} each write: expires and is told once`, async (t) => {
      const unfetched = await begin(t);
      const { world } = unfetched;
      for (const number of WRITES) {
        assert.ok(await challengedOnce(unfetched, { number, when }), world.reached().join());
      }
      t.diagnostic(`${world.kills()} kills`);
    });
  }
});

/** A challenge with a kill in it, never sent again. @returns false if the point was not reached */
async function challengedOnce(
  unfetched: Unfetched,
  point: { readonly number: number; readonly when: 'before' | 'after' },
): Promise<boolean> {
  const { world, receiver } = unfetched;
  const { server } = world;
  const body = { credentialConfigurationIds: ['member'], notifyWebhook: { url: receiver.url } };
  const { session, uri } = await makeOffer(backendOf(server), body);
  const wallet = new Wallet({ issuer: server.url, clock: world.clock });
  const offer = await wallet.offer(uri);
  world.arm({ session, ...point });
  const answer = await world.ask(() => firstChallenge(wallet, offer));
  const reached = await reachedPoint(world, session);
  const { status } = await sessionOf(backendOf(server), session);
  world.ahead(HOUR);
  if (status === 'presentation_required') {
    const types = await told(unfetched, session, 'presentation.expired');
    assert.equal(types.filter((type) => type === 'presentation.expired').length, 1);
  } else assert.equal(answer, undefined, `${status} after an answer`);
  return reached;
}

/** Whether the server is killed at the armed point, also if that comes after its response; it runs again then. */
async function reachedPoint(world: KillWorld, session: string): Promise<boolean> {
  const look = async (): Promise<Answer | undefined> =>
    world.ask(async () => read(await backendOf(world.server).a(`/session/${session}`)));
  for (let looks = 0; world.isArmed() && looks < LOOKS; looks += 1) {
    await look();
    await sleep(25);
  }
  const reached = !world.isArmed();
  world.disarm();
  while ((await look()) === undefined);
  return reached;
}
