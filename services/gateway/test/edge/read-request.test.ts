import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Admitted } from '../../src/edge/admit.ts';
import type { Exchange } from '../../src/edge/answer.ts';
import { createReadOperationRequest } from '../../src/edge/read-request.ts';
import { routes } from '../../src/routes/routes.ts';

const read = createReadOperationRequest('https://issuer.example');

function asked(operation: string, target: string, headers: Record<string, string> = {}, method = 'GET') {
  const route = routes.find((row) => row.operation === operation);
  if (route === undefined) throw new Error(`no row of ${operation}`);
  const request = { url: target, method, headers } as unknown as IncomingMessage;
  const exchange: Exchange = { id: 'r', trace: 't', request, response: {} as ServerResponse };
  const path = target.split('?')[0] ?? '';
  const segments = path === '/' ? [] : path.slice(1).split('/').map(decodeURIComponent);
  const caller = route.auth === 'management' ? { client: 'root', role: 'admin', platform: true } : undefined;
  const admitted = {
    segments,
    match: { route, params: {} },
    caller,
    tenant: 'acme',
    address: '192.0.2.7',
    ownCall: undefined,
  };
  return read(exchange, admitted as unknown as Admitted);
}

test('the address is PUBLIC_URL and the path, encoded, without the query', async () => {
  assert.equal((await asked('gateway.home', '/')).url, 'https://issuer.example/');
  assert.equal(
    (await asked('issuer.jwks', '/.well-known/jwks.json?a=b')).url,
    'https://issuer.example/.well-known/jwks.json',
  );
  assert.equal(
    (await asked('issuer.vct', '/credentials/vct/a%20b%2Bc')).url,
    'https://issuer.example/credentials/vct/a%20b%2Bc',
  );
});

test('the query begins behind the first question mark; a name that is given twice is refused', async () => {
  assert.deepEqual((await asked('issuer.jwks', '/x')).query, {});
  assert.deepEqual((await asked('issuer.jwks', '/x?')).query, {});
  assert.deepEqual({ ...(await asked('issuer.jwks', '/x?a=b?c&d=%20')).query }, { a: 'b?c', d: ' ' });
  await assert.rejects(asked('issuer.jwks', '/x?a=1&a=2'), ProtocolError);
});

test('every management route refuses an unknown parameter; no other route does', async () => {
  for (const { operation, auth } of routes) {
    const found = await asked(operation, '/x?utm_source=x').catch((error: unknown) => error);
    const refused = found instanceof ProtocolError && found.options.reason === 'query_parameter';
    assert.equal(refused, auth === 'management', operation);
  }
});

test('HEAD is refused where GET changes something, and GET is not', async () => {
  const changing = routes.filter(({ changes }) => changes === true);
  assert.ok(changing.length > 0);
  for (const { operation } of changing) {
    await asked(operation, '/x');
    await assert.rejects(asked(operation, '/x', {}, 'HEAD'), { code: 'method_not_allowed' });
  }
});

test('an operation sees the headers that are forwarded, and of the caller what is known', async () => {
  const headers = { authorization: 'Bearer x', dpop: 'proof', 'x-internal-tenant': 'other', 'x-api-key': 'k' };
  const ofWallet = await asked('issuer.jwks', '/x', headers);
  assert.equal(ofWallet.headers.authorization, 'Bearer x');
  assert.equal(ofWallet.headers.dpop, 'proof');
  assert.equal('x-internal-tenant' in ofWallet.headers || 'x-api-key' in ofWallet.headers, false);
  assert.equal('client' in ofWallet || 'role' in ofWallet || 'platform' in ofWallet || 'dryRun' in ofWallet, false);
  const ofBackend = await asked('gateway.session.list', '/session', headers);
  assert.equal(ofBackend.headers.authorization, undefined);
  assert.deepEqual([ofBackend.client, ofBackend.role, ofBackend.platform], ['root', 'admin', true]);
});
