import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { RECHECK, watchEdits } from '../../src/kernel/folder-edits.ts';

/** Edits of an empty folder, with a clock that never moves. */
function openEdits(t: TestContext, most?: number) {
  const root = mkdtempSync(join(tmpdir(), 'countersign-edits-'));
  const folder = join(root, 'config');
  mkdirSync(folder);
  const time = { now: 0 };
  const edits = watchEdits(folder, { clock: () => time.now, ...(most === undefined ? {} : { most }) });
  t.after(() => {
    edits.close();
    rmSync(root, { recursive: true });
  });
  /** Whether `change` is reported by the time a later request starts. */
  const reports = async (change: () => void): Promise<boolean> => {
    await edits.known();
    const before = edits.count();
    change();
    // The turn that brings the request, then the turn that starts it.
    await new Promise((resolve) => setImmediate(resolve));
    await edits.known();
    return edits.count() !== before;
  };
  return { root, folder, time, edits, reports, file: join(folder, 'a.json') };
}

describe('edits of a folder', { skip: process.platform !== 'linux' && 'files are watched on Linux' }, () => {
  it('reports every kind of edit of a file before the next request', async (t) => {
    const { folder, edits, file, reports } = openEdits(t);
    assert.equal(edits.covers(file), true);
    assert.equal(await reports(() => undefined), false, 'nothing was edited');
    assert.equal(await reports(() => writeFileSync(file, '1')), true, 'made');
    assert.equal(edits.covers(file), true);
    assert.equal(await reports(() => writeFileSync(file, '2')), true, 'written in place');
    writeFileSync(join(folder, '.b.tmp'), '3');
    await edits.known();
    assert.equal(edits.covers(file), true);
    assert.equal(await reports(() => renameSync(join(folder, '.b.tmp'), file)), true, 'replaced');
    assert.equal(edits.covers(file), true);
    assert.equal(await reports(() => unlinkSync(file)), true, 'removed');
  });

  it('watches the folders of a path from the first use on, and not others', async (t) => {
    const { folder, edits, reports } = openEdits(t);
    const below = join(folder, 'tenants', 't1', 'issuance');
    mkdirSync(below, { recursive: true });
    assert.equal(edits.covers(join(folder, 'a.json')), true);
    assert.equal(await reports(() => writeFileSync(join(below, 'a.json'), '1')), false);
    assert.equal(edits.covers(join(below, 'a.json')), true);
    assert.equal(await reports(() => writeFileSync(join(below, 'a.json'), '2')), true);
  });

  it('reports a folder that is made later, and what is written into it', async (t) => {
    const { folder, edits, reports } = openEdits(t);
    const file = join(folder, 'tenants', 't1', 'a.json');
    assert.equal(edits.covers(file), true, 'the folder above is watched');
    assert.equal(await reports(() => mkdirSync(join(folder, 'tenants'))), true);
    assert.equal(edits.covers(file), true);
    assert.equal(await reports(() => mkdirSync(join(folder, 'tenants', 't1'))), true);
    assert.equal(edits.covers(file), true);
    assert.equal(await reports(() => writeFileSync(file, '1')), true);
  });

  it('follows a path to the folder that has replaced another one', async (t) => {
    const { folder, edits, reports } = openEdits(t);
    for (const name of ['issuance', 'new']) mkdirSync(join(folder, name));
    const file = join(folder, 'issuance', 'a.json');
    assert.equal(edits.covers(file), true);
    const swap = (): void => {
      renameSync(join(folder, 'issuance'), join(folder, 'old'));
      renameSync(join(folder, 'new'), join(folder, 'issuance'));
    };
    assert.equal(await reports(swap), true);
    assert.equal(edits.covers(file), true);
    assert.equal(await reports(() => writeFileSync(file, '1')), true);
  });

  it('follows a link to another folder, of whose change no report comes, after RECHECK', async (t) => {
    const { root, edits: _, time } = openEdits(t);
    for (const name of ['v1', 'v2']) mkdirSync(join(root, name));
    const link = join(root, 'current');
    symlinkSync('v1', link);
    const edits = watchEdits(link, { clock: () => time.now });
    t.after(() => edits.close());
    const file = join(link, 'a.json');
    assert.equal(edits.covers(file), true);
    const before = edits.count();
    symlinkSync('v2', `${link}.new`);
    renameSync(`${link}.new`, link);
    time.now += RECHECK;
    assert.notEqual(edits.count(), before, 'every file is looked at again');
    assert.equal(edits.covers(file), true);
    const present = edits.count();
    writeFileSync(file, '1');
    await edits.known();
    await edits.known();
    assert.notEqual(edits.count(), present);
  });

  it('knows an edit whose report comes behind the request that was sent after it', async (t) => {
    const { folder, edits, file } = openEdits(t);
    writeFileSync(file, '1');
    await edits.known();
    assert.equal(edits.covers(file), true);
    const outcome = await new Promise<{ before: number; after: number }>((resolve, reject) => {
      const server = createServer((socket) => {
        let before: number | undefined;
        socket.on('data', async () => {
          if (before === undefined) {
            before = edits.count();
            // The connection is still the first one with events, so its next bytes come before the report.
            writeFileSync(join(folder, 'a.json'), '2');
            client.write('2');
            return;
          }
          await edits.known();
          resolve({ before, after: edits.count() });
        });
      });
      t.after(() => server.close());
      const client = new Socket();
      t.after(() => client.destroy());
      client.once('error', reject);
      server.listen(0, '127.0.0.1', () => {
        client.connect((server.address() as AddressInfo).port, '127.0.0.1', () => client.write('1'));
      });
    });
    assert.notEqual(outcome.after, outcome.before);
  });

  it('counts on after RECHECK, and not before', (t) => {
    const { edits, time } = openEdits(t);
    const before = edits.count();
    time.now += RECHECK - 1;
    assert.equal(edits.count(), before);
    time.now += 1;
    const after = edits.count();
    assert.notEqual(after, before);
    time.now -= RECHECK;
    assert.notEqual(edits.count(), after, 'the clock was set back');
  });

  it('covers nothing outside of the folder, nothing beyond its most watches, nothing without the folder', (t) => {
    const { root, folder, edits, file } = openEdits(t, 1);
    assert.equal(edits.covers(join(root, 'other', 'a.json')), false);
    assert.equal(edits.covers(file), true);
    mkdirSync(join(folder, 'issuance'));
    assert.equal(edits.covers(join(folder, 'issuance', 'a.json')), false, 'the second watch');
    rmSync(folder, { recursive: true });
    assert.equal(openEditsOf(t, folder).covers(file), false);
  });

  it('covers nothing once it is closed, nor on a system whose reports come late', (t) => {
    const { folder, edits, file } = openEdits(t);
    assert.equal(watchEdits(folder, { isReliable: false }).covers(file), false);
    assert.equal(edits.covers(file), true);
    const before = edits.count();
    edits.close();
    assert.equal(edits.covers(file), false);
    assert.notEqual(edits.count(), before);
  });
});

function openEditsOf(t: TestContext, folder: string) {
  const edits = watchEdits(folder);
  t.after(() => edits.close());
  return edits;
}
