import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { silentLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { temporaryFolder } from '@countersign/shared/test/store/temporary';
import { isFirstStart, prepareStart, readPrepared, withPort } from '../src/prepare-start.ts';

const clock = () => Date.UTC(2030, 0, 1);

test('a start adds the secrets that are missing; a worker reads them, and makes none', async (t) => {
  const folder = await temporaryFolder(t);
  const env = {
    DATA_FOLDER: join(folder, 'data'),
    CONFIG_FOLDER: join(folder, 'config'),
    PUBLIC_URL: 'http://h.example',
  };
  const prepared = await prepareStart({ env, clock, random: systemRandom, log: silentLog });
  assert.ok(prepared.secrets.fromFile.includes('MASTER_KEY'));
  assert.ok(existsSync(prepared.secrets.file));
  const worker = readPrepared(prepared.secrets.environment, clock, silentLog);
  assert.deepEqual(worker.secrets.fromFile, []);
  assert.equal(worker.secrets.environment.MASTER_KEY, prepared.secrets.environment.MASTER_KEY);
});

test('settings that are refused leave no trace', async (t) => {
  const folder = await temporaryFolder(t);
  const env = { DATA_FOLDER: join(folder, 'data'), PORT: 'x' };
  await assert.rejects(prepareStart({ env, clock, random: systemRandom, log: silentLog }), /PORT/);
  assert.equal(existsSync(env.DATA_FOLDER), false);
});

test('a start is the first one until the data folder has a store', async (t) => {
  const folder = await temporaryFolder(t);
  assert.equal(isFirstStart(folder), true);
  mkdirSync(join(folder, 'store'));
  assert.equal(isFirstStart(folder), false);
});

test('the default of PUBLIC_URL has the port that the server got', () => {
  const { settings } = readSettings({ PORT: '0' });
  assert.equal(new URL(withPort({ PORT: '0' }, settings, 4711).PUBLIC_URL).port, '4711');
  assert.equal(withPort({}, settings, settings.PORT), settings);
});
