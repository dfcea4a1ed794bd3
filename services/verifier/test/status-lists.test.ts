import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { ProtocolError } from '@countersign/shared/errors';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { Outbound, OutboundRequest, OutboundResponse } from '@countersign/shared/http/outbound';
import { OutboundError } from '@countersign/shared/http/outbound-error';
import { readSettings } from '@countersign/shared/read-settings';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { createStatusLists } from '../src/status-lists.ts';
import { anchor, issuer, jwtOf, NOW, SECONDS } from './protocol/presentations.ts';
import { refusesLater } from './protocol/refuses.ts';

const PUBLIC_URL = 'https://verifier.example';
const FOREIGN = 'https://issuer.example/list/1';
const leaf = new X509Certificate(Buffer.from(issuer.x5c[0] ?? '', 'base64'));
/** Entries 1,0,0,1,1,1,0,1 and on (Token Status List, 4.1). */
const LST = Buffer.from('78dadbb918000217015d', 'hex').toString('base64url');

const reference = { uri: FOREIGN, idx: 1, issuerKey: leaf.publicKey, anchors: [anchor] };

function tokenOf(sub: string, change: object = {}): string {
  const header = { typ: 'statuslist+jwt', alg: 'ES256', x5c: [...issuer.x5c] };
  const payload = { sub, iat: SECONDS, ttl: 60, status_list: { bits: 1, lst: LST }, ...change };
  return jwtOf(header, payload, issuer.privateKey);
}

function world(answer: (request: OutboundRequest) => Promise<Partial<OutboundResponse>> | Partial<OutboundResponse>) {
  const { settings } = readSettings({ PUBLIC_URL });
  const fetched: OutboundRequest[] = [];
  const called: OperationRequest[] = [];
  const made = {
    now: NOW,
    fetched,
    called,
    own: async (request: OperationRequest): Promise<string> => tokenOf(request.url),
  };
  const outbound: Outbound = {
    request: async (request) => {
      fetched.push(request);
      return { status: 200, headers: {}, body: Buffer.alloc(0), ...(await answer(request)) };
    },
  };
  const call = async (operation: string, request: OperationRequest) => {
    assert.equal(operation, 'status.list');
    called.push(request);
    return { raw: await made.own(request) };
  };
  return { ...made, made, check: createStatusLists({ settings, clock: () => made.now, call }, outbound) };
}

const served = () => ({ body: Buffer.from(tokenOf(FOREIGN)) });

test('a list of others is fetched once for all who ask at the same time, and again when its ttl is over', async () => {
  const w = world(served);
  await Promise.all(Array.from({ length: 20 }, () => w.check([reference], 'r')));
  assert.equal(w.fetched.length, 1);
  assert.equal(w.fetched[0]?.accept, 'application/statuslist+jwt');
  w.made.now += 59_999;
  await w.check([reference], 'r');
  assert.equal(w.fetched.length, 1);
  w.made.now += 1;
  await w.check([reference], 'r');
  assert.equal(w.fetched.length, 2);
});

test('an entry that is not valid refuses the whole response', async () => {
  const w = world(served);
  await refusesLater(w.check([reference, { ...reference, idx: 0 }], 'r'), 'revoked');
  await refusesLater(w.check([{ ...reference, idx: 1000 }], 'r'), 'status_unavailable');
});

test('what can not be read counts as not valid, and is asked for again', async () => {
  for (const code of ['timeout', 'address', 'refused', 'too_large', 'content_type'] as const) {
    let down = true;
    const w = world(() => {
      if (down) throw new OutboundError(code);
      return served();
    });
    await refusesLater(w.check([reference], 'r'), 'status_unavailable');
    down = false;
    await w.check([reference], 'r');
    assert.equal(w.fetched.length, 2);
  }
  for (const status of [204, 302, 404, 500]) {
    await refusesLater(world(() => ({ ...served(), status })).check([reference], 'r'), 'status_unavailable');
  }
  await refusesLater(world(() => ({ body: Buffer.from('x') })).check([reference], 'r'), 'status_unavailable');
  const defect = world(() => {
    throw new TypeError('a defect');
  });
  await assert.rejects(defect.check([reference], 'r'), TypeError);
});

test('a list in memory counts only for those who believe its signer', async () => {
  const w = world(served);
  await w.check([reference], 'r');
  const other = await makeSigningKey();
  const stranger = new X509Certificate(Buffer.from(other.x5c[0] ?? '', 'base64'));
  const anchors = [new X509Certificate(other.anchor)];
  await refusesLater(w.check([{ ...reference, issuerKey: stranger.publicKey, anchors }], 'r'), 'status_unavailable');
});

test('own lists come from the status service, each time, and never over HTTP', async () => {
  const w = world(served);
  const own = (path: string) => ({ ...reference, uri: `${PUBLIC_URL}/${path}` });
  await w.check([own('status-management/status-list')], 'r1');
  await w.check([own('root/status-management/status-list/7')], 'r2');
  await w.check([own('status-management/status-list')], 'r3');
  assert.deepEqual(
    w.called.map(({ tenant, params, id }) => [tenant, params, id]),
    [
      ['default', {}, 'r1'],
      ['root', { n: '7' }, 'r2'],
      ['default', {}, 'r3'],
    ],
  );
  // revoked since: the next one who asks is told
  const revoked = deflateSync(Buffer.from([0xff])).toString('base64url');
  w.made.own = async ({ url }) => tokenOf(url, { status_list: { bits: 1, lst: revoked } });
  await refusesLater(w.check([own('status-management/status-list')], 'r4'), 'revoked');
  for (const path of ['status-management/status-list/0', 'a/b/status-management/status-list', 'session', '%2e/x']) {
    await refusesLater(w.check([own(path)], 'r'), 'status_unavailable');
  }
  assert.equal(w.fetched.length, 0);
});

test('a status service that is down is not the wallet’s fault', async () => {
  const w = world(served);
  const own = { ...reference, uri: `${PUBLIC_URL}/status-management/status-list` };
  w.made.own = async () => {
    throw new ProtocolError('temporarily_unavailable', 'down');
  };
  await assert.rejects(w.check([own], 'r'), (error) => (error as ProtocolError).code === 'temporarily_unavailable');
  w.made.own = async () => {
    throw new ProtocolError('not_found', 'no such list');
  };
  await refusesLater(w.check([own], 'r'), 'status_unavailable');
});
