/** Damaged files of the embedded store. */
import assert from 'node:assert/strict';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { backupEmbeddedStore, openEmbeddedStore } from '../../../src/store/lmdb/embedded.ts';
import { rows } from './child.ts';

const PAGE = 4096;
const COUNT = 300;

/** A closed store with some rows. @returns its folder and file */
async function filledStore(t: TestContext): Promise<{ readonly folder: string; readonly file: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-damage-'));
  t.after(() => rm(folder, { recursive: true }));
  const store = await openEmbeddedStore({ folder });
  const group = 'g'.repeat(500);
  await Promise.all(
    Array.from({ length: COUNT }, (_, i) => store.insert(rows, { id: `r${i}`, group, size: i, handle: `h${i}` })),
  );
  await store.close();
  return { folder, file: join(folder, 'store', 'data.mdb') };
}

const damages: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'without its second half': (bytes) => bytes.subarray(0, bytes.length / 2),
  'of a hundred bytes': (bytes) => bytes.subarray(0, 100),
  'of one page': (bytes) => bytes.subarray(0, PAGE),
  'with an overwritten first page': (bytes) => Buffer.concat([Buffer.alloc(PAGE), bytes.subarray(PAGE)]),
  'with an overwritten second page': (bytes) =>
    Buffer.concat([bytes.subarray(0, PAGE), Buffer.alloc(PAGE), bytes.subarray(2 * PAGE)]),
  'of something else': (bytes) => Buffer.alloc(bytes.length, 'x'),
};

describe('a damaged store', () => {
  for (const [name, damage] of Object.entries(damages)) {
    it(`a file ${name} is refused, with what to do, and isn't changed`, async (t) => {
      const { folder, file } = await filledStore(t);
      const damaged = damage(readFileSync(file));
      writeFileSync(file, damaged);
      const why = /^Error: The store in .*store is damaged: data\.mdb .*\. Restore a backup/;
      await assert.rejects(openEmbeddedStore({ folder }), why);
      await assert.rejects(backupEmbeddedStore(folder, join(folder, 'copy')), why);
      assert.deepEqual(readFileSync(file), damaged);
    });
  }

  it('a store that was created but never written opens, and so does an undamaged one', async (t) => {
    const { folder, file } = await filledStore(t);
    const again = await openEmbeddedStore({ folder });
    assert.equal((await again.find(rows, { index: 'size', limit: COUNT + 1 })).documents.length, COUNT);
    await again.close();
    truncateSync(file, 0);
    await (await openEmbeddedStore({ folder })).close();
  });
});
