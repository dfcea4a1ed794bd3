/**
 * Each refusal by the edge: its reason is counted once, and its facts are in the trace. Other tests check the caller's
 * response.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Facts } from '@countersign/shared/kernel/reasons/facts';
import { unavailable } from '@countersign/shared/kernel/unavailable';
import type { Metrics } from '@countersign/shared/metrics/metrics';
import { reasons } from '../../src/reasons.ts';
import { API_KEY, form, json, type OpenGateway, openGateway } from '../open-gateway.ts';
import { raw } from '../raw-request.ts';

/** Counts refusals by reason. */
function countRefusals(): { readonly metrics: Metrics; readonly counted: string[] } {
  const counted: string[] = [];
  const count = (name: string, { reason = '' }: { readonly reason?: string }): void => {
    if (name === 'countersign_refusals_total') counted.push(reason);
  };
  return { metrics: { count, observe: () => undefined, watch: () => undefined } as Metrics, counted };
}

type Send = (gateway: OpenGateway) => Promise<unknown>;

const post = (path: string, body: string, headers: Record<string, string>): Send => {
  return (gateway) => raw(gateway, path, { method: 'POST', body, headers });
};
const token = (body: string): Send => post('/authorize/token', body, form);
const offer = (body: string, headers = {}): Send =>
  post('/vci/offer', body, { ...json, 'x-api-key': API_KEY, ...headers });
const get =
  (path: string, headers = {}): Send =>
  (gateway) =>
    raw(gateway, path, { headers });
const asKey = { 'x-api-key': API_KEY };
const types = ['application/x-www-form-urlencoded', 'application/json'];

const refusals: readonly (readonly [reason: string, facts: Facts | undefined, send: Send])[] = [
  ['path_unknown', undefined, get('/no/such')],
  ['path_unknown', undefined, get('/docs/reasons/none')],
  // A reserved word isn't a tenant.
  [
    'metadata_path',
    {
      askedPath: '/vci/.well-known/openid-credential-issuer',
      rightPath: '/.well-known/openid-credential-issuer',
      difference: 'an unknown tenant in the path',
    },
    get('/vci/.well-known/openid-credential-issuer'),
  ],
  [
    'metadata_path',
    {
      askedPath: '/vci/.well-known/jwks.json',
      rightPath: '/.well-known/jwks.json',
      difference: 'an unknown tenant in the path',
    },
    get('/vci/.well-known/jwks.json'),
  ],
  [
    'metadata_path',
    {
      askedPath: '/.well-known/oauth-authorization-server/authorize',
      rightPath: '/.well-known/oauth-authorization-server',
      difference: 'an unknown tenant in the path',
    },
    get('/.well-known/oauth-authorization-server/authorize'),
  ],
  ['method', { expectedAny: ['POST'], received: 'GET' }, get('/authorize/token')],
  [
    'content_type',
    { expectedAny: [...types].reverse(), received: 'text/plain' },
    post('/authorize/token', 'x', { 'content-type': 'text/plain' }),
  ],
  [
    'content_type',
    { received: 'content-encoding gzip' },
    post('/authorize/token', 'x', { ...form, 'content-encoding': 'gzip' }),
  ],
  ['body_malformed', { detail: 'missing' }, token('')],
  ['body_malformed', { detail: 'no JSON' }, post('/authorize/token', '{', json)],
  ['body_malformed', { detail: 'no object' }, post('/authorize/token', '[]', json)],
  ['body_malformed', { detail: 'no text', parameter: 'code' }, post('/authorize/token', '{"code":1}', json)],
  [
    'body_malformed',
    { detail: 'nested too deep' },
    post('/authorize/token', `${'['.repeat(40)}${']'.repeat(40)}`, json),
  ],
  ['parameter_reserved', undefined, post('/authorize/token', '{"__proto__":1}', json)],
  ['parameter_reserved', undefined, token('__proto__=1')],
  ['parameter_repeated', { parameter: 'code' }, token('code=1&code=2')],
  ['parameter_repeated', { parameter: 'code' }, post('/authorize/token?code=1', 'code=2', form)],
  ['too_large', { most: 100 }, token(Array.from({ length: 101 }, (_, n) => `p${n}=1`).join('&'))],
  ['too_large', { bytes: 100_000, mostBytes: 64 * 1024 }, token('x'.repeat(100_000))],
  ['login_missing', { expectedAny: ['x-api-key', 'Authorization'] }, get('/session')],
  [
    'login_other_shape',
    { askedPath: '/issuer-management/offer', rightPath: 'POST /vci/offer' },
    post('/issuer-management/offer', '{}', { ...json, 'x-api-key': API_KEY }),
  ],
  ['login_twofold', undefined, get('/session', { ...asKey, authorization: 'Bearer x' })],
  ['api_key_wrong', undefined, get('/session', { 'x-api-key': 'wrong' })],
  ['bearer_token_invalid', undefined, get('/session', { authorization: 'Bearer x.y.z' })],
  ['login_failed', undefined, post('/auth/token', '{"client_id":"a","client_secret":"b"}', json)],
  [
    'body_invalid',
    { parameters: ['/flow'], count: 1 },
    offer('{"response_type":"uri","credentialConfigurationIds":["pid"],"flow":"x"}'),
  ],
  [
    'query_parameter',
    { parameter: 'limit', expected: 'a whole number from 1 to 1000' },
    get('/session?limit=0', asKey),
  ],
  ['query_parameter', { parameter: 'nonsense' }, get('/audit?nonsense=1', asKey)],
  ['cursor', undefined, get('/session?after=!!', asKey)],
  ['session_unknown', undefined, get('/session/none', asKey)],
  ['dependency_away', { dependency: 'kafka', retryAfterSeconds: 2 }, get('/vci/offer/x')],
  ['internal_error', undefined, get('/.well-known/jwks.json')],
  ['user_denied', undefined, get('/authorize')],
];

test('each refusal is counted once by its reason, and its facts are in the trace', async (t) => {
  const { metrics, counted } = countRefusals();
  const replies = {
    'issuer.offer.get': async () => {
      throw unavailable('kafka');
    },
    'issuer.jwks': async () => {
      throw new Error('unexpected');
    },
    'issuer.authorize': async () => ({
      status: 302,
      headers: { location: 'https://wallet.example/' },
      annotation: { code: 'access_denied', refused: { reason: 'user_denied' } } as const,
    }),
  };
  const gateway = await openGateway(t, { metrics, replies, env: { TRACE: 'all' } });
  for (const [reason, , send] of refusals) {
    gateway.advance(1);
    await send(gateway);
    assert.deepEqual(counted.splice(0), [reason]);
  }
  await get('/health')(gateway);
  assert.deepEqual(counted, [], 'what is answered is not counted');
  const entries = await untilTraced(gateway, refusals.length);
  for (const [at, [reason, facts]] of refusals.entries()) {
    const { explanation, hint } = reasons[reason as keyof typeof reasons];
    const entry = entries[at] ?? assert.fail(reason);
    assert.deepEqual([entry.reason, entry.explanation, entry.hint], [reason, explanation, hint]);
    for (const [name, value] of Object.entries(facts ?? {}))
      assert.deepEqual(entry.facts?.[name], value, `${reason}: ${name}`);
  }
});

interface Entry {
  readonly reason: string;
  readonly explanation: string;
  readonly hint: string;
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** The unmatched requests, oldest first. */
async function untilTraced(gateway: OpenGateway, count: number): Promise<readonly Entry[]> {
  for (;;) {
    const answer = await gateway.a('/trace?unmatched=true');
    const { entries } = (await answer.json()) as { readonly entries: readonly Entry[] };
    if (entries.length >= count) return [...entries].reverse();
    await sleep(20);
  }
}
