import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditDocument } from '@countersign/shared/model/tenant/audit-record';
import { auditRecords } from '@countersign/shared/test/model/every-tenant';
import { auditRetentionJob } from '../../src/audit/audit-retention.ts';
import { type OpenGateway, openGateway } from '../open-gateway.ts';

const START = Date.UTC(2026, 5, 1);

async function insert(gateway: OpenGateway, record: Partial<AuditDocument> & { readonly id: string }): Promise<void> {
  const common = { tenant: 'default', at: START, action: 'session.read', client: 'api-key' };
  assert.ok(await gateway.platform.store.insert(auditRecords, { ...common, ...record }));
}

interface Page {
  readonly status: number;
  readonly ids: readonly string[];
  readonly next: string | undefined;
}

/** A page without the records of reading the log itself. */
async function page(gateway: OpenGateway, path: string, send = gateway.a): Promise<Page> {
  const answer = await send(path);
  const body = (await answer.json()) as { id: string; action: string }[];
  const own = Array.isArray(body) ? body.filter(({ action }) => action !== 'audit.read') : [];
  const next = /<http:\/\/[^/]+(.+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  return { status: answer.status, ids: own.map(({ id }) => id), next };
}

test('newest first, page by page, own tenant only, in both shapes', async (t) => {
  const gateway = await openGateway(t);
  for (let n = 0; n < 5; n += 1) await insert(gateway, { id: `d-${n}`, at: START + n * 1000 });
  await insert(gateway, { id: 'r-0', tenant: 'root', session: 's' });
  await insert(gateway, { id: 'x-0', tenant: '' });
  await insert(gateway, { id: 'd-s', session: 's', at: START - 1 });
  const until = `until=${new Date(START + 60_000).toISOString()}`;
  const seen: string[] = [];
  for (let path: string | undefined = `/audit?limit=2&${until}`; path !== undefined; ) {
    const found: Page = await page(gateway, path);
    assert.ok(found.ids.length <= 2);
    seen.push(...found.ids);
    path = found.next;
  }
  assert.deepEqual(seen, ['d-4', 'd-3', 'd-2', 'd-1', 'd-0', 'd-s']);
  assert.deepEqual((await page(gateway, `/audit?${until}`, gateway.b)).ids, ['r-0']);
  assert.deepEqual((await page(gateway, '/audit?session=s')).ids, ['d-s']);
  assert.deepEqual((await page(gateway, '/audit?session=s', gateway.b)).ids, ['r-0']);
  const range = `from=${new Date(START + 1000).toISOString()}&until=${new Date(START + 3000).toISOString()}`;
  assert.deepEqual((await page(gateway, `/audit?${range}`)).ids, ['d-2', 'd-1']);
  assert.deepEqual((await page(gateway, `/audit?limit=1&session=s&${range}`)).ids, []);
});

test('the next page keeps session and times', async (t) => {
  const gateway = await openGateway(t);
  for (let n = 0; n < 3; n += 1) await insert(gateway, { id: `d-${n}`, session: 's', at: START + n });
  const { next } = await page(gateway, '/audit?limit=1&session=s&from=2026-01-01&until=2026-12-31T23:59:59%2B01:00');
  const query = new URL(next ?? '', 'http://x').searchParams;
  assert.deepEqual(
    [query.get('session'), query.get('from'), query.get('until')],
    ['s', '2026-01-01', '2026-12-31T23:59:59+01:00'],
  );
  assert.deepEqual((await page(gateway, next ?? '')).ids, ['d-1']);
});

test('a session of another tenant has the same answer as an unknown one, without a next page, for each limit', async (t) => {
  const gateway = await openGateway(t);
  for (let n = 0; n < 5; n += 1)
    await insert(gateway, { id: `r-${n}`, tenant: 'root', session: 'theirs', at: START + n });
  const answerTo = async (path: string, send = gateway.a): Promise<unknown> => {
    const answer = await send(path);
    const headers = [...answer.headers].filter(([name]) => !['date', 'x-request-id', 'traceparent'].includes(name));
    return [answer.status, headers, await answer.text()];
  };
  for (const limit of ['', '&limit=1', '&limit=2', '&limit=5']) {
    for (const range of ['', '&from=2026-01-01', '&until=2027-01-01']) {
      const [theirs, unknown] = [
        await answerTo(`/audit?session=theirs${limit}${range}`),
        await answerTo(`/audit?session=x${limit}${range}`),
      ];
      assert.deepEqual(theirs, unknown, limit + range);
    }
  }
  assert.equal((await page(gateway, '/audit?session=theirs&limit=1', gateway.b)).ids.length, 1);
});

test('records of another tenant between those of a session are skipped, and in no cursor', async (t) => {
  const gateway = await openGateway(t);
  const owners = ['root', 'default', 'root', 'root', 'default', 'root', 'default', 'root', 'root'];
  for (const [n, tenant] of owners.entries())
    await insert(gateway, { id: `${tenant}-${n}`, tenant, session: 's', at: START + n });
  for (const [limit, send] of [
    [1, gateway.a],
    [2, gateway.a],
    [3, gateway.b],
  ] as const) {
    const seen: string[] = [];
    for (let path: string | undefined = `/audit?session=s&limit=${limit}`; path !== undefined; ) {
      const found: Page = await page(gateway, path, send);
      assert.ok(found.ids.length >= 1 && found.ids.length <= limit, 'a linked page has records');
      const cursor = new URL(found.next ?? '', 'http://x').searchParams.get('after') ?? '';
      const foreign = send === gateway.a ? 'root' : 'default';
      assert.ok(!Buffer.from(cursor, 'base64url').toString('latin1').includes(foreign));
      seen.push(...found.ids);
      path = found.next;
    }
    const own = owners.flatMap((tenant, n) =>
      tenant === (send === gateway.a ? 'default' : 'root') ? [`${tenant}-${n}`] : [],
    );
    assert.deepEqual(seen, own.reverse());
  }
});

test('malformed sessions, times, limits and cursors are refused', async (t) => {
  const gateway = await openGateway(t);
  for (const query of [
    'limit=0',
    'limit=1001',
    'limit=x',
    'session=a%20b',
    'session=',
    'from=yesterday',
    'from=2026-13-01',
    'from=2026-01-01T00:00:00',
    'until=1767225600000',
    'until=2026-01-01T25:00:00Z',
    'after=%00',
  ]) {
    assert.equal((await gateway.a(`/audit?${query}`)).status, 400, query);
  }
});

test('JSON lines by Accept: the same page in the accepted type', async (t) => {
  const gateway = await openGateway(t);
  await insert(gateway, { id: 'd-0', data: { n: 1 }, request: 'r', subject: 'pid', session: 's' });
  await insert(gateway, { id: 'd-1', openSince: START, at: START + 1 });
  const path = '/audit?until=2026-06-01T01:00:00Z&limit=2';
  const asJson = await gateway.a(path);
  const records = (await asJson.json()) as unknown[];
  const common = { action: 'session.read', client: 'api-key' };
  assert.deepEqual(records, [
    { id: 'd-1', at: '2026-06-01T00:00:00.001Z', ...common, open: true },
    {
      id: 'd-0',
      at: '2026-06-01T00:00:00.000Z',
      ...common,
      data: { n: 1 },
      request: 'r',
      subject: 'pid',
      session: 's',
    },
  ]);
  for (const type of ['application/x-ndjson', 'application/jsonl']) {
    const answer = await gateway.a(path, { headers: { accept: `${type};q=0.9, application/json;q=0.1` } });
    assert.equal(answer.headers.get('content-type'), type);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    const text = await answer.text();
    assert.ok(text.endsWith('}\n'));
    assert.deepEqual(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
      records,
    );
  }
  assert.equal((await gateway.a(path, { headers: { accept: '*/*' } })).headers.get('content-type'), 'application/json');
  const none = await gateway.a('/audit?until=2000-01-01', { headers: { accept: 'application/jsonl' } });
  assert.deepEqual([none.status, await none.text()], [200, '']);
});

test('retention: old records are removed, open erasures stay, 0 keeps all', async (t) => {
  const DAY = 86_400_000;
  const gateway = await openGateway(t, { env: { AUDIT_RETENTION: '86400' } });
  const now = gateway.platform.clock();
  for (let n = 0; n < 1200; n += 1) await insert(gateway, { id: `old-${n}`, at: now - DAY - 1 - n });
  await insert(gateway, { id: 'erasure/s', at: now - 2 * DAY, openSince: now - 2 * DAY });
  await insert(gateway, { id: 'young', at: now - DAY });
  const { settings } = gateway.platform;
  await auditRetentionJob({ ...gateway.platform, settings: { ...settings, AUDIT_RETENTION: 0 } }).run();
  const count = async (): Promise<string[]> => {
    const { documents } = await gateway.platform.store.find(auditRecords, { index: 'age', limit: 2000 });
    return documents.map(({ id }) => id);
  };
  assert.equal((await count()).length, 1202);
  const job = auditRetentionJob(gateway.platform);
  assert.equal(job.exclusive, true);
  await job.run();
  assert.deepEqual(await count(), ['erasure/s', 'young']);
});

test('changes, one person or one action: pages go on behind what is left out', async (t) => {
  const gateway = await openGateway(t);
  const actions = ['offer.made', 'session.read', 'session.read', 'status.changed', 'session.read', 'offer.made'];
  for (const [n, action] of actions.entries()) {
    await insert(gateway, { id: `d-${n}`, action, client: n < 3 ? 'ada' : 'ben', at: START + n });
  }
  const until = `until=${new Date(START + 60_000).toISOString()}`;
  const all = async (query: string): Promise<readonly string[]> => {
    const seen: string[] = [];
    for (let path: string | undefined = `/audit?limit=1&${until}&${query}`; path !== undefined; ) {
      const found: Page = await page(gateway, path);
      seen.push(...found.ids);
      path = found.next;
    }
    return seen;
  };
  assert.deepEqual(await all('changes=true'), ['d-5', 'd-3', 'd-0']);
  assert.deepEqual(await all('client=ada'), ['d-2', 'd-1', 'd-0']);
  assert.deepEqual(await all('action=session.read&client=ben'), ['d-4']);
});
