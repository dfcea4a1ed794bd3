import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { gunzipSync, inflateSync } from 'node:zlib';
import { readStatus } from '@countersign/shared/crypto/status-bits';
import type { OperationReply } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Service } from '@countersign/shared/runtime/service';
import { statusEntries } from '@countersign/shared/test/model/every-tenant';
import { verifyStatusCwt } from '@countersign/shared/trust/status-cwt';
import { compactVerify, importJWK, importX509, type JWK } from 'jose';
import { allocate, call, PUBLIC_URL, update, world } from '../world.ts';

const small = { listSize: 64, blockSize: 8 };
const uri = `${PUBLIC_URL}/status-management/status-list`;

interface Payload {
  readonly sub: string;
  readonly iat: number;
  readonly exp: number;
  readonly ttl: number;
  readonly status_list: { readonly bits: number; readonly lst: string };
}

/** Reads a token with jose and by hand, without code of the service. */
async function independently(reply: OperationReply): Promise<{ payload: Payload; header: Record<string, unknown> }> {
  const token = String(reply.raw);
  const header = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as Record<string, unknown>;
  const leaf = new X509Certificate(Buffer.from(String((header.x5c as unknown[])[0]), 'base64'));
  const byLeaf = await compactVerify(token, await importX509(leaf.toString(), 'ES256'), { algorithms: ['ES256'] });
  await compactVerify(token, await importJWK(header.jwk as JWK, 'ES256'), { algorithms: ['ES256'] });
  return { header, payload: JSON.parse(Buffer.from(byLeaf.payload).toString()) as Payload };
}

function valueAt(payload: Payload, index: number): number {
  const bytes = inflateSync(Buffer.from(payload.status_list.lst, 'base64url'));
  return ((bytes[Math.floor(index / 8)] ?? 0) >> (index % 8)) & 1;
}

function list(service: Service, n?: string, headers: Record<string, string> = {}): Promise<OperationReply> {
  return call(service, 'status.list', { params: n === undefined ? {} : { n }, headers });
}

test('an independent check accepts the token', async (t) => {
  const made = await world(t);
  const reply = await list(made.replica());
  assert.equal(reply.contentType, 'application/statuslist+jwt');
  assert.equal(reply.status, undefined);
  assert.equal(reply.headers?.['cache-control'], 'max-age=300');
  const { header, payload } = await independently(reply);
  assert.equal(header.typ, 'statuslist+jwt');
  assert.equal(typeof header.kid, 'string');
  assert.deepEqual(Object.keys(header.jwk as object).sort(), ['crv', 'kid', 'kty', 'x', 'y']);
  assert.equal((header.jwk as JWK).kid, header.kid);
  const iat = Math.floor(made.now / 1000);
  assert.deepEqual([payload.sub, payload.iat, payload.exp, payload.ttl], [uri, iat, iat + 3600, 300]);
  assert.equal(payload.status_list.bits, 1);
  const bytes = inflateSync(Buffer.from(payload.status_list.lst, 'base64url'));
  assert.equal(bytes.length, 2 ** 17);
  assert.ok(bytes.every((byte) => byte === 0));
});

test('a new credential is valid, a revoked one is not, and no other changes', async (t) => {
  const made = await world(t);
  const service = made.replica();
  const kept = await allocate(service, 'kept', 2);
  const gone = await allocate(service, 'gone', 3, { session: 'gone' });
  const before = (await independently(await list(service))).payload;
  for (const { idx } of [...kept, ...gone]) assert.equal(valueAt(before, idx), 0);
  await update(service, 'gone', 1);
  const after = (await independently(await list(service))).payload;
  for (const { idx } of kept) assert.equal(valueAt(after, idx), 0);
  for (const { idx } of gone) assert.equal(valueAt(after, idx), 1);
  const bytes = inflateSync(Buffer.from(after.status_list.lst, 'base64url'));
  assert.equal(
    bytes.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0),
    3,
  );
});

test('more than one page of revoked entries', async (t) => {
  const made = await world(t);
  const service = made.replica();
  for (let i = 0; i < 1005; i += 1) {
    const entry = { tenant: 'default', list: 1, indexes: [i * 7], session: 's', configuration: 'c', changedAt: 0 };
    const changed = { changedIn: 'default/1', seq: 2, outbox: [] };
    await made.store.insert(statusEntries, { id: `default/${i}`, ...entry, ...changed, value: i === 0 ? 0 : 1 });
  }
  const { payload } = await independently(await list(service));
  for (let i = 0; i < 1005; i += 1) assert.equal(valueAt(payload, i * 7), i === 0 ? 0 : 1);
  assert.equal(valueAt(payload, 1), 0);
});

test('ETag: 304 without a change, a new token after one', async (t) => {
  const made = await world(t);
  const service = made.replica();
  await allocate(service, 'gone', 1);
  const first = await list(service);
  const etag = first.headers?.etag ?? '';
  assert.match(etag, /^"[\w-]{43}"$/);
  for (const header of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const reply = await list(service, undefined, { 'if-none-match': header });
    assert.deepEqual([reply.status, reply.raw, reply.headers?.etag], [304, undefined, etag]);
    assert.equal(reply.headers?.['cache-control'], 'max-age=300');
    assert.equal(reply.headers?.vary, 'accept, accept-encoding');
  }
  assert.equal((await list(service, undefined, { 'if-none-match': '"x"' })).raw, first.raw);
  await update(service, 's', 1);
  const changed = await list(service, undefined, { 'if-none-match': etag });
  assert.notDeepEqual(changed.raw, first.raw);
  assert.equal(changed.status, undefined);
});

test('gzip where it is accepted: the same token with its own tag, and 304 for either tag', async (t) => {
  const service = (await world(t)).replica();
  const plain = await list(service);
  const gzip = await list(service, undefined, { 'accept-encoding': 'br, gzip' });
  assert.equal(gzip.headers?.['content-encoding'], 'gzip');
  assert.equal(gzip.contentType, 'application/statuslist+jwt');
  assert.deepEqual(gunzipSync(gzip.raw ?? ''), plain.raw);
  assert.equal(plain.headers?.['content-encoding'], undefined);
  const tags = [plain.headers?.etag ?? '', gzip.headers?.etag ?? ''];
  assert.equal(new Set(tags).size, 2);
  for (const coding of ['identity', 'gzip']) {
    for (const etag of tags) {
      const reply = await list(service, undefined, { 'accept-encoding': coding, 'if-none-match': etag });
      assert.deepEqual(
        [reply.status, reply.headers?.etag, reply.headers?.vary],
        [304, etag, 'accept, accept-encoding'],
      );
      assert.equal(reply.headers?.['content-encoding'], undefined);
    }
  }
  assert.equal((await list(service, undefined, { 'accept-encoding': 'gzip;q=0' })).headers?.etag, tags[0]);
});

test('the token is signed once for concurrent callers, and again only at half of its lifetime', async (t) => {
  const made = await world(t);
  const service = made.replica();
  const replies = await Promise.all(Array.from({ length: 20 }, () => list(service)));
  assert.equal(new Set(replies.map((reply) => reply.raw)).size, 1);
  made.now += 1800 * 1000 - 1;
  const late = await list(service);
  assert.equal(late.raw, replies[0]?.raw);
  made.now += 1;
  const renewed = (await independently(await list(service))).payload;
  assert.equal(renewed.exp, Math.floor(made.now / 1000) + 3600);
});

test('a new key signs the list again before the token is due for renewal', async (t) => {
  const made = await world(t);
  const service = made.replica();
  const first = await independently(await list(service));
  const leaf = new X509Certificate(Buffer.from(String((first.header.x5c as unknown[])[0]), 'base64'));
  const renewal = Date.parse(leaf.validTo) - 30 * 86_400_000;
  made.now = renewal - 1;
  assert.equal((await independently(await list(service))).header.kid, first.header.kid);
  // The next key is created, and published before it signs.
  made.now = renewal + 60_000;
  assert.equal((await independently(await list(service))).header.kid, first.header.kid);
  made.now += 10 * 60_000;
  assert.notEqual((await independently(await list(service))).header.kid, first.header.kid);
});

test('each later list has its own URL', async (t) => {
  const made = await world(t);
  const service = made.replica(small);
  for (let i = 0; i < 17; i += 1) await allocate(service, `hash-${i}`, 4);
  const { payload } = await independently(await list(service, '2'));
  assert.equal(payload.sub, `${uri}/2`);
  assert.equal((await independently(await list(service, '1'))).payload.sub, uri);
});

const CWT = { accept: 'application/statuslist+cwt' };

/** The claims of a CWT whose chain ends at the tenant's IACA. */
async function claimsOf(made: Awaited<ReturnType<typeof world>>, reply: OperationReply, tenant = 'default') {
  assert.equal(reply.contentType, 'application/statuslist+cwt');
  const token = Buffer.from(reply.raw ?? '');
  const anchors = await made.platform().keys.anchors(tenant, 'mdoc');
  const at = tenant === 'default' ? uri : `${PUBLIC_URL}/${tenant}/status-management/status-list`;
  return verifyStatusCwt({ token, uri: at, anchors, now: made.now });
}

test('a CWT where it is asked for: the same bits, under the IACA of mdocs', async (t) => {
  const made = await world(t);
  const service = made.replica();
  const [gone] = await allocate(service, 'gone', 1);
  const kept = await allocate(service, 'kept', 2, { session: 'kept' });
  await update(service, 's', 1);
  const reply = await list(service, undefined, CWT);
  assert.equal(reply.headers?.['cache-control'], 'max-age=300');
  assert.equal(reply.headers?.vary, 'accept, accept-encoding');
  const found = await claimsOf(made, reply);
  assert.deepEqual([found.bits, found.keepUntil], [1, made.now + 300_000]);
  assert.equal(readStatus(found.list, gone?.idx ?? -1, 1), 1);
  for (const { idx } of kept) assert.equal(readStatus(found.list, idx, 1), 0);
  assert.deepEqual(
    found.list,
    inflateSync(Buffer.from((await independently(await list(service))).payload.status_list.lst, 'base64url')),
  );
});

test('a CWT of a tenant is under the IACA of that tenant', async (t) => {
  const made = await world(t);
  const service = made.replica();
  const reply = await call(service, 'status.list', { tenant: 'root', headers: CWT });
  await claimsOf(made, reply, 'root');
  await assert.rejects(claimsOf(made, reply), { name: 'CwtError' });
});

test('without a wish for a CWT a JWT is sent, and no key for mdocs is made', async (t) => {
  const made = await world(t);
  const service = made.replica();
  for (const accept of ['*/*', 'application/statuslist+jwt', 'text/html', 'application/statuslist+cwt;q=0']) {
    assert.equal((await list(service, undefined, { accept })).contentType, 'application/statuslist+jwt', accept);
  }
  assert.deepEqual(await made.platform().keys.anchors('default', 'mdoc'), []);
});

test('each form has its own tag: that of one form is no 304 for the other', async (t) => {
  const service = (await world(t)).replica();
  const [jwt, cwt] = [await list(service), await list(service, undefined, { ...CWT, 'accept-encoding': 'gzip' })];
  assert.equal(cwt.headers?.['content-encoding'], undefined);
  const tags = [jwt, cwt].map(({ headers }) => headers?.etag ?? '');
  assert.equal(new Set(tags).size, 2);
  for (const [form, etag] of [{}, CWT].flatMap((form) => tags.map((tag) => [form, tag] as const))) {
    const reply = await list(service, undefined, { ...form, 'if-none-match': etag });
    const same = etag === tags[form === CWT ? 1 : 0];
    assert.deepEqual([reply.status, reply.headers?.etag === etag], same ? [304, true] : [undefined, false]);
  }
  assert.equal((await list(service, undefined, { ...CWT, 'if-none-match': '*' })).status, 304);
});

test('unknown lists are 404, lists of a past time 501', async (t) => {
  const service = (await world(t)).replica();
  for (const n of ['2', '0', '01', '-1', 'x', '1e1', '9999999999', '']) {
    await assert.rejects(list(service, n), (error) => error instanceof ProtocolError && error.code === 'not_found', n);
  }
  for (const headers of [{}, CWT]) {
    await assert.rejects(
      call(service, 'status.list', { query: { time: '1' }, headers }),
      (error) => error instanceof ProtocolError && error.code === 'not_built',
    );
  }
  await assert.rejects(
    list(service, '2', CWT),
    (error) => error instanceof ProtocolError && error.code === 'not_found',
  );
});
