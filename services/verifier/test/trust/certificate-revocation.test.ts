/** Rows of attacks on CRL and OCSP: the content of a signer's certificate, and its authority's response. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  authority,
  crlOf,
  derExtension,
  type LeafOptions,
  leafUnder,
  manyEntries,
  NOW,
  ocspOf,
} from '@countersign/european-trust/test/revocation/revocation-authority';
import { childrenOf, elementAt, elementsOf } from '@countersign/shared/crypto/der';
import type { OutboundRequest, OutboundResponse } from '@countersign/shared/http/outbound';
import { OutboundError } from '@countersign/shared/http/outbound-error';
import { silentLog } from '@countersign/shared/kernel/log';
import type { Facts } from '@countersign/shared/kernel/reasons/facts';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { PresentationError } from '../../src/session/presentation-error.ts';
import { createCertificateRevocation } from '../../src/trust/certificate-revocation.ts';

const HOUR = 3_600_000;
const CRL = 'http://crl.example/ca.crl';
const OCSP = 'http://ocsp.example/';
const ca = await authority();

type Respond = (request: OutboundRequest) => Promise<Partial<OutboundResponse>> | Partial<OutboundResponse>;

function world(respond: Respond, _?: TestContext) {
  const { settings } = readSettings({});
  const made = { now: NOW, requests: [] as OutboundRequest[], logged: [] as unknown[] };
  const outbound = {
    request: async (request: OutboundRequest) => {
      made.requests.push(request);
      return { status: 200, headers: {}, body: Buffer.alloc(0), ...(await respond(request)) };
    },
  };
  let loaded = 0;
  const log = { ...silentLog, error: (...entry: readonly unknown[]) => void made.logged.push(entry) };
  const parts = { clock: () => made.now, random: (bytes: number) => Buffer.alloc(bytes, 5), settings, log };
  const revocation = createCertificateRevocation(parts, () => {
    loaded += 1;
    return outbound;
  });
  return Object.assign(made, {
    job: revocation.job,
    loaded: () => loaded,
    check: async (
      leaf: Awaited<ReturnType<typeof leafUnder>>,
      rule: 'soft' | 'hard' = 'hard',
      above = [] as (typeof ca)[],
    ) =>
      revocation.check({
        chains: [
          {
            credential: 'pid',
            path: [leaf, ...above].map(({ certificate }) => certificate),
            anchor: ca.certificate,
          },
        ],
        tenant: 'default',
        rule,
      }),
  });
}

const signer = (options: LeafOptions = { crls: [CRL] }) => leafUnder(ca, options);
const refusedFor = (reason: string, detail?: string) => (error: unknown) => {
  assert.ok(error instanceof PresentationError, String(error));
  assert.equal(error.reason, reason);
  if (detail !== undefined) assert.equal(error.facts?.detail, detail);
  return true;
};
const unavailable = (detail: string) => refusedFor('certificate_status_unavailable', detail);

/** The id in a request. */
function certIdOf(request: OutboundRequest): Buffer {
  const [list] = childrenOf(childrenOf(elementsOf(request.body as Buffer)?.[0])?.[0]) ?? [];
  const [single] = childrenOf(list) ?? [];
  const content = single?.content ?? Buffer.alloc(0);
  return content.subarray(0, elementAt(content, 0)?.end);
}

test('a list decides: valid passes, revoked refuses in either rule, and names the certificate', async () => {
  const leaf = await signer();
  const good = world(() => ({ body: crlOf(ca) }));
  assert.deepEqual(await good.check(leaf), []);
  for (const rule of ['soft', 'hard'] as const) {
    const bad = world(() => ({ body: crlOf(ca, { revoked: [leaf.certificate] }) }));
    await assert.rejects(bad.check(leaf, rule), (error: unknown) => {
      assert.ok(refusedFor('certificate_revoked')(error));
      const { facts, credential } = error as PresentationError;
      assert.deepEqual([facts?.subject, credential], ['C=DE, O=Signer, CN=Signer', 'pid']);
      return true;
    });
  }
});

test('a revoked authority between signer and anchor refuses too', async () => {
  const middle = await leafUnder(ca, { name: 'Middle', crls: [CRL] });
  const leaf = await leafUnder(middle, { crls: ['http://crl.example/middle.crl'] });
  const lists = (revoked: boolean) =>
    world(({ url }) => ({
      body: url === CRL ? crlOf(ca, revoked ? { revoked: [middle.certificate] } : {}) : crlOf(middle),
    }));
  // The test's intermediate isn't a CA whose key may sign lists, so its list is ignored and noted.
  assert.equal((await lists(false).check(leaf, 'soft', [middle])).length, 1);
  await assert.rejects(lists(true).check(leaf, 'soft', [middle]), refusedFor('certificate_revoked'));
});

test('unreachable: noted where the rule is soft, refused where it is hard', async () => {
  const leaf = await signer();
  const away = () => world(() => Promise.reject(new OutboundError('refused')));
  const [note, ...more] = await away().check(leaf, 'soft');
  const { detail, dependency } = (note?.facts ?? {}) as Facts;
  assert.deepEqual(
    [note?.reason, detail, dependency, more],
    ['certificate_status_unavailable', 'refused', 'revocation at crl.example', []],
  );
  await assert.rejects(away().check(leaf, 'hard'), unavailable('refused'));
});

const unusable: readonly [name: string, options: Parameters<typeof crlOf>[1] & object, detail: string][] = [
  ['no next update', { nextUpdate: null }, 'no_next_update'],
  ['expired', { nextUpdate: NOW - 1000 }, 'expired'],
  ['delta', { extensions: [derExtension('551d1b', Buffer.from([2, 1, 1]), true)] }, 'delta'],
  [
    'of another distribution point',
    { extensions: [derExtension('551d1c', Buffer.from('3011a00fa00d860b687474703a2f2f6f746865', 'hex'), true)] },
    'other_distribution_point',
  ],
];
for (const [name, options, detail] of unusable) {
  test(`a list that counts for nothing follows the rule: ${name}`, async () => {
    const w = world(() => ({ body: crlOf(ca, options) }));
    await assert.rejects(w.check(await signer()), unavailable(detail));
    assert.equal((await world(() => ({ body: crlOf(ca, options) })).check(await signer(), 'soft')).length, 1);
  });
}

test('a list of another authority, and one that is too large or no list', async () => {
  const other = await authority('Other CA');
  await assert.rejects(world(() => ({ body: crlOf(other) })).check(await signer()), unavailable('other_issuer'));
  await assert.rejects(world(() => ({ body: Buffer.from('<html>') })).check(await signer()), unavailable('format'));
  await assert.rejects(world(() => ({ status: 404 })).check(await signer()), unavailable('protocol'));
  const w = world(({ maxBytes }) => Promise.reject(new OutboundError(maxBytes === 10_485_760 ? 'too_large' : 'url')));
  await assert.rejects(w.check(await signer()), unavailable('too_large'));
});

test('OCSP where there is no list, and where the list counts for nothing', async () => {
  const answers = (status: 'good' | 'revoked' | 'unknown') =>
    world((request) =>
      request.method === 'POST'
        ? { body: ocspOf(ca, certIdOf(request), { status }) }
        : { body: Buffer.from('no list') },
    );
  for (const options of [{ ocsp: [OCSP] }, { ocsp: [OCSP], crls: [CRL] }]) {
    const leaf = await signer(options);
    assert.deepEqual(await answers('good').check(leaf), []);
    await assert.rejects(answers('revoked').check(leaf, 'soft'), refusedFor('certificate_revoked'));
    await assert.rejects(answers('unknown').check(leaf), unavailable('unknown'));
  }
});

test('a certificate that names no source is not known; one that lives a day needs none', async () => {
  const w = world(() => assert.fail('nothing is fetched'));
  await assert.rejects(w.check(await signer({})), unavailable('no_source'));
  assert.deepEqual(await w.check(await signer({ notBefore: NOW - HOUR, notAfter: NOW + 23 * HOUR })), []);
});

test('a thousand presentations at once with a cold list: one fetch', async () => {
  const leaf = await signer();
  const w = world(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return { body: crlOf(ca) };
  });
  const all = await Promise.all(Array.from({ length: 1000 }, () => w.check(leaf)));
  assert.ok(all.every((notes) => notes.length === 0));
  assert.equal(w.requests.length, 1);
});

test('nothing is loaded and nothing is fetched where no chain was verified', async () => {
  const w = world(() => assert.fail('no fetch'));
  await w.job.run();
  assert.equal(w.loaded(), 0);
});

test('a list is kept until its next update, and renewed in the background before: nobody waits', async () => {
  const leaf = await signer();
  let release: () => void = () => undefined;
  const w = world(async () => {
    if (w.requests.length === 2) await new Promise<void>((resolve) => (release = resolve));
    return { body: crlOf(ca, { thisUpdate: w.now - HOUR, nextUpdate: NOW + 8 * HOUR + w.requests.length * 8 * HOUR }) };
  });
  await w.check(leaf);
  w.now += 11 * HOUR;
  await w.check(leaf);
  assert.equal(w.requests.length, 1, 'kept for three quarters of 16 hours');
  w.now += 2 * HOUR;
  await Promise.all([w.check(leaf), w.check(leaf)]);
  assert.equal(w.requests.length, 2, 'renewed, and the answer did not wait for it');
  release();
  await new Promise((resolve) => setImmediate(resolve));
  w.now += 5 * HOUR;
  await w.check(leaf);
  assert.equal(w.requests.length, 2, 'the renewed one counts after the end of the first');
});

test('an unreachable authority leaves what is kept in force until its end', async () => {
  const leaf = await signer();
  const w = world(() => (w.requests.length === 1 ? { body: crlOf(ca) } : Promise.reject(new OutboundError('timeout'))));
  await w.check(leaf);
  w.now += 23 * HOUR;
  assert.deepEqual(await w.check(leaf), []);
  w.now += HOUR;
  await assert.rejects(w.check(leaf), unavailable('timeout'));
});

test('the job renews the lists that are in use, and no other', async () => {
  const leaf = await signer();
  const w = world(() => ({ body: crlOf(ca, { nextUpdate: w.now + 24 * HOUR }) }));
  await w.check(leaf);
  await w.job.run();
  assert.equal(w.requests.length, 1);
  w.now += 19 * HOUR;
  await w.job.run();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(w.requests.length, 2);
  w.now += 8 * 24 * HOUR;
  await w.job.run();
  await w.job.run();
  assert.equal(w.requests.length, 2, 'unused for a week');
});

test('after a failure the list is asked for again half a minute later, and a host that fails thrice is left alone', async () => {
  const leaf = await signer();
  const w = world(() => Promise.reject(new OutboundError('timeout')));
  for (const [later, requests] of [
    [0, 1],
    [29_000, 1],
    [2000, 2],
    [31_000, 3],
    [1000, 3],
  ] as const) {
    w.now += later;
    await w.check(leaf, 'soft');
    assert.equal(w.requests.length, requests);
  }
});

test('a large list is read in turns: other requests go on', async () => {
  const leaf = await signer();
  const w = world(() => ({ body: crlOf(ca, { entries: manyEntries(50_000) }) }));
  let turns = 0;
  let over = false;
  const others = (async () => {
    while (!over) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
  })();
  assert.deepEqual(await w.check(leaf), []);
  over = true;
  await others;
  assert.ok(turns >= 50, `${turns} turns`);
});

test('a defect in the background is logged, and the kept list still counts', async () => {
  const leaf = await signer();
  const w = world(() => (w.requests.length === 1 ? { body: crlOf(ca) } : assert.fail('a defect')));
  await w.check(leaf);
  w.now += 20 * HOUR;
  assert.deepEqual(await w.check(leaf), []);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(w.logged.length, 1);
});

test('a look-up that takes too long is not known', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const w = world(() => new Promise(() => undefined));
  const checked = w.check(await signer(), 'hard');
  const refused = assert.rejects(checked, unavailable('timeout'));
  for (let turns = 0; turns < 50; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  t.mock.timers.tick(60_000);
  await refused;
});
