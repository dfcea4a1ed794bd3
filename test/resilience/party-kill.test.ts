/**
 * SIGKILL while a party's claims are on the way to its webhook. Whatever the webhook says, they are gone after the time
 * that the tenant sets.
 */
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { silentLog } from '@countersign/shared/kernel/log';
import { openEmbeddedStore } from '@countersign/shared/store/lmdb/embedded';
import type { Store } from '@countersign/shared/store/port';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { endUnanswered } from '@countersign/verifier/session/end-unanswered';
import { BROKER, openPartyAuthority, presentToParty } from '../support/party.ts';
import { holdPid } from '../support/presentation.ts';
import { openReceiver } from '../support/webhook-receiver.ts';
import { seeded } from './seeded.ts';
import { backendOf, openServerProcess } from './server-process.ts';

const KILLS = 20;
const ROUND = 4;
/** Milliseconds: the shortest `eraseAfter`. */
const ERASED_AFTER = 60_000;

interface Left {
  readonly verified: number;
  /** Sessions that have the claims. */
  readonly kept: readonly string[];
}

async function leftIn(store: Store, ids: readonly string[]): Promise<Left> {
  const all = await Promise.all(ids.map((id) => store.get(sessions, id)));
  const verified = all.filter((session) => session?.presentation?.progress.state === 'verified');
  const kept = verified.filter((session) => {
    const progress = session?.presentation?.progress;
    return progress?.state === 'verified' && progress.sealedCredentials !== undefined;
  });
  return {
    verified: verified.length,
    kept: kept.map((session) => session?.id ?? ''),
  };
}

/** Waits until `count` of the promises are fulfilled, or none is left. Also takes those that are fulfilled later. */
async function firstOf<T>(count: number, all: readonly Promise<T>[], take: (value: T) => void): Promise<void> {
  let fulfilled = 0;
  await new Promise<void>((enough) => {
    const taking = all.map((one) =>
      one.then((value) => {
        take(value);
        fulfilled += 1;
        if (fulfilled >= count) enough();
      }),
    );
    void Promise.allSettled(taking).then(() => enough());
  });
}

test('claims are gone after the time of the tenant, also after kills', async (t) => {
  const receiver = await openReceiver();
  const authority = await openPartyAuthority(Date.now);
  const server = await openServerProcess({
    ...BROKER,
    OUTBOUND_ALLOW: '127.0.0.1',
    WEBHOOK_SCHEDULE: '0,1,3600',
    WEBHOOK_TIMEOUT: '1',
  });
  t.after(async () => {
    await server.close();
    await receiver.close();
    authority.close();
  });
  for (const [path, content] of Object.entries(await authority.files(server, receiver.url))) {
    server.writeConfig(path, content);
  }
  const dice = seeded(31);
  const ids: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    await server.start();
    const backend = backendOf(server);
    const held = await holdPid(backend);
    // The party is reachable in a third of the rounds.
    receiver.status = kill % 3 === 0 ? 204 : 500;
    receiver.silent = kill % 3 === 2;
    // By what happened, not by time: on a slow machine a clock would kill every round before its first presentation.
    const enough = 1 + Math.floor(dice() * ROUND);
    const presenting = Array.from({ length: ROUND }, () => presentToParty(backend, held));
    await firstOf(enough, presenting, (presented) => ids.push(presented.session));
    await server.kill();
    await Promise.allSettled(presenting);
    receiver.silent = false;
  }
  const store = await openEmbeddedStore({ folder: server.dataFolder });
  t.after(() => store.close());
  const before = await leftIn(store, ids);
  const underway = before.kept.length;
  assert.ok(before.verified > 0 && underway > 0, `${before.verified} verified, ${underway} underway`);
  const clock = (): number => Date.now() + ERASED_AFTER + 1;
  const platform = { store, clock, log: silentLog, random: randomBytes, settings: { PUBLIC_URL: server.url } };
  await endUnanswered({ ...platform, newEventId: randomUUID, wakeRelay: () => undefined }).run();
  const after = await leftIn(store, ids);
  assert.deepEqual([after.kept, after.verified], [[], before.verified]);
  t.diagnostic(`${before.verified} presentations, ${underway} with claims after ${KILLS} kills`);
});
