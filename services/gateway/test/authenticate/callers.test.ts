import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Platform } from '@countersign/shared/runtime/service';
import { createCallers } from '../../src/authenticate/callers.ts';
import { openGateway } from '../open-gateway.ts';

test('with variant B the client of the environment is no reserved word, and has the characters of an id', () => {
  for (const AUTH_CLIENT_ID of ['docs', 'a b', '']) {
    const settings = { AUTH_CLIENT_SECRET: 's', JWT_SECRET: 'j', AUTH_CLIENT_ID };
    const platform = { settings } as unknown as Platform;
    assert.throws(() => createCallers(platform, {}, new Set(['docs'])), /AUTH_CLIENT_ID/, AUTH_CLIENT_ID);
  }
});

test('a variant without its secrets has no callers', async (t) => {
  const { platform } = await openGateway(t);
  assert.deepEqual(createCallers(platform, {}, new Set()).enabled, { a: true, b: true });
  const settings = { ...platform.settings, AUTH_API_KEY: undefined, JWT_SECRET: undefined };
  const without = { ...platform, settings } as unknown as Platform;
  assert.deepEqual(createCallers(without, {}, new Set()).enabled, { a: false, b: false });
});

test('the default tenant exists without a path of its own', async (t) => {
  const { platform, writeConfig } = await openGateway(t);
  writeConfig('tenants/acme/tenant.json', '{}');
  const { tenantExists } = createCallers(platform, {}, new Set());
  assert.deepEqual(await Promise.all(['acme', 'default', 'nobody'].map(tenantExists)), [true, false, false]);
});
