/**
 * The cost of a full store, and the correctness of status changes in it: lists of 2^20 entries with 1 % revoked, and
 * sessions with their documents, created in bulk, modelled on real ones. Flows and calls run in turns against a server
 * with a small store and one with a full store. `npm run bench -- scale --entries 10485760 --sessions 1000000`; with
 * --cluster it runs scale-cluster.ts.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openEmbeddedStore } from '@countersign/shared/store/lmdb/embedded';
import type { Store } from '@countersign/shared/store/port';
import { percentile, print } from './load/closed-loop.ts';
import { compareCalls } from './scale/scale-calls.ts';
import { scaleOnCluster } from './scale/scale-cluster.ts';
import { FIRST_LIST, type Fill, fillStore, templatesOf } from './scale/scale-fill.ts';
import { compareFlows, getLists, prepareLoads } from './scale/scale-flows.ts';
import { compareAllocated } from './scale/scale-repeats.ts';
import { leaveTemplates } from './scale/scale-rest.ts';
import { changeStatuses, publications } from './scale/scale-status.ts';
import { statusInstance } from './scale/scale-status-instance.ts';
import { type ServerProcess, startServerProcess } from './server/server-process.ts';

const { values } = parseArgs({
  options: {
    /** By default ten full lists, on the cluster 100,000. */
    entries: { type: 'string' },
    /** By default a million, on the cluster 50,000. */
    sessions: { type: 'string' },
    /** By default 100,000, on the cluster 5,000. */
    changes: { type: 'string' },
    writers: { type: 'string', default: '64' },
    flows: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    concurrency: { type: 'string', default: '8' },
    /** Where to leave the filled folder, or where an earlier run left it. */
    folder: { type: 'string' },
    cluster: { type: 'boolean', default: false },
  },
});
const LIST_SIZE = 2 ** 20;
const fill = {
  entries: Number(values.entries ?? (values.cluster ? 100_000 : 10 * LIST_SIZE)),
  sessions: Number(values.sessions ?? (values.cluster ? 50_000 : 1_000_000)),
  listSize: LIST_SIZE,
};
/** What the full store is compared with. */
const SMALL: Fill = { entries: 20_000, sessions: 2000, listSize: LIST_SIZE };
const RESTARTS = 3;
const flowOptions = {
  flows: Number(values.flows),
  rounds: Number(values.rounds),
  concurrency: Number(values.concurrency),
};
const changes = Number(values.changes ?? (values.cluster ? 5000 : 100_000));
const writers = Number(values.writers);
const root = resolve(import.meta.dirname, '../..');
const MASTER_KEY = Buffer.from('bench-master-key-0123456789abcde').toString('base64url');

/** Runs some flows in an empty folder and creates the rest with their sessions as templates. */
async function fillFolder(folder: string, size: Fill): Promise<void> {
  const server = await startServerProcess(root, { MASTER_KEY, OUTBOUND_ALLOW: '127.0.0.1' }, folder);
  try {
    await leaveTemplates(server);
  } finally {
    await server.stop();
  }
  await withStore(folder, async (store) => {
    const templates = await templatesOf(store, MASTER_KEY);
    print(`Filling ${folder}, after ${templates.length} real sessions`);
    await fillStore(store, size, templates);
  });
}

interface Folders {
  readonly small: string;
  readonly full: string;
}

async function withStore(folder: string, use: (store: Store) => Promise<void>): Promise<void> {
  const store = await openEmbeddedStore({ folder });
  try {
    await use(store);
  } finally {
    await store.close();
  }
}

async function compareServers(folders: Folders): Promise<void> {
  const small = await startServerProcess(root, { MASTER_KEY }, folders.small);
  const full = await startServerProcess(root, { MASTER_KEY }, folders.full);
  try {
    const memory = (server: ServerProcess): string => `${server.memory().own.toFixed(0)} MB its own`;
    print(`\nMemory before: small ${memory(small)}, full ${memory(full)}`);
    await compareCalls({
      small: { server: small, sessions: SMALL.sessions },
      full: { server: full, sessions: fill.sessions },
    });
    const loads = { small: await prepareLoads(small, 1500), full: await prepareLoads(full, 1500) };
    await compareFlows(loads, flowOptions);
    await getLists(full, `/status-management/status-list/${FIRST_LIST}`, 50_000, 32);
    print(`\nMemory after: small ${memory(small)}, full ${memory(full)}`);
  } finally {
    await small.stop();
    await full.stop();
  }
}

/** Milliseconds from the start of the process until it is ready: with the file in memory, and read from the disk. */
async function compareRestarts(folders: Folders): Promise<void> {
  const times = new Map<string, number[]>();
  for (let turn = 0; turn < 2 * RESTARTS; turn += 1) {
    for (const [name, folder] of Object.entries(folders)) {
      const file = join(folder, 'store', 'data.mdb');
      const cold = turn % 2 === 1;
      // Only this file leaves the memory of the system.
      if (cold)
        execFileSync('dd', [`of=${file}`, 'oflag=nocache', 'conv=notrunc,fdatasync', 'count=0'], { stdio: 'pipe' });
      const begun = performance.now();
      const server = await startServerProcess(root, { MASTER_KEY }, folder);
      const which = `${name}${cold ? ', file not in memory' : ''}`;
      times.set(which, [...(times.get(which) ?? []), performance.now() - begun]);
      await server.stop();
    }
  }
  print(`\nFrom the start of a process until it is ready, ${RESTARTS} of each`);
  for (const [which, taken] of times)
    print(
      `  ${which.padEnd(32)} p50 ${percentile(taken, 0.5).toFixed(0)} ms, at most ${Math.max(...taken).toFixed(0)}`,
    );
}

async function scaleInOneProcess(): Promise<void> {
  const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'countersign-scale-'));
  const folders = { small: join(folder, 'small'), full: join(folder, 'full') };
  try {
    if (!existsSync(join(folders.small, 'store'))) await fillFolder(folders.small, SMALL);
    if (!existsSync(join(folders.full, 'store'))) await fillFolder(folders.full, fill);
    await compareRestarts(folders);
    await compareServers(folders);
    await withStore(folders.full, async (store) => {
      const instances = [statusInstance(store, MASTER_KEY), statusInstance(store, MASTER_KEY)] as const;
      await publications(instances[0], 20);
      await changeStatuses(instances, { changes, writers });
      await compareAllocated(store, instances, fill);
    });
  } finally {
    if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

await (values.cluster ? scaleOnCluster(root, { ...flowOptions, fill, changes, writers }) : scaleInOneProcess());
