import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Vaults } from '@countersign/shared/keys/vault';
import { makeFirstDataKeys } from '../../src/data/first-data-keys.ts';

async function madeBy(settings: Parameters<typeof makeFirstDataKeys>[0]): Promise<readonly string[]> {
  const made: string[] = [];
  const of = async (tenant: string): ReturnType<Vaults['of']> => {
    made.push(tenant);
    return { seal: () => '', open: () => '', derive: () => Buffer.alloc(0) };
  };
  await makeFirstDataKeys(settings, { of });
  return made;
}

test('a key for each variant that the settings switch on', async () => {
  const [AUTH_API_KEY, AUTH_CLIENT_SECRET] = ['key', 'secret'];
  const off = { AUTH_API_KEY: undefined, AUTH_CLIENT_ID: 'root', AUTH_CLIENT_SECRET: undefined };
  assert.deepEqual(await madeBy(off), []);
  assert.deepEqual(await madeBy({ ...off, AUTH_API_KEY }), ['default']);
  assert.deepEqual(await madeBy({ ...off, AUTH_CLIENT_ID: 'city', AUTH_CLIENT_SECRET }), ['city']);
  assert.deepEqual(await madeBy({ AUTH_API_KEY, AUTH_CLIENT_ID: 'city', AUTH_CLIENT_SECRET }), ['default', 'city']);
});
