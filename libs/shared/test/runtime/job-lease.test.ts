import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { systemRandom } from '../../src/kernel/random.ts';
import { jobs } from '../../src/model/jobs.ts';
import { createJobLeases, type JobLeases } from '../../src/runtime/job-lease.ts';
import { openEmbeddedStore } from '../../src/store/lmdb/embedded.ts';
import type { Store } from '../../src/store/port.ts';

let store: Store;
let folder: string;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-jobs-'));
  store = await openEmbeddedStore({ folder });
});
after(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

let now = 1_000_000;
const EVERY = 1000;
const PATIENCE = 15_000;

function replica(clock = (): number => now): JobLeases {
  return createJobLeases({ store, clock, random: systemRandom, patience: PATIENCE });
}

function gate(): { readonly opened: Promise<void>; open(): void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

test('of replicas that are due at once one runs the job', async () => {
  let running = 0;
  let most = 0;
  let runs = 0;
  const job = {
    name: 'together',
    every: EVERY,
    run: async () => {
      running += 1;
      runs += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    },
  };
  const replicas = Array.from({ length: 8 }, () => replica());
  for (let turn = 0; turn < 5; turn += 1) {
    // The clocks don't move: only the observed leases decide the turn.
    await Promise.all(replicas.map((one) => one.run(job)));
  }
  assert.equal(most, 1);
  assert.equal(runs, 5);
});

test('while one replica runs the job the others skip it; afterwards any replica may run it', async () => {
  const { opened, open } = gate();
  const done: string[] = [];
  const first = replica();
  const second = replica();
  const long = first.run({
    name: 'long',
    every: EVERY,
    run: async () => {
      await opened;
      done.push('first');
    },
  });
  const other = { name: 'long', every: EVERY, run: async () => void done.push('second') };
  while ((await store.get(jobs, 'long')) === undefined) await new Promise((resolve) => setImmediate(resolve));
  await second.run(other);
  assert.deepEqual(done, []);
  open();
  await long;
  // The first replica's run was the run of this turn; the next turn is free.
  await second.run(other);
  assert.deepEqual(done, ['first']);
  await second.run(other);
  assert.deepEqual(done, ['first', 'second']);
});

test('a turn soon after the run of another replica runs nothing', async () => {
  let runs = 0;
  const job = {
    name: 'soon',
    every: EVERY,
    run: async () => {
      runs += 1;
    },
  };
  await replica().run(job);
  now += EVERY / 4;
  await replica().run(job);
  assert.equal(runs, 1);
  now += EVERY;
  await replica().run(job);
  assert.equal(runs, 2);
});

test('a crashed run is taken over when its lease was not renewed for long, by the clock of the observing replica', async () => {
  await store.insert(jobs, { id: 'dead', holder: 'other', endedAt: 0 });
  let runs = 0;
  const job = {
    name: 'dead',
    every: EVERY,
    run: async () => {
      runs += 1;
    },
  };
  // Clocks that are hours apart.
  let mine = now - 5_000_000;
  const looking = replica(() => mine);
  await looking.run(job);
  mine += PATIENCE - 1;
  await looking.run(job);
  assert.equal(runs, 0);
  mine += 1;
  await looking.run(job);
  assert.equal(runs, 1);
});

test('a run that renews its lease is not taken over', async () => {
  let held = await store.insert(jobs, { id: 'alive', holder: 'other', endedAt: 0 });
  let runs = 0;
  const looking = replica();
  for (let look = 0; look < 5; look += 1) {
    await looking.run({
      name: 'alive',
      every: EVERY,
      run: async () => {
        runs += 1;
      },
    });
    now += PATIENCE - 1;
    assert.ok(held);
    held = await store.replace(jobs, held);
  }
  assert.equal(runs, 0);
});

test('a run that fails releases its lease', async () => {
  const failing = { name: 'fails', every: EVERY, run: () => Promise.reject(new Error('no')) };
  await assert.rejects(replica().run(failing), /no/);
  assert.equal((await store.get(jobs, 'fails'))?.holder, '');
});

test('a renewal whose answer is lost costs neither the lease nor its end', async () => {
  const { opened, open } = gate();
  let renewals = 0;
  const forgetful: Store = {
    ...store,
    get: (collection, id) => store.get(collection, id),
    insert: (collection, document) => store.insert(collection, document),
    replace: async (collection, document) => {
      const stored = await store.replace(collection, document);
      if (stored === undefined) return undefined;
      renewals += 1;
      // The write succeeded, but its response was lost.
      if (renewals === 1) throw new Error('The connection ended');
      if (renewals === 3) open();
      return stored;
    },
  };
  const one = createJobLeases({ store: forgetful, clock: () => now, random: systemRandom, patience: 30 });
  await one.run({ name: 'forgotten', every: EVERY, run: () => opened });
  assert.ok(renewals >= 3);
  assert.equal((await store.get(jobs, 'forgotten'))?.holder, '');
});

test('a job that nobody uses runs nowhere and writes nothing', async () => {
  let runs = 0;
  let used = false;
  const run = async (): Promise<void> => {
    runs += 1;
  };
  const job = { name: 'unused', every: EVERY, run, isUsed: async () => used };
  for (let turn = 0; turn < 3; turn += 1) await replica().run(job);
  assert.deepEqual([runs, await store.get(jobs, 'unused')], [0, undefined]);
  used = true;
  await replica().run(job);
  assert.equal(runs, 1);
  const { rev } = (await store.get(jobs, 'unused')) ?? {};
  used = false;
  now += 10 * EVERY;
  await replica().run(job);
  assert.deepEqual([runs, (await store.get(jobs, 'unused'))?.rev], [1, rev]);
});

test('the lease of a process that has ended for certain is taken at once, that of another place is not', async () => {
  await store.insert(jobs, { id: 'of the ended', holder: '1.1/abc', endedAt: 0 });
  let runs = 0;
  const run = async (): Promise<void> => {
    runs += 1;
  };
  const job = { name: 'of the ended', every: EVERY, run };
  const leases = (places: readonly string[]): JobLeases =>
    createJobLeases({
      store,
      clock: () => now,
      random: systemRandom,
      patience: PATIENCE,
      place: '2.1',
      ended: (place) => places.includes(place),
    });
  await leases(['1.2', '']).run(job);
  assert.equal(runs, 0);
  await leases(['1.1']).run(job);
  assert.equal(runs, 1);
  const free = await store.get(jobs, 'of the ended');
  assert.equal(free?.holder, '', 'and it is free afterwards');
});
