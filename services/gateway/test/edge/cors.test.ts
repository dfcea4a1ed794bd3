/** Preflights: answered for wallet routes alone. */
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { answerPreflight } from '../../src/edge/cors.ts';
import type { Match } from '../../src/edge/match.ts';
import { routes } from '../../src/routes/routes.ts';

const matchOf = (cors: boolean, method: string): Match => ({
  route: routes.find((route) => route.cors === cors && route.method === method) ?? assert.fail(),
  owner: 'a',
  pattern: '/x',
  params: {},
});
const ask = (matches: readonly Match[], method = 'OPTIONS') => answerPreflight({ method } as IncomingMessage, matches);

test('a preflight names the methods that wallets may use there, each once', () => {
  const matches = [matchOf(true, 'POST'), matchOf(true, 'GET'), matchOf(true, 'POST'), matchOf(false, 'DELETE')];
  const { status, headers = {} } = ask(matches) ?? assert.fail();
  assert.deepEqual(
    [status, headers['access-control-allow-methods'], headers.allow],
    [204, 'POST, GET', 'POST, GET, OPTIONS'],
  );
  assert.equal(headers['access-control-allow-origin'], '*');
  assert.match(headers['access-control-allow-headers'] ?? '', /authorization.*dpop/);
  assert.equal(headers['access-control-allow-credentials'], undefined);
});

test('management and unknown addresses have none, and another method is no preflight', () => {
  assert.equal(ask([matchOf(false, 'POST')]), undefined);
  assert.equal(ask([]), undefined);
  assert.equal(ask([matchOf(true, 'POST')], 'POST'), undefined);
});
