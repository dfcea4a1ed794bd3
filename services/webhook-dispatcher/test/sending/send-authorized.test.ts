import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutboundRequest } from '@countersign/shared/http/outbound';
import { OutboundError } from '@countersign/shared/http/outbound-error';
import { createAccessTokens } from '../../src/sending/access-tokens.ts';
import { sendAuthorized } from '../../src/sending/send-authorized.ts';
import { world } from '../world.ts';

const tokenUrl = 'https://sso.example/token';
const url = 'https://hr.example/claims';
const tls = { certificate: 'c', key: 'k' };
const config = { url, timeout: 1, tls, oauth: { tokenUrl, clientId: 'a', clientSecret: 'b' } };

/** @param accepted the token that the provider accepts */
async function sending(
  t: Parameters<typeof world>[0],
  { accepted = 't1', failing }: { readonly accepted?: string; readonly failing?: Error } = {},
) {
  const { platform } = await world(t);
  const calls: OutboundRequest[] = [];
  let made = 0;
  const outbound = {
    request: async (request: OutboundRequest) => {
      calls.push(request);
      if (request.url === tokenUrl) {
        if (failing !== undefined) throw failing;
        made += 1;
        const body = Buffer.from(JSON.stringify({ access_token: `t${made}`, token_type: 'bearer', expires_in: 60 }));
        return { status: 200, headers: {}, body };
      }
      const status = request.headers?.authorization === `Bearer ${accepted}` ? 200 : 401;
      return { status, headers: {}, body: Buffer.alloc(0) };
    },
  };
  const prepared = { config, body: '{}', keys: [] };
  const signal = new AbortController().signal;
  const tokens = createAccessTokens(outbound, platform.clock);
  const send = (of: object = config) =>
    sendAuthorized(platform, tokens, {
      id: 'e',
      prepared: { ...prepared, config: { ...config, ...of } },
      outbound,
      signal,
    });
  return { send, calls, urls: () => calls.splice(0).map((call) => call.url) };
}

test('a token is asked for once; each call has it, and the client certificate', async (t) => {
  const { send, calls, urls } = await sending(t);
  assert.equal(Reflect.get(await send(), 'status'), 200);
  assert.ok(calls.every(({ clientCertificate, timeout }) => clientCertificate === tls && timeout <= 1000));
  assert.deepEqual(urls(), [tokenUrl, url]);
  await send();
  assert.deepEqual(urls(), [url]);
});

test('after a 401 there is one new token, and no third', async (t) => {
  const renewed = await sending(t, { accepted: 't2' });
  assert.equal(Reflect.get(await renewed.send(), 'status'), 200);
  assert.deepEqual(renewed.urls(), [tokenUrl, url, tokenUrl, url]);
  const never = await sending(t, { accepted: 'none' });
  assert.equal(Reflect.get(await never.send(), 'status'), 401);
  assert.deepEqual(never.urls(), [tokenUrl, url, tokenUrl, url]);
});

test('without a token the provider is not called; a stop stays a stop', async (t) => {
  const failed = await sending(t, { failing: new OutboundError('refused') });
  assert.deepEqual(await failed.send(), { error: 'token' });
  assert.deepEqual(failed.urls(), [tokenUrl]);
  const stopped = await sending(t, { failing: new OutboundError('aborted') });
  assert.deepEqual(await stopped.send(), { error: 'aborted' });
});

test('a webhook without client credentials is sent as it is', async (t) => {
  const { send, urls } = await sending(t);
  assert.equal(Reflect.get(await send({ oauth: undefined }), 'status'), 401);
  assert.deepEqual(urls(), [url]);
});
