/** The list while sessions are created, end and are erased: paging by cursor, and `expired` whether stored or not. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withExpiry } from '@countersign/shared/model/session/session-expiry';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { type OpenGateway, openGateway } from '../open-gateway.ts';

const HOUR = 3_600_000;

interface SessionOptions {
  readonly age: number;
  /** Lifetime, milliseconds. */
  readonly life?: number;
  readonly state?: string;
  readonly tenant?: string;
  readonly offerSession?: string;
  readonly dryRunUntil?: number;
  readonly kind?: SessionDocument['kind'];
  readonly configurations?: readonly string[];
}

async function insert({ platform }: OpenGateway, id: string, options: SessionOptions): Promise<SessionDocument> {
  const { age, life = HOUR, state, tenant = 'default', offerSession, dryRunUntil, kind, configurations } = options;
  const createdAt = platform.clock() - age;
  const vault = await platform.vaults.of(tenant);
  const request = vault.seal(JSON.stringify({ requestUri: 'https://v.example/r' }), `session/${id}/presentation`);
  const session: Omit<SessionDocument, 'rev'> = {
    id,
    tenant,
    kind: kind ?? 'presentation',
    configurations: configurations ?? ['age'],
    createdAt,
    updatedAt: createdAt,
    expiresAt: createdAt + life,
    handle: `h-${id}`,
    status: 'created',
    ...(state === undefined ? {} : { state }),
    ...(offerSession === undefined ? {} : { offerSession }),
    ...(dryRunUntil === undefined ? {} : { dryRunUntil }),
    presentation: {
      configurationId: 'age',
      requestHash: 'r',
      stateHash: 's',
      nonce: 'n',
      sealedRequest: request,
      failures: 0,
      progress: { state: 'created' },
    },
    pendingDeliveries: [],
    outbox: [],
  };
  return (await platform.store.insert(sessions, withExpiry(session))) ?? assert.fail();
}

/** Stores the end of a session as the job of the verifier does. */
async function writeExpired({ platform: { store } }: OpenGateway, id: string): Promise<void> {
  const session = await store.get(sessions, id);
  if (session?.presentation === undefined || session.status === 'expired') return;
  const presentation = { ...session.presentation, progress: { state: 'expired' } } as const;
  await store.replace(sessions, withExpiry({ ...session, presentation, status: 'expired' }));
}

async function remove({ platform: { store } }: OpenGateway, id: string): Promise<void> {
  const session = await store.get(sessions, id);
  if (session !== undefined) await store.delete(sessions, session);
}

/** One page, and the next page's path. */
async function page(gateway: OpenGateway, path: string): Promise<{ ids: readonly string[]; next: string | undefined }> {
  const answer = await gateway.a(path);
  assert.equal(answer.status, 200);
  const ids = ((await answer.json()) as { id: string }[]).map(({ id }) => id);
  const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]?.slice(gateway.origin.length);
  return { ids, next };
}

async function all(gateway: OpenGateway, path: string, between: (pages: number) => Promise<void> = async () => {}) {
  const seen: string[] = [];
  let next: string | undefined = path;
  for (let pages = 1; next !== undefined; pages += 1) {
    assert.ok(pages < 100);
    const found: Awaited<ReturnType<typeof page>> = await page(gateway, next);
    seen.push(...found.ids);
    next = found.next;
    await between(pages);
  }
  return seen;
}

test('expired: sessions that ended by the clock and those stored as expired, in one order; of the tenant alone', async (t) => {
  const gateway = await openGateway(t);
  for (let n = 0; n < 6; n += 1) await insert(gateway, `over${n}`, { age: 2 * HOUR + n });
  for (const n of [1, 4]) await writeExpired(gateway, `over${n}`);
  await insert(gateway, 'open', { age: 0 });
  await insert(gateway, 'just', { age: HOUR });
  await insert(gateway, 'other', { age: 2 * HOUR, tenant: 'other' });
  assert.deepEqual(await all(gateway, '/session?status=expired&limit=2'), [
    'just',
    ...[0, 1, 2, 3, 4, 5].map((n) => `over${n}`),
  ]);
  assert.deepEqual(await all(gateway, '/session?status=created&limit=2'), ['open']);
});

test('a page of expired sessions takes one read of the store for any number of other sessions', async (t) => {
  const gateway = await openGateway(t);
  const { store } = gateway.platform;
  for (let n = 0; n < 400; n += 1) await insert(gateway, `open${n}`, { age: n });
  for (let n = 0; n < 5; n += 1) await insert(gateway, `over${n}`, { age: 2 * HOUR + n });
  const find = t.mock.method(store, 'find');
  assert.equal((await all(gateway, '/session?status=expired&limit=3')).length, 5);
  const reads = find.mock.calls.filter(({ arguments: [collection] }) => collection.name === 'sessions');
  assert.equal(reads.length, 2);
  find.mock.resetCalls();
  assert.equal((await page(gateway, '/session?status=created&limit=100')).ids.length, 100);
  assert.equal(find.mock.calls.length, 1);
});

test('reads are bounded also where the job has not run for long: the page is short and links to the next', async (t) => {
  const gateway = await openGateway(t);
  for (let n = 0; n < 130; n += 1) await insert(gateway, `over${n}`, { age: HOUR + n });
  await insert(gateway, 'open', { age: HOUR + 500, life: 3 * HOUR });
  const find = t.mock.method(gateway.platform.store, 'find');
  const first = await page(gateway, '/session?status=created&limit=5');
  assert.deepEqual([first.ids, find.mock.calls.length], [[], 20]);
  assert.deepEqual(await all(gateway, first.next ?? assert.fail()), ['open']);
});

/** Seeded pseudo-random numbers below a limit. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

for (const query of ['status=expired&', 'status=created&', 'state=s&', '']) {
  test(`paging during changes (${query}): no session twice, and none missed that exists throughout`, async (t) => {
    const gateway = await openGateway(t);
    const next = numbers(query.length + 7);
    const expiring = query.startsWith('status=expired');
    const age = expiring ? 2 * HOUR : 0;
    const steady = Array.from({ length: 40 }, (_, n) => `steady${n}`);
    for (const [n, id] of steady.entries()) {
      // Several sessions of the same millisecond.
      await insert(gateway, id, { age: age + Math.floor(n / 3), state: 's' });
      await insert(gateway, `going${n}`, { age: age + Math.floor(n / 3), state: 's' });
    }
    let come = 0;
    const seen = await all(gateway, `/session?${query}limit=7`, async () => {
      for (let n = 0; n < 4; n += 1) {
        come += 1;
        await insert(gateway, `coming${come}`, { age: age + next(14), state: 's' });
        await remove(gateway, `going${next(40)}`);
        if (expiring) await writeExpired(gateway, `steady${next(40)}`);
      }
      gateway.advance(1);
    });
    assert.equal(new Set(seen).size, seen.length);
    assert.deepEqual(
      steady.filter((id) => !seen.includes(id)),
      [],
    );
  });
}

test('the redemptions of an offer: of the own tenant alone, filtered by state and status, page by page', async (t) => {
  const gateway = await openGateway(t);
  const of = { offerSession: 'offer' };
  await insert(gateway, 'one', { age: 3, ...of, state: 'a' });
  await insert(gateway, 'two', { age: 2, ...of, state: 'b' });
  await insert(gateway, 'three', { age: 2 * HOUR, ...of, state: 'a' });
  await insert(gateway, 'foreign', { age: 1, ...of, tenant: 'other' });
  await insert(gateway, 'alone', { age: 1, state: 'a' });
  const path = '/session?offerSession=offer';
  assert.deepEqual(await all(gateway, `${path}&limit=1`), ['two', 'one', 'three']);
  assert.deepEqual(await all(gateway, `${path}&state=a`), ['one', 'three']);
  assert.deepEqual(await all(gateway, `${path}&state=a&status=created&limit=1`), ['one']);
  assert.deepEqual(await all(gateway, '/session?offerSession=none'), []);
});

test('sessions of dry runs are listed only when asked for, and marked', async (t) => {
  const gateway = await openGateway(t);
  await insert(gateway, 'ordinary', { age: 2 });
  await insert(gateway, 'dry', { age: 1, dryRunUntil: gateway.platform.clock() + HOUR });
  const listed = async (query: string) => {
    const sessionsOf: unknown = await (await gateway.a(`/session${query}`)).json();
    return (sessionsOf as { id: string; dryRun?: true }[]).map(({ id, dryRun }) => [id, dryRun]);
  };
  assert.deepEqual(await listed(''), [['ordinary', undefined]]);
  assert.deepEqual(await listed('?status=created'), [['ordinary', undefined]]);
  assert.deepEqual(await listed('?dryRun=true'), [['dry', true]]);
  assert.equal((await gateway.a('/session?dryRun=false')).status, 400);
});

/** Sessions of three configurations, of both kinds, and of another tenant. */
async function insertKinds(gateway: OpenGateway): Promise<void> {
  const offered = { kind: 'issuance', configurations: ['pid', 'diploma'] } as const;
  await insert(gateway, 'both', { age: 1, ...offered, state: 'a' });
  await insert(gateway, 'pid', { age: 2, kind: 'issuance', configurations: ['pid'] });
  await insert(gateway, 'shown', { age: 3, configurations: ['pid'] });
  await insert(gateway, 'old', { age: 2 * HOUR, configurations: ['pid'], state: 'a' });
  await insert(gateway, 'age', { age: 3 * HOUR });
  await insert(gateway, 'foreign', { age: 1, ...offered, tenant: 'other' });
}

test('by kind and by configuration, page by page: an offer of two is found by each', async (t) => {
  const gateway = await openGateway(t);
  await insertKinds(gateway);
  const found = (query: string) => all(gateway, `/session?limit=1&${query}`);
  assert.deepEqual(await found('kind=issuance'), ['both', 'pid']);
  assert.deepEqual(await found('kind=presentation'), ['shown', 'old', 'age']);
  assert.deepEqual(await found('configuration=pid'), ['both', 'pid', 'shown', 'old']);
  assert.deepEqual(await found('configuration=diploma'), ['both']);
  assert.deepEqual(await found('configuration=none'), []);
  assert.deepEqual(await found('configuration=pid&kind=presentation'), ['shown', 'old']);
  assert.deepEqual(await found('configuration=pid&status=created'), ['both', 'pid', 'shown']);
  assert.deepEqual(await found('configuration=pid&status=expired'), ['old']);
  assert.deepEqual(await found('configuration=pid&state=a'), ['both', 'old']);
});

test('by time of creation: from is inclusive, until exclusive, with every other filter', async (t) => {
  const gateway = await openGateway(t);
  await insertKinds(gateway);
  const ago = (age: number) => new Date(gateway.platform.clock() - age).toISOString();
  const found = (query: string) => all(gateway, `/session?limit=1&${query}`);
  assert.deepEqual(await found(`from=${ago(2)}`), ['both', 'pid']);
  assert.deepEqual(await found(`until=${ago(2)}`), ['shown', 'old', 'age']);
  assert.deepEqual(await found(`from=${ago(3)}&until=${ago(1)}`), ['pid', 'shown']);
  assert.deepEqual(await found(`kind=presentation&from=${ago(2 * HOUR)}&until=${ago(1)}`), ['shown', 'old']);
  assert.deepEqual(await found(`configuration=pid&until=${ago(1)}`), ['pid', 'shown', 'old']);
  assert.deepEqual(await found(`state=a&from=${ago(HOUR)}`), ['both']);
  assert.deepEqual(await found(`status=expired&from=${ago(2 * HOUR)}`), ['old']);
  assert.deepEqual(await found(`status=expired&until=${ago(2 * HOUR)}`), ['age']);
  assert.deepEqual(await found(`from=${ago(1)}&until=${ago(2)}`), []);
  const refused = await gateway.a('/session?from=yesterday');
  assert.equal(refused.status, 400);
  assert.match(await refused.text(), /from must be a date/);
});

test('a rare kind, a configuration and a time each take one read of the store, among any number of other sessions', async (t) => {
  const gateway = await openGateway(t);
  for (let n = 0; n < 300; n += 1) await insert(gateway, `n${n}`, { age: n });
  await insert(gateway, 'rare', { age: 400, kind: 'issuance', configurations: ['pid'] });
  const before = new Date(gateway.platform.clock() - 399).toISOString();
  for (const query of ['kind=issuance', 'configuration=pid', `until=${before}`, `kind=issuance&until=${before}`]) {
    const find = t.mock.method(gateway.platform.store, 'find');
    assert.deepEqual(await all(gateway, `/session?limit=5&${query}`), ['rare']);
    const reads = find.mock.calls.filter(({ arguments: [collection] }) => collection.name === 'sessions');
    assert.equal(reads.length, 1, query);
    find.mock.restore();
  }
});
