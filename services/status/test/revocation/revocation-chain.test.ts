import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { AuditEntry } from '@countersign/shared/audit/record';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Json } from '@countersign/shared/kernel/json';
import type { Metrics } from '@countersign/shared/metrics/metrics';
import { CHAIN_AGAIN, CHAIN_EVERY } from '@countersign/shared/model/status/revocation-chain';
import type { StatusEntryDocument } from '@countersign/shared/model/status/status-documents';
import type { Store } from '@countersign/shared/store/port';
import { statusEntries } from '@countersign/shared/test/model/every-tenant';
import type { ListedStatus, StatusQuestion } from '@countersign/shared/trust/status-lookup';
import { createPublishedLists } from '../../src/list/published-lists.ts';
import { createRaises } from '../../src/list/raise-version.ts';
import { revocationChainJob } from '../../src/revocation/revocation-chain.ts';
import { allocate, call, update, values, type World, watched, world } from '../world.ts';

const uri = 'https://provider.example/list';
const wallet = (idx: number) => ({ uri, idx, of: 'wallet' });
const keys = (idx: number) => ({ uri, idx, of: 'keys' });

/** What the look-up finds, by the index; 0 and all others are valid. */
const STATES: Record<number, ListedStatus> = {
  1: { state: 'invalid', value: 1 },
  2: { state: 'invalid', value: 2 },
  3: { state: 'unreachable' },
  4: { state: 'unusable' },
};

interface ChainWorld {
  readonly made: World;
  readonly states: Record<number, ListedStatus>;
  readonly asked: StatusQuestion[];
  readonly outcomes: string[];
  readonly audited: AuditEntry[];
  run(store?: Store): Promise<void>;
  entry(request: string, tenant?: string): Promise<StatusEntryDocument>;
  allocate(request: string, statuses: readonly Json[], more?: { tenant?: string; until?: number }): Promise<void>;
}

async function chainWorld(t: TestContext): Promise<ChainWorld> {
  const made = await world(t);
  const states = { ...STATES };
  const [asked, outcomes, audited]: [StatusQuestion[], string[], AuditEntry[]] = [[], [], []];
  const count = (_: string, { outcome }: { readonly outcome: string }) => outcomes.push(outcome);
  const service = made.replica();
  return {
    made,
    states,
    asked,
    outcomes,
    audited,
    run: async (store) => {
      const platform = { ...made.platform(store), metrics: { count } as unknown as Metrics };
      const lists = createPublishedLists(platform, { listSize: 2 ** 20 });
      const job = revocationChainJob({
        change: { platform, raise: createRaises(platform), lists },
        statusOf: async (question) => {
          asked.push(question);
          return states[question.reference.idx] ?? { state: 'valid' };
        },
        trustAnchors: async () => [],
        audit: { record: async (record) => void audited.push(record) },
      });
      await job.run();
    },
    entry: async (request, tenant = 'default') =>
      (await made.store.get(statusEntries, `${tenant}/s/${request}`)) ?? assert.fail(),
    allocate: async (request, statuses, { tenant = 'default', ...end } = {}) => {
      const body = { session: 's', configuration: 'pid', request, count: 2, chain: { statuses, ...end } } as Json;
      await call(service, 'status.allocate', { method: 'POST', tenant, encoding: 'json', body });
    },
  };
}

test('nothing is asked for within the first day, both are after it, and again a day later', async (t) => {
  const { made, asked, run, entry, allocate: take, outcomes } = await chainWorld(t);
  await take('a', [wallet(0), keys(5)]);
  await allocate(made.replica(), 'plain', 1);
  made.now += CHAIN_EVERY - 1;
  await run();
  assert.deepEqual(asked, []);
  made.now += 1;
  await run();
  const questions = [0, 5].map((idx) => ({ reference: { uri, idx, anchors: [] }, tenant: 'default' }));
  assert.deepEqual(asked, questions);
  const { value, chainDue } = await entry('a');
  assert.deepEqual([value, chainDue], [0, made.now + CHAIN_EVERY]);
  await run();
  assert.equal(asked.length, 2);
  assert.deepEqual(outcomes, ['valid']);
});

for (const [of, statuses] of [
  ['wallet', [wallet(1), keys(0)]],
  ['keys', [wallet(0), keys(1)]],
  ['keys', [wallet(3), keys(1)]],
] as const) {
  test(`a revoked ${of} revokes the credentials as a backend does, with the reason in the audit log`, async (t) => {
    const { made, run, entry, allocate: take, outcomes, audited } = await chainWorld(t);
    await take('a', statuses);
    await take('b', [wallet(0), keys(0)]);
    made.now += CHAIN_EVERY;
    await run();
    const { value, chainDue, changes, indexes, outbox } = await entry('a');
    assert.deepEqual([value, chainDue, changes?.length], [1, made.now + CHAIN_EVERY, 1]);
    assert.equal(outbox[0]?.event.type, 'status.changed.v1');
    assert.deepEqual(
      made.woken.map(({ id }) => id),
      ['default/s/a'],
    );
    assert.deepEqual(await values(made.replica(), [...indexes, ...(await entry('b')).indexes]), [1, 1, 0, 0]);
    const data = { status: 1, entries: 2, reason: `${of}_revoked` };
    assert.deepEqual(audited, [
      ...[{ tenant: 'default', action: 'status.changed', client: '[revocation-chain]' }].map((one) => ({
        ...one,
        session: 's',
        subject: 'pid',
        data,
      })),
    ]);
    assert.deepEqual(outcomes.sort(), ['valid', `${of}_revoked`].sort());
  });
}

test('a status that can not be read, and a suspended one, revoke nothing and are asked for again soon', async (t) => {
  const { made, run, entry, allocate: take, outcomes, audited, states } = await chainWorld(t);
  for (const idx of [2, 3, 4]) await take(`r${idx}`, [wallet(idx), keys(0)]);
  made.now += CHAIN_EVERY;
  await run();
  for (const idx of [2, 3, 4]) {
    const { value, chainDue } = await entry(`r${idx}`);
    assert.deepEqual([value, chainDue], [0, made.now + CHAIN_AGAIN]);
  }
  assert.deepEqual(outcomes.sort(), ['suspended', 'unreadable', 'unreadable']);
  assert.deepEqual(audited, []);
  states[3] = { state: 'invalid', value: 1 };
  made.now += CHAIN_AGAIN;
  await run();
  assert.equal((await entry('r3')).value, 1);
  assert.equal((await entry('r4')).value, 0);
});

test('revoked entries are not asked for; those made valid again are', async (t) => {
  const { made, asked, run, entry, allocate: take, audited } = await chainWorld(t);
  const service = made.replica();
  await take('a', [wallet(1)]);
  await update(service, 's', 1);
  made.now += CHAIN_EVERY;
  await run();
  assert.deepEqual([asked, audited], [[], []]);
  await update(service, 's', 0);
  made.now += CHAIN_EVERY;
  await run();
  assert.equal(asked.length, 1);
  assert.equal((await entry('a')).value, 1);
});

test('checks end with the credentials', async (t) => {
  const { made, asked, run, entry, allocate: take } = await chainWorld(t);
  await take('a', [wallet(1)], { until: made.now + CHAIN_EVERY });
  made.now += CHAIN_EVERY;
  await run();
  assert.deepEqual(asked, []);
  const { chain, chainOf, chainDue, value } = await entry('a');
  assert.deepEqual([chain, chainOf, chainDue, value], [undefined, undefined, undefined, 0]);
});

test('the references are sealed; an entry that can not be opened does not stop the others', async (t) => {
  const { made, run, entry, allocate: take } = await chainWorld(t);
  await take('a', [wallet(1)]);
  await take('b', [wallet(1)]);
  const stored = await entry('a');
  assert.ok(!JSON.stringify(stored).includes('provider.example'));
  await made.store.replace(statusEntries, { ...stored, chain: { sealed: 'broken' } });
  made.now += CHAIN_EVERY;
  await run();
  const { value, chainDue } = await entry('a');
  assert.deepEqual([value, chainDue], [0, made.now + CHAIN_AGAIN]);
  assert.equal((await entry('b')).value, 1);
});

test('a run takes five hundred entries of a tenant, and then those of the others', async (t) => {
  const { made, run, asked, allocate: take } = await chainWorld(t);
  await Promise.all(Array.from({ length: 510 }, (_, n) => take(`r${n}`, [wallet(0)])));
  await take('other', [wallet(0)], { tenant: 'small' });
  made.now += CHAIN_EVERY;
  await run();
  const askedOf = (tenant: string) => asked.filter((question) => question.tenant === tenant).length;
  assert.deepEqual([askedOf('default'), askedOf('small')], [500, 1]);
  await run();
  assert.deepEqual([askedOf('default'), askedOf('small')], [510, 1]);
});

test('a run that ends between any two writes is completed by the next', async (t) => {
  for (let writes = 0; ; writes += 1) {
    const { made, run, entry, allocate: take } = await chainWorld(t);
    await take('a', [wallet(1)]);
    made.now += CHAIN_EVERY;
    let left = writes;
    const down = new ProtocolError('temporarily_unavailable', 'down', { reason: 'dependency_away' });
    const failing = watched(made.store, (operation) => {
      if (operation !== 'replace' && operation !== 'insert') return;
      if (left === 0) throw down;
      left -= 1;
    });
    const outcome = await run(failing).catch((error: unknown) => error);
    await run();
    const { value, chainDue, changes } = await entry('a');
    assert.deepEqual([value, chainDue, changes?.length], [1, made.now + CHAIN_EVERY, 1]);
    if (outcome === undefined) break;
    assert.equal(outcome, down);
  }
});
