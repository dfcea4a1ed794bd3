import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { createOutbound, type OutboundRequest, type OutboundResponse } from '@countersign/shared/http/outbound';
import { fetchSigned } from '../../src/trust/fetch-signed.ts';

const limits = { maxBytes: 100, timeout: 1000 };

function answering(answers: readonly Partial<OutboundResponse>[]) {
  const requests: OutboundRequest[] = [];
  const request = async (given: OutboundRequest): Promise<OutboundResponse> => {
    requests.push(given);
    return { status: 200, headers: {}, body: Buffer.from('list'), ...answers[requests.length - 1] };
  };
  return { requests, outbound: { request } };
}

const redirect = (location: string) => ({ status: 302, headers: { location } });

test('one redirect of a GET is followed, and a second one is not', async () => {
  const one = answering([redirect('/moved')]);
  const body = await fetchSigned(one.outbound, { url: 'http://crl.example/a', method: 'GET', ...limits });
  assert.deepEqual(
    [body.toString(), one.requests.map(({ url }) => url)],
    ['list', ['http://crl.example/a', 'http://crl.example/moved']],
  );
  const many = answering(Array.from({ length: 50 }, () => redirect('/again')));
  await assert.rejects(fetchSigned(many.outbound, { url: 'http://crl.example/a', method: 'GET', ...limits }), {
    code: 'protocol',
  });
  assert.equal(many.requests.length, 2);
  const post = answering([redirect('/moved')]);
  await assert.rejects(fetchSigned(post.outbound, { url: 'http://ocsp.example/', method: 'POST', ...limits }), {
    code: 'protocol',
  });
});

test('a server with a fault is unreachable', async () => {
  for (const [status, code] of [
    [500, 'unreachable'],
    [429, 'unreachable'],
    [404, 'protocol'],
    [204, 'protocol'],
  ] as const) {
    const { outbound } = answering([{ status }]);
    await assert.rejects(fetchSigned(outbound, { url: 'http://crl.example/', method: 'GET', ...limits }), { code });
  }
});

test('no connection to addresses inside, to other schemes and to other ports, nor by a redirect', async () => {
  let connections = 0;
  const lookup = async () => [{ address: '93.184.215.14', family: 4 }];
  const dial = () => {
    connections += 1;
    return new Socket().destroy(new Error('no connection'));
  };
  const outbound = createOutbound({ allow: [], kind: 'signed', lookup, dial });
  for (const url of [
    'http://169.254.169.254/latest/meta-data',
    'http://127.0.0.1/a.crl',
    'http://[::1]/a.crl',
    'http://10.0.0.1/a.crl',
    'file:///etc/passwd',
    'ldap://ldap.example/cn=ca',
    'http://crl.example:22/',
    'https://crl.example:8443/',
    'http://user@crl.example/',
  ]) {
    await assert.rejects(fetchSigned(outbound, { url, method: 'GET', ...limits }), url);
    const moved = {
      request: (given: OutboundRequest) =>
        given.url === url ? outbound.request(given) : Promise.resolve({ ...redirect(url), body: Buffer.alloc(0) }),
    };
    await assert.rejects(fetchSigned(moved, { url: 'http://crl.example/a', method: 'GET', ...limits }), url);
  }
  assert.equal(connections, 0);
  await assert.rejects(fetchSigned(outbound, { url: 'http://crl.example/a.crl', method: 'GET', ...limits }));
  assert.equal(connections, 1, 'http at its own port is open');
});
