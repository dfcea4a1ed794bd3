/** The use cases of the sign-in, with a provider's client that responds immediately. */

import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { OperationReply } from '@countersign/shared/http/message';
import { newReports } from '@countersign/shared/http/reports';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { authorizationEndpoint } from '../../src/authorize/authorize.ts';
import { signInOperations } from '../../src/authorize/authorize-sign-in.ts';
import { authorizationChallenge } from '../../src/authorize/challenge.ts';
import { pushedAuthorizationRequest } from '../../src/authorize/pushed-authorization-request.ts';
import type { SignInAttempt } from '../../src/sign-in/sign-in-client.ts';
import { goodRequest, openIssuer, refusal } from '../world.ts';

const schema = { properties: { given_name: { type: 'string' } }, required: ['given_name'] };
const own: JsonObject = { ...goodRequest, scope: 'diploma' };

async function open(t: TestContext, claims: JsonObject = { sub: 'erika', first: 'Erika' }) {
  const world = await openIssuer(t);
  const write = (file: string, content: unknown): void =>
    writeFileSync(join(world.configFolder, file), JSON.stringify(content));
  write('issuance/diploma.json', {
    config: { format: 'dc+sd-jwt' },
    claims: {},
    disclosureFrame: {},
    wallet_initiated: true,
    schema,
  });
  write('sign-in.json', { issuer: 'https://login.example', clientId: 'c', claims: { given_name: 'first' } });
  const provider: { error?: unknown; state: string; attempt?: SignInAttempt; begun: number } = { state: '', begun: 0 };
  const server = {
    ...world.dependencies,
    signIn: {
      ...world.dependencies.signIn,
      client: {
        begin: async (_: unknown, attempt: SignInAttempt, state: string) => {
          provider.begun += 1;
          if (provider.error !== undefined) throw provider.error;
          Object.assign(provider, { attempt, state });
          return 'https://login.example/authorize';
        },
        finish: async () => {
          if (provider.error !== undefined) throw provider.error;
          return claims;
        },
      },
    },
  };
  const pages = signInOperations(server);
  const get = (query: Readonly<Record<string, string>>, cookie?: string, params = {}) => ({
    ...world.request({}),
    query,
    params,
    headers: cookie === undefined ? {} : { cookie },
  });
  const push = async (body: JsonObject = own) =>
    ((await pushedAuthorizationRequest(server)(world.request(body), newReports())).body as JsonObject)
      .request_uri as string;
  const load = async (requestUri: string) => {
    const reply = await authorizationEndpoint(server)(
      get({ client_id: 'wallet', request_uri: requestUri }),
      newReports(),
    );
    const cookie = reply.headers?.['set-cookie']?.split(';')[0] ?? '';
    const [, reference = ''] = /\/authorize\/sign-in\/([A-Za-z0-9_-]+)"/.exec(String(reply.raw)) ?? [];
    return { reply, cookie, reference };
  };
  const callback = (cookie: string) => pages.callback(get({ state: provider.state, code: 'c' }, cookie), newReports());
  return { world, write, provider, server, pages, get, push, load, callback };
}

const redirectOf = ({ status, headers }: OperationReply) => {
  assert.equal(status, 303);
  return Object.fromEntries(new URL(headers?.location ?? '').searchParams);
};

test('page, redirect, answer, code', async (t) => {
  const { provider, pages, get, push, load, callback } = await open(t);
  const { reply, cookie, reference } = await load(await push());
  assert.equal(reply.status, 200);
  const redirect = await pages.begin(get({}, cookie, { reference }), newReports());
  assert.equal(redirect.headers?.location, 'https://login.example/authorize');
  assert.equal(provider.attempt?.redirectUri, 'https://issuer.example/authorize/callback');
  const { code, state, iss } = redirectOf(await callback(cookie));
  assert.ok(code !== undefined && state === 'course' && iss === 'https://issuer.example');
});

test('a failure leads back with its code, and spends the request_uri', async (t) => {
  for (const code of ['access_denied', 'temporarily_unavailable'] as const) {
    const { provider, pages, get, push, load, callback } = await open(t);
    const uri = await push();
    const { cookie, reference } = await load(uri);
    await pages.begin(get({}, cookie, { reference }), newReports());
    provider.error = new ProtocolError(code, 'No', { reason: 'internal_error' });
    const reply = await callback(cookie);
    assert.equal(redirectOf(reply).error, code);
    assert.equal(reply.refusal?.code, code);
    assert.equal((await refusal(load(uri))).code, 'invalid_request_uri');
  }
});

test('a provider that is down before the redirect', async (t) => {
  const { provider, pages, get, push, load } = await open(t);
  const { cookie, reference } = await load(await push());
  provider.error = new ProtocolError('temporarily_unavailable', 'No', { reason: 'dependency_away' });
  assert.equal(
    redirectOf(await pages.begin(get({}, cookie, { reference }), newReports())).error,
    'temporarily_unavailable',
  );
});

test('a link of another browser sends nothing to the provider', async (t) => {
  const { provider, pages, get, push, load } = await open(t);
  const { reference } = await load(await push());
  const other = `__Host-countersign-sign-in=${'x'.repeat(43)}`;
  for (const cookie of [undefined, other]) {
    assert.equal((await refusal(pages.begin(get({}, cookie, { reference }), newReports()))).code, 'invalid_request');
  }
  assert.equal(provider.begun, 0);
});

test('a link that is followed after the code sends nothing to the provider', async (t) => {
  const { provider, pages, get, push, load, callback } = await open(t);
  const { cookie, reference } = await load(await push());
  await pages.begin(get({}, cookie, { reference }), newReports());
  await callback(cookie);
  assert.equal((await refusal(pages.begin(get({}, cookie, { reference }), newReports()))).code, 'invalid_request');
  assert.equal(provider.begun, 1);
});

test('a tenant that has lost its provider: the page leads back', async (t) => {
  const { world, push, load, get, server } = await open(t);
  const uri = await push();
  writeFileSync(join(world.configFolder, 'sign-in.json'), '{}');
  const reply = await authorizationEndpoint(server)(get({ client_id: 'wallet', request_uri: uri }), newReports());
  assert.equal(redirectOf(reply).error, 'server_error');
  assert.equal((await refusal(load(uri))).code, 'invalid_request_uri');
});

test('a person of whom the provider does not say enough gets no code', async (t) => {
  const { pages, get, push, load, callback } = await open(t, { sub: 'erika' });
  const { cookie, reference } = await load(await push());
  await pages.begin(get({}, cookie, { reference }), newReports());
  assert.equal(redirectOf(await callback(cookie)).error, 'access_denied');
});

test('too many open requests are refused, and none of them is stored', async (t) => {
  const { world, server } = await open(t);
  const limit = (): never => {
    throw new ProtocolError('rate_limited', 'Too many sign-ins are open', { reason: 'rate_limited' });
  };
  const flooded = { ...server, signIn: { ...server.signIn, limit } };
  assert.equal(
    (await refusal(pushedAuthorizationRequest(flooded)(world.request(own), newReports()))).code,
    'rate_limited',
  );
  const stored = await world.platform.store.find(sessions, { index: 'age', limit: 9 });
  assert.equal(stored.documents.length, 0);
});

test('the challenge endpoint leads a wallet without an offer to the browser', async (t) => {
  const { world, server, load } = await open(t);
  const error = await refusal(authorizationChallenge(server)(world.request(own), newReports()));
  assert.equal(error.code, 'redirect_to_web');
  assert.equal((await load(String(error.options.members?.request_uri))).reply.status, 200);
  const { code_challenge: _, ...incomplete } = own;
  assert.equal(
    (await refusal(authorizationChallenge(server)(world.request(incomplete), newReports()))).code,
    'redirect_to_web',
  );
  const other = { ...own, scope: 'pid' };
  assert.equal(
    (await refusal(authorizationChallenge(server)(world.request(other), newReports()))).code,
    'access_denied',
  );
});

test('a session without a sign-in is deleted by the job, also where the page was shown', async (t) => {
  const { world, push, load } = await open(t);
  await push();
  await load(await push());
  const job = world.service.jobs.find(({ name }) => name === 'issuance-end');
  const left = async (): Promise<number> =>
    (await world.platform.store.find(sessions, { index: 'age', limit: 9 })).documents.length;
  world.now += world.platform.settings.REQUEST_URI_TTL * 1000 + 1;
  await job?.run();
  assert.equal(await left(), 1);
  world.now += 600_000;
  await job?.run();
  assert.equal(await left(), 0);
});

test('the reasons of a browser that continues no sign-in', async (t) => {
  const { pages, get, push, load, callback } = await open(t);
  const { cookie, reference } = await load(await push());
  const why = async (answer: Promise<unknown>) => whyOf(await refusal(answer)).reason;
  assert.equal(await why(pages.begin(get({}, cookie, { reference: 'x' }), newReports())), 'sign_in_unknown');
  assert.equal(await why(pages.begin(get({}, undefined, { reference }), newReports())), 'sign_in_browser');
  await pages.begin(get({}, cookie, { reference }), newReports());
  await callback(cookie);
  assert.equal(await why(callback(cookie)), 'sign_in_over');
});

test('the reason of a page whose tenant has no provider any more', async (t) => {
  const { world, push, load } = await open(t);
  const uri = await push();
  rmSync(join(world.configFolder, 'sign-in.json'));
  const { reply } = await load(uri);
  assert.equal(whyOf(reply.refusal).reason, 'sign_in_missing');
});
