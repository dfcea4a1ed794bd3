import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { isWorking } from '@countersign/shared/flow-config/listed';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { imagesOf, namesOfImages } from '../../src/configuration/display/image-files.ts';
import { listConfiguration } from '../../src/configuration/listed-configuration.ts';
import { checkBudget } from '../../src/schema/claims-schema.ts';

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'countersign-listed-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  for (const inner of ['public', 'tenants/t1/public/sub']) mkdirSync(join(path, inner), { recursive: true });
  writeFileSync(join(path, 'public', 'root.svg'), '');
  writeFileSync(join(path, 'tenants/t1/public', 'own.svg'), '');
  return path;
}

/** Pointers: `!` marks errors, the others are warnings. */
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
  [
    'several static claims that do not fit',
    {
      schema: { properties: { a: { type: 'string' }, b: { items: { type: 'string' } } }, required: ['name'] },
      claims: { b: ['x', 1], a: 1 },
    },
    ['/claims/name', '/claims/a', '/claims/b/1'],
  ],
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

const DEFINITIONS = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`d${index}`, { type: 'string' }]));
const EXPENSIVE = { required: [], properties: {}, $defs: DEFINITIONS } as const;

/** How many functions ajv creates from source text while something runs. */
function compiledIn(act: () => void): number {
  const original = globalThis.Function;
  let count = 0;
  globalThis.Function = new Proxy(original, {
    construct(target, sources: string[]): object {
      count += 1;
      return Reflect.construct(target, sources) as object;
    },
  });
  try {
    act();
  } finally {
    globalThis.Function = original;
  }
  return count;
}

function listedByApi(schema: JsonObject, stored: boolean, claims: JsonObject = {}) {
  const written = { id: 'x', config: { format: 'dc+sd-jwt' }, claims, disclosureFrame: {}, schema };
  const text = { publicUrl: 'https://h.example', tenant: 'default', id: 'x', written, source: 'api', version: '1' };
  return listConfiguration({ ...text, source: 'api', stored }, { OUTBOUND_ALLOW: [], CONFIG_FOLDER: '/nowhere' });
}

test('an expensive schema is refused when it is written, before it is compiled', () => {
  const compiled = compiledIn(() => {
    const listed = listedByApi(EXPENSIVE, false);
    assert.ok(!isWorking(listed));
    assert.deepEqual(
      listed.errors.map(({ pointer }) => pointer),
      ['/schema'],
    );
    assert.match(listed.errors[0]?.detail ?? '', /too expensive/);
  });
  assert.equal(compiled, 0);
});

test('a stored schema is compiled at its first use, once', () => {
  const stored: ReturnType<typeof listedByApi>[] = [];
  assert.equal(
    compiledIn(() => {
      stored.push(listedByApi(NAME, true, { name: 1 }));
    }),
    0,
  );
  const [listed] = stored;
  assert.ok(isWorking(listed));
  const { validate } = listed.configuration;
  const finding = (name: unknown) => validate?.({ name, vct: 'v' } as JsonObject, checkBudget());
  assert.equal(
    compiledIn(() => assert.equal(finding('N'), undefined)),
    1,
  );
  assert.equal(
    compiledIn(() => assert.equal(finding(1)?.pointer, '/name')),
    0,
  );
});

test('a stored schema that was good once and is not any more is a finding of its use', () => {
  const listed = listedByApi({ ...NAME, $defs: { a: { type: 'nothing' } } }, true);
  assert.ok(isWorking(listed));
  const finding = listed.configuration.validate?.({ name: 'N' }, checkBudget());
  assert.match(finding?.detail ?? '', /cannot be compiled/);
});

test('an image is a file of the folder itself', (t) => {
  const exists = imagesOf(folder(t), 't1');
  assert.equal(exists('own.svg'), true);
  for (const file of ['sub', 'sub/x', '../../../public/root.svg', '', '.', 'Own.svg'])
    assert.equal(exists(file), false);
});

test('the images of a tenant are listed; without a folder there are none', (t) => {
  const root = folder(t);
  assert.deepEqual([namesOfImages(root, 't1'), namesOfImages(root, 'other')], [['own.svg'], []]);
});
