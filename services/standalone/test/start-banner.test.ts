/** The terminal's text after the start: addresses, commands, and no secret. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { type Started, startBanner } from '../src/start-banner.ts';

const FILE = '/data/secrets.json';

function bannerOf(env: Record<string, string>, fromFile: readonly string[] = [], more: Partial<Started> = {}): string {
  const { settings } = readSettings({ PUBLIC_URL: 'https://issuer.example', ...env });
  const platform = { settings } as Started['platform'];
  return startBanner({
    url: 'https://issuer.example',
    platform,
    secrets: { environment: {}, file: FILE, fromFile },
    warnings: [],
    ...more,
  });
}

test('a generated secret is read from its file, a given one from its variable; neither is printed', () => {
  const env = { AUTH_API_KEY: 'CANARY-api-key-0123456789' };
  const given = bannerOf(env);
  assert.ok(given.includes('x-api-key: $AUTH_API_KEY'));
  assert.ok(!given.includes(FILE));
  const generated = bannerOf(env, ['AUTH_API_KEY']);
  assert.ok(generated.includes(FILE) && !generated.includes('$AUTH_API_KEY"'));
  assert.ok(!(given + generated).includes('CANARY'));
});

test('commands are those of the variants that are on', () => {
  assert.ok(!bannerOf({}).includes('curl'));
  const b = {
    AUTH_CLIENT_SECRET: 'CANARY-secret-0123456789',
    JWT_SECRET: 'CANARY-jwt-0123456789-0123456789-0123456789',
  };
  const text = bannerOf(b);
  assert.ok(text.includes('/auth/token') && !text.includes('/vci/offer'));
  assert.ok(!text.includes('CANARY'));
});

test('findings and warnings are there, where there are some', () => {
  assert.ok(!bannerOf({}).includes('Warning'));
  const text = bannerOf({}, [], { findings: '2 errors', warnings: ['the disk is full'] });
  assert.match(text, /Warning +2 errors in the configuration: npm run check-config/);
  assert.match(text, /Warning +the disk is full/);
});

test('the address of the console is there where the console is', () => {
  assert.ok(bannerOf({ CONSOLE: 'on' }).includes('Console        https://issuer.example/console\n'));
  assert.ok(!bannerOf({ CONSOLE: 'off' }).includes('/console'));
});
