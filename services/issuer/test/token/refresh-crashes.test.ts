/** The process crashes between any two writes: of a redemption with its refresh token, of a refresh, of a renewal's credential. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Store } from '@countersign/shared/store/port';
import { grantOf, tokensOf } from '../../src/session/grant.ts';
import { MAX_TOKENS } from '../../src/token/reissue-transitions.ts';
import type { World } from '../world.ts';
import { credentialWith, DAY, openRenewable, records, refreshed, renewals, tokenFor } from './renewable.ts';

interface Crash {
  readonly write: number;
  /** Whether the write itself is lost. */
  readonly when: 'before' | 'after';
}

/** From the crash until `restart` no call of the store succeeds. */
function crashing({ store }: World, { write, when }: Crash): { restart(): boolean } {
  const { insert, get, replace, find, delete: remove } = store;
  let writes = 0;
  let down = false;
  const dead = (): never => {
    down = true;
    throw new Error('crashed');
  };
  const writing =
    <A extends readonly unknown[], R>(call: (...sent: A) => Promise<R>) =>
    async (...sent: A): Promise<R> => {
      if (down) dead();
      writes += 1;
      if (writes === write && when === 'before') dead();
      const done = await call(...sent);
      return writes === write ? dead() : done;
    };
  const reading =
    <A extends readonly unknown[], R>(call: (...sent: A) => Promise<R>) =>
    async (...sent: A): Promise<R> =>
      down ? dead() : call(...sent);
  const failing = { insert: writing(insert), replace: writing(replace), delete: writing(remove) };
  Object.assign(store, { ...failing, get: reading(get), find: reading(find) } satisfies Partial<Store>);
  return {
    restart: () => {
      Object.assign(store, { insert, get, replace, find, delete: remove });
      return down;
    },
  };
}

/** Runs a flow with a crash at each of its writes. @returns the number of its writes */
async function atEachWrite(run: (crash: Crash) => Promise<boolean>): Promise<number> {
  for (let write = 1; ; write += 1) {
    const crashed = [await run({ write, when: 'before' }), await run({ write, when: 'after' })];
    if (crashed.every((one) => !one)) return write - 1;
    assert.ok(write < 40, 'the flow does not end');
  }
}

test('a redemption: only a token that its session names is usable', async (t) => {
  const writes = await atEachWrite(async (crash) => {
    const world = await openRenewable(t);
    const sent = await world.code({}, world.dpop());
    const once = { ...world, code: async () => sent };
    const failing = crashing(world, crash);
    await tokenFor(once).catch(() => undefined);
    const crashed = failing.restart();
    const { issuance } = await world.stored(sent.session);
    const named = grantOf(issuance.progress)?.refreshId;
    for (const { id, state } of await records(world)) {
      if (state !== 'new') assert.equal(id, named, JSON.stringify(crash));
    }
    if (named === undefined) {
      // The code is not spent: the wallet repeats its request.
      assert.ok((await tokenFor(once)).refresh_token !== undefined);
    }
    return crashed;
  });
  assert.ok(writes >= 3);
});

test('a refresh and its credential: the wallet repeats both, and there is one renewal', async (t) => {
  const writes = await atEachWrite(async (crash) => {
    const world = await openRenewable(t);
    const first = await tokenFor(world);
    await credentialWith(world, first.access_token);
    world.now += DAY;
    const attempt = async () => {
      const { access_token } = await refreshed(world, first.refresh_token);
      return credentialWith(world, access_token);
    };
    const failing = crashing(world, crash);
    await attempt().catch(() => undefined);
    const crashed = failing.restart();
    assert.equal(((await attempt()).credentials as unknown[]).length, 1, JSON.stringify(crash));
    const [renewal, ...others] = await renewals(world, first.session);
    assert.deepEqual(others, []);
    const [record] = await records(world);
    assert.equal(record?.current.session, renewal?.id);
    const grant = renewal?.issuance && grantOf(renewal.issuance.progress);
    assert.ok(grant !== undefined && tokensOf(grant).length <= MAX_TOKENS);
    return crashed;
  });
  assert.ok(writes >= 5);
});

test('many refreshes at once, one of which crashes its process: the others and their repeats make one renewal', async (t) => {
  for (const write of [1, 2, 3, 5, 8]) {
    const world = await openRenewable(t);
    const first = await tokenFor(world);
    await credentialWith(world, first.access_token);
    world.now += DAY;
    const all = () => Promise.allSettled(Array.from({ length: 10 }, () => refreshed(world, first.refresh_token)));
    const failing = crashing(world, { write, when: 'after' });
    await all();
    failing.restart();
    assert.ok((await all()).every(({ status }) => status === 'fulfilled'));
    assert.equal((await renewals(world, first.session)).length, 1);
  }
});
