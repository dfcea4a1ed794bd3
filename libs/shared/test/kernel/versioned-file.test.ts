import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { FolderEdits } from '../../src/kernel/folder-edits.ts';
import {
  createFileReader,
  createFolderCheck,
  createFolderReader,
  tenantFolder,
} from '../../src/kernel/versioned-file.ts';

describe('versioned files', () => {
  let folder: string;
  let path: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-files-'));
  });
  after(() => rmSync(folder, { recursive: true }));
  beforeEach(() => {
    path = join(mkdtempSync(join(folder, 'case-')), 'value.json');
  });

  /** Waits until the stamp of the last change is old enough to be trusted. */
  const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 150));

  it('returns undefined for a missing file and for a folder', () => {
    const reader = createFileReader((text) => text);
    assert.equal(reader.read(path), undefined);
    mkdirSync(path);
    assert.equal(reader.read(path), undefined);
  });

  it('parses once per version', async () => {
    let parsed = 0;
    const reader = createFileReader((text) => {
      parsed += 1;
      return text;
    });
    writeFileSync(path, 'one');
    await settle();
    const first = reader.read(path);
    assert.ok(first?.ok);
    assert.equal(first.value, 'one');
    for (let again = 0; again < 5; again += 1) assert.equal(reader.read(path), first);
    assert.equal(parsed, 1);
  });

  it('sees every change at the next read, also one of the same size with the old mtime restored', () => {
    const reader = createFileReader((text) => text);
    for (const text of ['aaa', 'bbb', 'ccc', 'ddd']) {
      writeFileSync(path, text);
      utimesSync(path, 1_000_000, 1_000_000);
      const content = reader.read(path);
      assert.ok(content?.ok);
      assert.equal(content.value, text);
    }
  });

  it('sees a file that was replaced by renaming, removed, and put back', () => {
    const reader = createFileReader((text) => text);
    writeFileSync(path, 'old');
    assert.ok(reader.read(path)?.ok);
    writeFileSync(`${path}.new`, 'new');
    renameSync(`${path}.new`, path);
    const replaced = reader.read(path);
    assert.ok(replaced?.ok && replaced.value === 'new');
    unlinkSync(path);
    assert.equal(reader.read(path), undefined);
    writeFileSync(path, 'back');
    const back = reader.read(path);
    assert.ok(back?.ok && back.value === 'back');
  });

  it('keeps the error of a file that can not be parsed, until it changes', () => {
    const reader = createFileReader((text) => JSON.parse(text) as unknown);
    writeFileSync(path, '{');
    const broken = reader.read(path);
    assert.ok(broken?.ok === false && broken.error instanceof SyntaxError);
    writeFileSync(path, '{"mended":true}');
    const mended = reader.read(path);
    assert.ok(mended?.ok);
    assert.deepEqual(mended.value, { mended: true });
    assert.notEqual(mended.version, broken.version);
  });

  it('passes the path and the version to the parser', () => {
    const reader = createFileReader((_text, where, version) => ({ where, version }));
    writeFileSync(path, 'x');
    const content = reader.read(path);
    assert.ok(content?.ok);
    assert.deepEqual(content.value, { where: path, version: content.version });
  });

  it('lists the names of a folder, sorted, without dot files, as they are now', async () => {
    const list = createFolderReader('.json');
    const names = join(folder, 'names');
    assert.deepEqual(list(names), []);
    mkdirSync(names);
    for (const name of ['b.json', 'a.json', '.hidden.json', 'c.txt']) writeFileSync(join(names, name), '');
    assert.deepEqual(list(names), ['a', 'b']);
    await settle();
    const settled = list(names);
    assert.deepEqual(settled, ['a', 'b']);
    assert.equal(list(names), settled);
    writeFileSync(join(names, 'd.json'), '');
    assert.deepEqual(list(names), ['a', 'b', 'd']);
    writeFileSync(join(names, 'e.json'), '');
    unlinkSync(join(names, 'a.json'));
    assert.deepEqual(list(names), ['b', 'd', 'e']);
  });

  it('returns the folder of a tenant', () => {
    assert.equal(tenantFolder('config', 'default'), 'config');
    assert.equal(tenantFolder('config', 'root'), join('config', 'tenants', 'root'));
  });

  describe('with edits of a folder', () => {
    /** Edits that the test reports. */
    const edited = (covered = true) => {
      const state = { count: 0, doubts: 0 };
      const edits: FolderEdits = {
        count: () => state.count,
        version: () => state.count + state.doubts,
        doubt: () => {
          state.doubts += 1;
        },
        covers: () => covered,
        known: async () => undefined,
        close: () => undefined,
      };
      return { state, edits };
    };
    const textOf = (reader: ReturnType<typeof createFileReader<string>>): string | undefined => {
      const content = reader.read(path);
      return content?.ok === true ? content.value : undefined;
    };

    it('asks the file system again only after an edit', async () => {
      const { state, edits } = edited();
      const reader = createFileReader((text) => text, edits);
      writeFileSync(path, 'one');
      await settle();
      assert.equal(textOf(reader), 'one');
      writeFileSync(path, 'two');
      assert.equal(textOf(reader), 'one', 'no edit was reported');
      state.count += 1;
      assert.equal(textOf(reader), 'two');
      unlinkSync(path);
      state.count += 1;
      assert.equal(textOf(reader), undefined);
    });

    it('remembers that there is no file, until an edit', () => {
      const { state, edits } = edited();
      const reader = createFileReader((text) => text, edits);
      assert.equal(textOf(reader), undefined);
      writeFileSync(path, 'one');
      assert.equal(textOf(reader), undefined, 'no edit was reported');
      state.count += 1;
      assert.equal(textOf(reader), 'one');
    });

    it('asks each time while the stamp is young, and where the folder is not watched', async () => {
      const young = createFileReader((text) => text, edited().edits);
      const unwatched = createFileReader((text) => text, edited(false).edits);
      writeFileSync(path, 'one');
      assert.equal(textOf(young), 'one');
      writeFileSync(path, 'two');
      assert.equal(textOf(young), 'two');
      await settle();
      assert.equal(textOf(unwatched), 'two');
      writeFileSync(path, 'three');
      assert.equal(textOf(unwatched), 'three');
    });

    it('remembers a bounded number of names without a file', () => {
      const { edits } = edited();
      const reader = createFileReader((text) => text, edits);
      assert.equal(textOf(reader), undefined);
      for (let other = 0; other < 10_000; other += 1) reader.read(join(folder, `missing-${other}`));
      writeFileSync(path, 'one');
      assert.equal(textOf(reader), 'one', 'it was forgotten for others');
    });

    it('lists a folder and finds one again only after an edit', async () => {
      const { state, edits } = edited();
      const list = createFolderReader('.json', edits);
      const isFolder = createFolderCheck(edits);
      const names = join(dirname(path), 'held');
      assert.deepEqual([list(names), isFolder(names)], [[], false]);
      mkdirSync(names);
      writeFileSync(join(names, 'a.json'), '');
      assert.deepEqual([list(names), isFolder(names)], [[], false]);
      state.count += 1;
      assert.deepEqual([list(names), isFolder(names)], [['a'], true]);
      await settle();
      assert.deepEqual(list(names), ['a']);
      writeFileSync(join(names, 'b.json'), '');
      assert.deepEqual(list(names), ['a'], 'no edit was reported');
      state.count += 1;
      assert.deepEqual(list(names), ['a', 'b']);
      rmSync(names, { recursive: true });
      state.count += 1;
      assert.deepEqual([list(names), isFolder(names)], [[], false]);
    });
  });

  it('finds folders, and no files', () => {
    const isFolder = createFolderCheck();
    assert.equal(isFolder(folder), true);
    writeFileSync(path, '');
    assert.deepEqual([isFolder(path), isFolder(join(path, 'below'))], [false, false]);
  });
});
