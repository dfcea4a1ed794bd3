import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { temporaryFolder } from '@countersign/shared/test/store/temporary';
import { createRegistrationFiles } from '../../src/tenant/registration-files.ts';

test('each file of the folder is a certificate under its name; nothing is inherited', async (t) => {
  const folder = await temporaryFolder(t);
  const { settings } = readSettings({ CONFIG_FOLDER: folder });
  const files = createRegistrationFiles({ settings });
  assert.deepEqual(files.ids('default'), []);
  mkdirSync(join(folder, 'registration-certificates'));
  writeFileSync(join(folder, 'registration-certificates', 'age.jwt'), 'a.b.c\n');
  writeFileSync(join(folder, 'registration-certificates', '.hidden.jwt'), 'x');
  writeFileSync(join(folder, 'registration-certificates', 'age.txt'), 'x');
  assert.deepEqual(files.ids('default'), ['age']);
  assert.deepEqual(files.of('default', 'age'), { jwt: 'a.b.c' });
  assert.equal(files.of('default', 'other'), undefined);
  assert.equal(files.of('acme', 'age'), undefined);
  assert.equal(files.of('acme', '../../registration-certificates/age'), undefined);
});

test('the bytes of a CWT are read beside the JWT of the same id, and not without it', async (t) => {
  const folder = await temporaryFolder(t);
  const { settings } = readSettings({ CONFIG_FOLDER: folder });
  const files = createRegistrationFiles({ settings });
  const bytes = Buffer.from([0xd2, 0x84, 0xff, 0x00, 0x0a]);
  mkdirSync(join(folder, 'registration-certificates'));
  writeFileSync(join(folder, 'registration-certificates', 'age.jwt'), 'a.b.c');
  for (const id of ['age', 'alone']) writeFileSync(join(folder, 'registration-certificates', `${id}.cwt`), bytes);
  assert.deepEqual(files.ids('default'), ['age']);
  assert.deepEqual(files.of('default', 'age'), { jwt: 'a.b.c', cwt: bytes.toString('base64url') });
  assert.equal(files.of('default', 'alone'), undefined);
});
