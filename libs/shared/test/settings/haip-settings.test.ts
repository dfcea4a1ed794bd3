import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '../../src/settings/read-settings.ts';
import { problems } from './problems.ts';

test('HAIP=true needs no other setting: defaults are for tenants of profile open', () => {
  const { settings } = readSettings({ HAIP: 'true' });
  assert.equal(settings.HAIP, true);
  readSettings({ HAIP: 'true', PAR: '', DPOP: '' });
});

test('HAIP=true allows the settings that say the same', () => {
  readSettings({
    HAIP: 'true',
    PAR: 'required',
    DPOP: 'required',
    WALLET_DIALECT: 'standard',
    CLIENT_ID_PREFIX: 'x509_hash',
  });
});

for (const [name, value] of [
  ['PAR', 'optional'],
  ['DPOP', 'optional'],
  ['WALLET_DIALECT', 'both'],
  ['WALLET_DIALECT', 'interface'],
  ['WALLET_STATUS_CODES', 'standard'],
  ['CLIENT_ID_PREFIX', 'x509_san_dns'],
] as const) {
  test(`HAIP=true contradicts ${name}=${value}`, () => {
    const found = problems({ HAIP: 'true', [name]: value });
    assert.equal(found.length, 1);
    assert.match(found[0] ?? '', /^HAIP=true contradicts /);
  });
}
