import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutboundRequest } from '@countersign/shared/http/outbound';
import { createAccessTokens, TokenError } from '../../src/sending/access-tokens.ts';

const oauth = { tokenUrl: 'https://sso.example/token', clientId: 'a:b', clientSecret: 'ä &', scope: 'claims' };
const signal = new AbortController().signal;
const request = { oauth, timeout: 1000, signal };

/** A token server. Its clock stands until it is set. */
function server() {
  const world = { now: 0, sent: [] as OutboundRequest[], status: 200, more: { expires_in: 60 } as object };
  const outbound = {
    request: async (one: OutboundRequest) => {
      world.sent.push(one);
      const body = { access_token: `t${world.sent.length}`, token_type: 'Bearer', ...world.more };
      return { status: world.status, headers: {}, body: Buffer.from(JSON.stringify(body)) };
    },
  };
  return { world, tokens: createAccessTokens(outbound, () => world.now) };
}

test('the client authenticates with its form-encoded secret, and a certificate if it has one', async () => {
  const { world, tokens } = server();
  const tls = { certificate: 'c', key: 'k' };
  await tokens.of({ ...request, tls });
  const [sent = assert.fail()] = world.sent;
  assert.equal(sent.url, oauth.tokenUrl);
  assert.equal(sent.body, 'grant_type=client_credentials&scope=claims');
  assert.equal(sent.headers?.authorization, `Basic ${Buffer.from('a%3Ab:%C3%A4+%26').toString('base64')}`);
  assert.deepEqual([sent.clientCertificate, sent.timeout, sent.signal], [tls, 1000, signal]);
});

test('a token is used until shortly before its end, by all who wait for it', async () => {
  const { world, tokens } = server();
  assert.deepEqual(await Promise.all([tokens.of(request), tokens.of(request)]), ['t1', 't1']);
  world.now = 54_999;
  assert.equal(await tokens.of(request), 't1');
  world.now = 55_000;
  assert.equal(await tokens.of(request), 't2');
  assert.equal(await tokens.of({ ...request, oauth: { ...oauth, clientSecret: 'changed' } }), 't3');
});

test('a refused token is renewed, and a newer one stays', async () => {
  const { tokens } = server();
  await tokens.of(request);
  tokens.refused(request, 't1');
  assert.equal(await tokens.of(request), 't2');
  tokens.refused(request, 't1');
  assert.equal(await tokens.of(request), 't2');
});

test('a response without a usable token is an error, and the next call asks again', async () => {
  const { world, tokens } = server();
  for (const more of [{ access_token: undefined }, { access_token: 'a\r\nb' }, { token_type: 'mac' }]) {
    world.more = more;
    await assert.rejects(tokens.of(request), TokenError);
  }
  world.status = 401;
  await assert.rejects(tokens.of(request), /status 401/);
  Object.assign(world, { status: 200, more: {} });
  assert.equal(await tokens.of(request), 't5');
});
