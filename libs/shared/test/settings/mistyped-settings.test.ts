import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mistypedSettings } from '../../src/settings/mistyped-settings.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { settingDefinitions } from '../../src/settings/settings.ts';

const known = Object.keys(settingDefinitions);
const meant = (name: string): string | undefined =>
  /has no effect\. Did you mean "(\w+)"\?$/.exec(mistypedSettings({ [name]: 'CANARY' }, known)[0] ?? '')?.[1];

test('a variable one or two letters from a setting is a warning that names the setting, never the value', () => {
  const pairs = {
    PUBLIC_ULR: 'PUBLIC_URL',
    PUBLICURL: 'PUBLIC_URL',
    public_url: 'PUBLIC_URL',
    CONFIG_FODLER: 'CONFIG_FOLDER',
    DATA_FOLDERS: 'DATA_FOLDER',
    POTR: 'PORT',
    WORKER: 'WORKERS',
    MONGODB_URI: 'MONGODB_URL',
    KAFKA_BROKER: 'KAFKA_BROKERS',
    AUTH_APIKEY: 'AUTH_API_KEY',
  };
  for (const [name, wanted] of Object.entries(pairs)) assert.equal(meant(name), wanted, name);
  assert.doesNotMatch(mistypedSettings({ PUBLIC_ULR: 'CANARY' }, known).join(), /CANARY/);
});

test('settings, and variables of systems, shells and containers, are no warnings', () => {
  for (const name of known) assert.equal(meant(name), undefined, name);
  const others = [
    'HOME',
    'PATH',
    'PWD',
    'USER',
    'TERM',
    'LANG',
    'SHELL',
    'HOSTNAME',
    'LOGNAME',
    'TMPDIR',
    'EDITOR',
    'TZ',
    'CI',
    'ISSUER_PORT',
    'ISSUER_SERVICE_HOST',
    'REDIS_PORT',
    'MONGODB_PORT',
    'NODE_OPTIONS',
    'no_proxy',
    'PS1',
    'MAIL',
  ];
  for (const name of others) assert.equal(meant(name), undefined, name);
});

test('readSettings reports them among its warnings, and not an old name that is still read', () => {
  assert.match(readSettings({ PUBLIC_ULR: 'x' }).warnings.join(), /PUBLIC_ULR is not a setting/);
  assert.equal(readSettings({ WALLET_STATUS_CODES: 'interface' }).warnings.length, 1);
});
