import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { isWorking } from '@countersign/shared/flow-config/listed';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { imagesOf, listConfiguration } from '../../src/metadata/listed-configuration.ts';

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'countersign-listed-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  for (const inner of ['public', 'tenants/t1/public/sub']) mkdirSync(join(path, inner), { recursive: true });
  writeFileSync(join(path, 'public', 'root.svg'), '');
  writeFileSync(join(path, 'tenants/t1/public', 'own.svg'), '');
  return path;
}

/** Pointers: of errors with `!`, of findings without. */
function check(t: TestContext, more: JsonObject, tenant = 'default'): string[] {
  const written = { id: 'x', config: { format: 'dc+sd-jwt' }, claims: {}, disclosureFrame: {}, ...more };
  const text = { publicUrl: 'https://h.example', tenant, id: 'x', written, source: 'file', version: '1' } as const;
  const listed = listConfiguration(text, { OUTBOUND_ALLOW: [], CONFIG_FOLDER: folder(t) });
  if (!isWorking(listed)) return listed.errors.map(({ pointer }) => `!${pointer}`);
  return (listed.findings ?? []).map(({ pointer }) => pointer);
}

const logo = (file: string): JsonObject => ({
  config: { format: 'dc+sd-jwt', display: [{ name: 'N', logo: { uri: `<PUBLIC_URL>/public/${file}` } }] },
});
const NAME = { properties: { name: { type: 'string' } } as JsonObject, required: ['name', 'vct'] };

const cases: readonly [name: string, more: JsonObject, found: string[], tenant?: string][] = [
  ['nothing', {}, []],
  ['an image that is there', logo('root.svg'), []],
  ['an image of another tenant', logo('own.svg'), ['/config/display/0/logo/uri']],
  ['an image of the tenant', logo('own.svg'), [], 't1'],
  ['static claims that fit', { schema: NAME, claims: { name: 'N' } }, []],
  ['no static claims: those of an offer come', { schema: NAME }, []],
  ['static claims of the wrong type', { schema: NAME, claims: { name: 1 } }, ['/claims/name']],
  ['static claims that are not all', { schema: NAME, claims: { other: 1 } }, ['/claims/name']],
  ['a mistyped name in the frame', { schema: NAME, disclosureFrame: { _sd: ['nam'] } }, ['!/disclosureFrame/_sd/0']],
  [
    'a pattern that is not linear',
    { schema: { ...NAME, $defs: { a: { pattern: '(?=a)' } } } },
    ['!/schema/$defs/a/pattern'],
  ],
];

for (const [name, more, found, tenant] of cases) {
  test(`a configuration with ${name}`, (t) => assert.deepEqual(check(t, more, tenant), found));
}

test('an image is a file of the folder itself', (t) => {
  const exists = imagesOf(folder(t), 't1');
  assert.equal(exists('own.svg'), true);
  for (const file of ['sub', 'sub/x', '../../../public/root.svg', '', '.', 'Own.svg'])
    assert.equal(exists(file), false);
});
