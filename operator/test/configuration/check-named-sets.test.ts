import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createAccessAuthority, NOW, TENANT_KEY } from '@countersign/european-trust/test/registration/registrar';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { type NamingFolder, namedSetFindings } from '../../src/configuration/check-named-sets.ts';
import { folderOf } from './config-folder.ts';

const { certificate } = await (await createAccessAuthority()).certificate();
const KEY = String(TENANT_KEY.privateKey.export({ type: 'pkcs8', format: 'pem' }));

async function found(t: TestContext, named: Partial<NamingFolder>): Promise<readonly string[]> {
  const files = { 'keys/age/request.key.pem': KEY, 'keys/age/request.chain.pem': certificate.toString() };
  const { settings } = readSettings({ CONFIG_FOLDER: folderOf(t, files) });
  const folder = { settings, tenant: 'default', clock: () => NOW, presentations: [], credentials: [], ...named };
  return (await namedSetFindings(folder)).map(({ level, pointer, detail }) => `${level} ${pointer} ${detail}`);
}

const file = 'written.json';

test('a set is looked for with the purpose that the configuration needs', async (t) => {
  const request = { file, configuration: { keySet: 'age' } };
  assert.deepEqual(await found(t, { presentations: [request, { file, configuration: {} }] }), []);
  const credential = { file, configuration: { format: 'dc+sd-jwt', keySet: 'age' } } as const;
  const [without = '', ...others] = await found(t, { credentials: [credential] });
  assert.deepEqual(others, []);
  assert.match(without, /^warning \/keys The key set age has no credential\.key\.pem in keys\/.*POST \/key-sets/);
  const mdoc = { file, configuration: { format: 'mso_mdoc', keySet: 'other' } } as const;
  const [unknown = ''] = await found(t, { credentials: [mdoc] });
  assert.match(unknown, /^warning \/keys keys\/ has no key set of this name: there are age\./);
});

test('a set whose files can not be used has its finding elsewhere', async (t) => {
  const late = () => NOW + 10 * 365 * 86_400_000;
  assert.deepEqual(await found(t, { clock: late, presentations: [{ file, configuration: { keySet: 'age' } }] }), []);
});
