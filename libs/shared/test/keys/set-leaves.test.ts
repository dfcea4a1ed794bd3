import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createSetLeaves } from '../../src/keys/set-leaves.ts';
import { KEY_NOT_BEFORE, makeSigningKey } from '../crypto/signing-key.ts';
import { temporaryFolder } from '../store/temporary.ts';

test('leaves of files and of the store count once each, and stay the same object until they change', async (t) => {
  const configFolder = await temporaryFolder(t);
  await mkdir(join(configFolder, 'keys', 'shop'), { recursive: true });
  await writeFile(join(configFolder, 'keys', 'readme'), '');
  let [key, now] = [await makeSigningKey(), KEY_NOT_BEFORE];
  const leaves = createSetLeaves({
    configFolder,
    clock: () => now,
    operatorKey: async (_tenant, purpose, set) => (purpose === 'credential' && set === 'shop' ? key : undefined),
    storedSets: { certified: async () => [] },
  });
  const first = await leaves('default', 'credential');
  assert.deepEqual(
    first.map(({ raw }) => raw.toString('base64')),
    key.x5c,
  );
  now += 1001;
  assert.equal(await leaves('default', 'credential'), first);
  assert.deepEqual(await leaves('default', 'mdoc'), []);
  key = await makeSigningKey();
  now += 1001;
  assert.notDeepEqual(await leaves('default', 'credential'), first);
});
