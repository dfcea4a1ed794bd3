import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { silentLog } from '@countersign/shared/kernel/log';
import { temporaryFolder } from '@countersign/shared/test/store/temporary';
import { createTenantRegistrars, parseRegistrar } from '../../src/registrar/tenant-registrar.ts';
import { createMockRegistrar } from './mock-registrar.ts';

const written = { url: 'https://registrar.example/api', identifier: 'NTRDE-HRB123456' };

it('reads the registrar with its certificates, and none without a file', async (t) => {
  const folder = await temporaryFolder(t);
  const { anchors } = await createMockRegistrar();
  const of = createTenantRegistrars({ settings: { CONFIG_FOLDER: folder }, log: silentLog });
  assert.equal(of('default'), undefined);
  await writeFile(join(folder, 'registrar.json'), JSON.stringify(written));
  assert.deepEqual(of('default'), { written, anchors: [] });
  await writeFile(join(folder, 'registrar.pem'), anchors.map(String).join('\n'));
  assert.equal(of('default')?.anchors.length, 1);
  assert.equal(of('other'), undefined);
});

it('refuses a file that is not a registrar', () => {
  assert.throws(() => parseRegistrar('{"url":"https://a.example"}'), /identifier/);
});
