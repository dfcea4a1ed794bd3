import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { reasons } from '../src/reasons.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

/** The tables of all packages, by their file. */
async function tables(): Promise<readonly (readonly [file: string, table: object])[]> {
  const services = readdirSync(join(ROOT, 'services')).map((name) => `services/${name}`);
  const files = [...services, 'libs/shared'].flatMap((home) =>
    readdirSync(join(ROOT, home, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('-reasons.ts'))
      .map((name) => join(ROOT, home, 'dist/src', name.replace(/\.ts$/, '.js'))),
  );
  const modules = files.map(async (file): Promise<[string, object]> => [file, await import(file)]);
  return (await Promise.all(modules)).flatMap(([file, module]) =>
    Object.values(module).map((table) => [file, table] as const),
  );
}

describe('the catalogue of reasons', () => {
  it('has one sentence of explanation and one of hint for each reason', () => {
    for (const [name, { explanation, hint }] of Object.entries(reasons)) {
      assert.match(name, /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
      assert.match(explanation, /^[A-Z`][^.]*(\.\d[^.]*|\.[a-z/][^.]*)*\.$/, `${name}: explanation`);
      assert.match(hint, /^[A-Z`][^.]*(\.\d[^.]*|\.[a-z/][^.]*)*\.$/, `${name}: hint`);
    }
  });

  it('has each entry of each table: none is left out, and none hides another of its name', async () => {
    const all = await tables();
    assert.ok(all.length > 40);
    for (const [file, table] of all) {
      for (const [name, entry] of Object.entries(table)) {
        assert.equal(reasons[name as keyof typeof reasons], entry, `${file}: ${name}`);
      }
    }
  });
});
