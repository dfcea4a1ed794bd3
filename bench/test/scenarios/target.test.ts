/** A running installation as target: consent, reachability, refusals. */
import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openTargetServer, targetOrigin } from '@countersign/bench/scenarios/target';

test('loopback needs no consent', () => {
  for (const origin of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://127.1.2.3', 'http://[::1]:3000'])
    assert.equal(targetOrigin(origin, undefined), origin);
});

test('every other host needs its own name as consent', () => {
  const target = 'https://issuer.example:8443';
  assert.throws(() => targetOrigin(target, undefined), /is not this machine.*--consent issuer\.example:8443/);
  assert.throws(() => targetOrigin(target, 'other.example'), /is not this machine/);
  assert.throws(() => targetOrigin('https://127.0.0.1.example', undefined), /is not this machine/);
  assert.throws(() => targetOrigin('https://localhost.example', undefined), /is not this machine/);
  assert.equal(targetOrigin(target, 'issuer.example'), target);
  assert.equal(targetOrigin(target, 'issuer.example:8443'), target);
});

test('only an origin is a target', () => {
  for (const target of [
    'localhost:3000',
    'no address',
    'ftp://localhost',
    'http://localhost/path',
    'http://localhost/?a=b',
  ])
    assert.throws(() => targetOrigin(target, undefined), /--target takes/, target);
});

const KEY = { BENCH_API_KEY: 'key' };

/** @returns the message of the refusal */
async function refusal(listener: RequestListener | undefined, env: Record<string, string> = KEY): Promise<string> {
  const server = createServer(listener ?? (() => undefined));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  if (listener === undefined) await new Promise((closed) => server.close(closed));
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  const common = { root, consent: undefined, wallets: 1, rate: undefined };
  try {
    await openTargetServer({ ...common, target: `http://127.0.0.1:${port}`, env });
    return 'opened';
  } catch (error) {
    return (error as Error).message.replaceAll(String(port), 'PORT');
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('a target that is not there', async () => {
  assert.equal(await refusal(undefined), 'http://127.0.0.1:PORT is not reachable: ECONNREFUSED');
});

test('a target that is not ready', async () => {
  const message = await refusal((_, response) => response.writeHead(503).end());
  assert.match(message, /is not ready: GET \/health\/ready answered 503/);
});

test('credentials are missing, or refused', async () => {
  const listener: RequestListener = ({ url }, response) =>
    response.writeHead(url === '/health/ready' ? 200 : 401).end('no');
  assert.match(await refusal(listener, {}), /needs BENCH_API_KEY, or BENCH_CLIENT_ID and BENCH_CLIENT_SECRET/);
  assert.match(await refusal(listener), /refuses: GET \/session answered 401; check BENCH_API_KEY\. no/);
  const client = { BENCH_CLIENT_ID: 'acme', BENCH_CLIENT_SECRET: 'secret' };
  assert.match(await refusal(listener, client), /refuses the client acme: POST \/auth\/token answered 401/);
});

test('a target that calls its issuer otherwise gets no load', async () => {
  const asked: string[] = [];
  const message = await refusal(({ method, url }, response) => {
    asked.push(`${method} ${url}`);
    response.setHeader('content-type', 'application/json').end('{"credential_issuer":"https://issuer.example"}');
  });
  assert.match(message, /calls its issuer https:\/\/issuer\.example: give the origin of that address/);
  assert.deepEqual(
    asked.filter((one) => one.startsWith('POST')),
    [],
  );
});

test('configurations that were written are removed where another one is refused', async () => {
  const asked: string[] = [];
  const message = await refusal(({ method, url, headers }, response) => {
    asked.push(`${method} ${url}`);
    const refused = asked.filter((one) => one === 'POST /issuer-management').length === 2;
    response.statusCode = method === 'POST' ? (refused ? 400 : 201) : 200;
    response.end(JSON.stringify({ credential_issuer: `http://${headers.host}` }));
  });
  assert.match(message, /The configuration answered 400/);
  assert.deepEqual(asked.slice(-2), [
    'DELETE /issuer-management/bench-pid',
    'DELETE /issuer-management/bench-pid-mdoc',
  ]);
});
