/** A separate process for the tests of the embedded store. Arguments: command, folder, and a number or name. */
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProtocolError } from '../../../src/kernel/errors.ts';
import { openEmbeddedStore } from '../../../src/store/lmdb/embedded.ts';
import { joinFolder, lockFolder } from '../../../src/store/lmdb/folder-lock.ts';
import type { Collection, Store, StoredDocument } from '../../../src/store/port.ts';
import { updateDocument } from '../../../src/store/update-document.ts';

export interface Row extends StoredDocument {
  readonly group: string;
  readonly size: number;
  readonly handle: string;
  readonly text?: string;
}

export const rows: Collection<Row> = {
  name: 'rows',
  indexes: {
    group: { fields: ['group', 'size'] },
    size: { fields: ['size'] },
    handle: { fields: ['handle'], unique: true },
  },
};

/** Writes each line to the parent immediately: every line that the parent reads was acknowledged before. */
const say = (line: string): void => {
  writeSync(1, `${line}\n`);
};

/** Inserts and replaces in a loop; writes `id rev` after each write. */
async function writeForever(store: Store, name: string): Promise<void> {
  for (let n = 0; ; n += 1) {
    const id = `${name}-${n}`;
    let row = await store.insert(rows, { id, group: 'new', size: n, handle: id });
    for (const group of ['mid', 'old']) {
      if (row === undefined) throw new Error(`${id} was taken`);
      say(`${id} ${row.rev}`);
      row = await store.replace(rows, { ...row, group, handle: `${id}-${group}` });
    }
  }
}

/** Adds one to the size of `shared`, `times` times. */
async function add(store: Store, times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    await updateDocument(store, rows, 'shared', (row) => ({ ...row, size: row.size + 1 }));
  }
}

/** Writes until the disk is full; prints the acknowledged ids, then the failure. */
async function fill(store: Store): Promise<void> {
  for (let n = 0; ; n += 1) {
    try {
      await store.insert(rows, { id: `f${n}`, group: 'g', size: n, handle: `f${n}`, text: 'x'.repeat(20_000) });
    } catch (error) {
      return say(`failed ${error instanceof ProtocolError ? error.code : String(error)}`);
    }
    say(`f${n} 1`);
  }
}

/** Several writes share each commit that fails; prints how each ended, and ends well. */
async function fillTogether(store: Store): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    const ids = [1, 2, 3, 4].map((n) => `r${round}-${n}`);
    const writes = ids.map((id) =>
      store.insert(rows, { id, group: 'g', size: 0, handle: id, text: 'x'.repeat(100_000) }),
    );
    for (const { status } of await Promise.allSettled(writes)) say(status);
    // A rejection that nobody handles ends the process in a later turn.
    await sleep(50);
  }
}

async function main(action: string, folder: string, argument: string): Promise<void> {
  if (action === 'lock' || action === 'join') {
    if (action === 'lock') await lockFolder(folder);
    else await joinFolder(folder, Number(argument));
    say(`${action}ed`);
    setInterval(() => undefined, 1000);
    return;
  }
  const store = await openEmbeddedStore({ folder });
  if (action === 'write') await Promise.all([1, 2, 3, 4].map((n) => writeForever(store, `${argument}.${n}`)));
  if (action === 'add') await add(store, Number(argument));
  if (action === 'insert') await store.insert(rows, { id: argument, group: 'g', size: 0, handle: argument });
  if (action === 'fill') await fill(store);
  if (action === 'fill-together') await fillTogether(store);
  await store.close();
}

const [, , action, folder, argument] = process.argv;
if (action !== undefined && folder !== undefined && process.argv[1]?.endsWith('child.js') === true) {
  await main(action, folder, argument ?? '');
}
