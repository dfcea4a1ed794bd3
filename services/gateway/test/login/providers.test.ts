import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemRandom } from '@countersign/shared/kernel/random';
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
  on(): void {}
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
