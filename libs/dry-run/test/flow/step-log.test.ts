import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { DryRunStep } from '@countersign/shared/messages/dry-run-report';
import { createStepLog } from '../../src/flow/step-log.ts';

async function open(t: TestContext, answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const seen: DryRunStep[] = [];
  const settings = { PUBLIC_URL: 'https://wallets.example/base', HOST: '0.0.0.0', PORT: port };
  const signal = new AbortController().signal;
  const log = createStepLog({
    settings,
    headers: { 'x-own': 's3' },
    clock: () => 7,
    signal,
    onStep: (step) => seen.push(step),
  });
  return { log, seen };
}

test('addresses of PUBLIC_URL lead here, with the secret of the run; others are not called', async (t) => {
  const asked: string[] = [];
  const { log, seen } = await open(t, (request, response) => {
    asked.push(`${request.url} ${request.headers['x-own']}`);
    response.writeHead(200, { 'x-request-id': 'r1' }).end('{}');
  });
  await log.fetch('https://wallets.example/base/vci/offer/SECRET?x=1');
  await log.fetch('https://wallets.example/base/oid4vp/request/pid/SECRET');
  assert.deepEqual(asked, ['/base/vci/offer/SECRET?x=1 s3', '/base/oid4vp/request/pid/SECRET s3']);
  await assert.rejects(log.fetch('https://other.example/base/vci/nonce'), /a different server/);
  assert.deepEqual(log.steps[0], {
    step: 'offer',
    method: 'GET',
    url: 'https://wallets.example/base/vci/offer/...',
    status: 200,
    ms: 0,
    outcome: 'ok',
    request: 'r1',
  });
  assert.ok(!JSON.stringify(log.steps).includes('SECRET'));
  assert.equal(seen.length, 2);
});

test('errors are read from the answer and from redirects; demands for more are no refusals', async (t) => {
  const answers: readonly (readonly [number, string, string?])[] = [
    [400, '{"error":"invalid_grant"}'],
    [400, '{"error":"use_dpop_nonce"}'],
    [302, '', 'https://wallet.example/callback?error=access_denied'],
    [302, '', 'https://wallet.example/callback?code=c'],
    [500, '<html>'],
  ];
  let at = 0;
  const { log } = await open(t, (_, response) => {
    const [status, body, location] = answers[at] ?? [200, ''];
    at += 1;
    response.writeHead(status, location === undefined ? {} : { location }).end(body);
  });
  for (const _ of answers) await log.fetch('https://wallets.example/base/authorize/token', { method: 'POST' });
  assert.deepEqual(
    log.steps.map(({ outcome, error }) => [outcome, error]),
    [
      ['refused', 'invalid_grant'],
      ['info', 'use_dpop_nonce'],
      ['refused', 'access_denied'],
      ['ok', undefined],
      ['refused', undefined],
    ],
  );
});
