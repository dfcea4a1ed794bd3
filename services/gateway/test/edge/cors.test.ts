/** Preflights: handled only for wallet routes. */
import assert from 'node:assert/strict';
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

test('a preflight names the methods that wallets may use there, each once', () => {
  const matches = [matchOf(true, 'POST'), matchOf(true, 'GET'), matchOf(true, 'POST'), matchOf(false, 'DELETE')];
  const { status, headers = {} } = answerPreflight(matches) ?? assert.fail();
  assert.deepEqual(
    [status, headers['access-control-allow-methods'], headers.allow],
    [204, 'POST, GET', 'POST, GET, OPTIONS'],
  );
  assert.equal(headers['access-control-allow-origin'], '*');
  assert.match(headers['access-control-allow-headers'] ?? '', /authorization.*dpop/);
  assert.equal(headers['access-control-allow-credentials'], undefined);
});

test('management and unknown addresses have none', () => {
  assert.equal(answerPreflight([matchOf(false, 'POST')]), undefined);
  assert.equal(answerPreflight([]), undefined);
});
