import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { type AdmitParts, admit, findAddress } from '../../src/edge/admit.ts';
import type { Exchange } from '../../src/edge/answer.ts';
import { compileRoutes } from '../../src/edge/match.ts';
import type { OwnCall } from '../../src/edge/own-calls.ts';
import { routes } from '../../src/routes/routes.ts';

const caller = { variant: 'b', tenant: 'acme', client: 'backend', role: 'admin', platform: false } as const;
const named: OwnCall = { headers: {}, carries: { dryRun: { until: 0 } }, refusals: new Map() };

function partsOf(steps: string[], over: Partial<AdmitParts> = {}): AdmitParts {
  return {
    matcher: compileRoutes({ a: true, b: true }),
    authenticate: async () => {
      steps.push('authenticate');
      return caller;
    },
    publicOrigin: 'https://issuer.example',
    tenantExists: async (id) => id === 'acme',
    tenantStatusOf: async (id) => (id === 'acme' ? 'served' : undefined),
    clientAddress: (remote = '') => remote,
    limits: {
      wallet: (address) => void steps.push(`limit ${address}`),
      open: (address) => void steps.push(`open ${address}`),
    },
    ...over,
  };
}

function exchangeOf(url: string, method = 'GET', headersDistinct: Record<string, readonly string[]> = {}): Exchange {
  const given = Object.entries(headersDistinct).flatMap(([name, values]) => values.map((value) => [name, value]));
  // As the caller wrote the names.
  const rawHeaders = given.flatMap(([name = '', value = '']) => [
    name.replace(/^./, (letter) => letter.toUpperCase()),
    value,
  ]);
  const request = { url, method, headers: {}, headersDistinct, rawHeaders, socket: { remoteAddress: '192.0.2.7' } };
  return { id: 'r', trace: '', request: request as unknown as IncomingMessage, response: {} as ServerResponse };
}

async function admitted(parts: AdmitParts, exchange: Exchange, call?: OwnCall) {
  return admit(parts, exchange, { ...(await findAddress(parts, exchange, [])), named: call });
}

const codeIs = (code: string) => (error: unknown) => error instanceof ProtocolError && error.code === code;

test('a management route has the tenant of its caller, and no limit of addresses', async () => {
  const steps: string[] = [];
  const exchange = exchangeOf('/session');
  const found = await admitted(partsOf(steps), exchange, named);
  assert.equal(found.tenant, 'acme');
  assert.equal(found.caller, caller);
  // The header of a dry run is used only on wallet routes.
  assert.equal(found.ownCall, undefined);
  assert.deepEqual(steps, ['authenticate']);
  assert.equal(exchange.tenant, 'acme');
  assert.deepEqual(exchange.segments, ['session']);
});

test('a wallet route has the tenant of its path and the limit of its address, which a dry run has not', async () => {
  const steps: string[] = [];
  const found = await admitted(partsOf(steps), exchangeOf('/acme/vci/nonce', 'POST'));
  assert.equal(found.tenant, 'acme');
  assert.equal(found.caller, undefined);
  assert.deepEqual(steps, ['limit 192.0.2.7']);
  const ofWallet = await admitted(partsOf(steps), exchangeOf('/acme/vci/nonce', 'POST'), named);
  assert.equal(ofWallet.ownCall, named);
  assert.deepEqual(steps, ['limit 192.0.2.7']);
  assert.equal((await admitted(partsOf([]), exchangeOf('/vci/nonce', 'POST'))).tenant, 'default');
});

test('paths and tenants that do not exist count for the limit of their address, before an answer', async () => {
  const over = new ProtocolError('rate_limited', 'Too many', { reason: 'rate_limited', facts: {} });
  for (const path of ['/nothing/here', '/.well-known/openid-credential-issuer/nobody', '/nobody/vci/offer/x', '/%zz']) {
    const steps: string[] = [];
    await assert.rejects(admitted(partsOf(steps), exchangeOf(path)), codeIs('not_found'));
    assert.deepEqual(steps, ['open 192.0.2.7'], path);
    const refuse = async (): Promise<never> => {
      throw over;
    };
    const limited = partsOf([], { limits: { wallet: refuse, open: refuse } });
    await assert.rejects(admitted(limited, exchangeOf(path)), codeIs('rate_limited'));
  }
});

test('what needs no login has a limit, but for what probes ask', async () => {
  const rates: string[] = [];
  for (const path of [
    '/.well-known/jwks.json',
    '/vci/offer/x',
    '/status-management/status-list',
    '/docs',
    '/public/a.svg',
  ])
    await admitted(partsOf(rates), exchangeOf(path));
  assert.deepEqual(
    rates,
    Array.from({ length: 5 }, () => 'open 192.0.2.7'),
  );
  const probes: string[] = [];
  for (const path of ['/health', '/health/live', '/health/ready']) await admitted(partsOf(probes), exchangeOf(path));
  assert.deepEqual(probes, []);
  const without = routes.filter(({ auth, rate }) => auth === 'none' && rate === undefined);
  assert.deepEqual(
    without.map(({ operation }) => operation),
    ['gateway.health', 'gateway.live', 'gateway.ready'],
  );
});

test('an unknown address, an unknown tenant, another method and two credentials are refused', async () => {
  const parts = partsOf([]);
  await assert.rejects(admitted(parts, exchangeOf('/nothing/here')), codeIs('not_found'));
  await assert.rejects(admitted(parts, exchangeOf('/%')), codeIs('not_found'));
  await assert.rejects(admitted(parts, exchangeOf('/other/vci/nonce', 'POST')), codeIs('not_found'));
  await assert.rejects(admitted(parts, exchangeOf('/session', 'PUT')), codeIs('method_not_allowed'));
  const twice = exchangeOf('/vci/nonce', 'POST', { authorization: ['a', 'b'] });
  await assert.rejects(admitted(parts, twice), codeIs('invalid_request'));
});
