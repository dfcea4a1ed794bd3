import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemRandom } from '@countersign/shared/kernel/random';
import { unavailable } from '@countersign/shared/kernel/unavailable';
import type { Library } from '../../src/login/library.ts';
import type { LoginParts } from '../../src/login/parts.ts';
import { createProviders } from '../../src/login/providers.ts';
import { clientOf, written } from './given.ts';
import { loginWorld } from './world.ts';

/** A library that keeps its constructor's arguments. */
class Provider {
  proxy = false;
  readonly issuer: string;
  readonly setup: object;
  constructor(issuer: string, setup: object) {
    this.issuer = issuer;
    this.setup = setup;
  }
  static failed: (context: object, error: unknown) => void = () => undefined;
  on(_: string, listener: (context: object, error: unknown) => void): void {
    Provider.failed = listener;
  }
  callback() {
    return async () => undefined;
  }
  readonly AuthorizationCode = class {};
  readonly AccessToken = class {};
}

/** Keeps no check. */
const interactionPolicy = {
  base: () => ({ get: () => ({ checks: { add: () => undefined } }), add: () => undefined }),
  Check: class {},
  Prompt: class {},
};

test('a provider is made once, and again as clients or keys change; without a client the library is not loaded', async (t) => {
  const world = await loginWorld(t);
  let clients = [] as { id: string; configuration: ReturnType<typeof clientOf>; written: object }[];
  let keys: object[] = [{ kid: '1' }];
  let loads = 0;
  const parts = {
    ...world,
    random: systemRandom,
    settings: { PUBLIC_URL: 'https://id.example' },
    clients: { list: async () => clients },
    keys: { of: async () => keys },
  } as unknown as LoginParts;
  const load = async (): Promise<Library> => {
    loads += 1;
    return { Provider, errors: {}, interactionPolicy } as unknown as Library;
  };
  const providerOf = createProviders(parts, load);
  await assert.rejects(providerOf('default'), { code: 'not_found' });
  assert.equal(loads, 0);
  clients = [{ id: 'shop', configuration: clientOf(), written }];
  const first = await providerOf('default');
  assert.equal(first.issuer, 'https://id.example/login');
  assert.equal(first.provider.proxy, true);
  assert.equal(await providerOf('default'), first);
  assert.equal((await providerOf('acme')).issuer, 'https://id.example/acme/login');
  keys = [{ kid: '2' }];
  const second = await providerOf('default');
  assert.notEqual(second, first);
  clients = [{ id: 'shop', configuration: { ...clientOf(), version: '2' }, written }];
  assert.notEqual(await providerOf('default'), second);
  assert.equal(loads, 1);
});

test('an engine that is away gives 503 with Retry-After, and no error in the log; anything else stays a 500', async (t) => {
  const failures: unknown[] = [];
  const parts = {
    ...(await loginWorld(t)),
    random: systemRandom,
    settings: { PUBLIC_URL: 'https://id.example' },
    clients: { list: async () => [{ id: 'shop', configuration: clientOf(), written }] },
    keys: { of: async () => [{ kid: '1' }] },
    failed: (_: string, error: unknown) => failures.push(error),
  } as unknown as LoginParts;
  await createProviders(
    parts,
    async () => ({ Provider, errors: {}, interactionPolicy }) as unknown as Library,
  )('default');
  const answered = (type: string, error: unknown) => {
    const headers: Record<string, string> = {};
    const context = {
      status: 500,
      type,
      body: 'as before' as unknown,
      set: (name: string, value: string) => (headers[name] = value),
    };
    Provider.failed(context, error);
    return { status: context.status, body: context.body, headers };
  };
  const away = { status: 503, headers: { 'retry-after': '2' } };
  const { message } = unavailable('database');
  assert.deepEqual(answered('text/html', unavailable('database')), { ...away, body: 'as before' });
  assert.deepEqual(answered('application/json', unavailable('database')), {
    ...away,
    body: { error: 'temporarily_unavailable', error_description: message },
  });
  assert.deepEqual(failures, []);
  const error = new Error('a defect');
  assert.deepEqual(answered('text/html', error), { status: 500, headers: {}, body: 'as before' });
  assert.deepEqual(failures, [error]);
});
