/**
 * The cost of a full store, and the correctness of status changes in it: lists of 2^20 entries with 1 % revoked, and sessions, made
 * in bulk, modelled on real ones. Flows run against an empty and a full server in turns.
 * `npm run bench -- scale --entries 10485760 --sessions 1000000`; with --cluster what scale-cluster.ts measures.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openEmbeddedStore } from '@countersign/shared/store/lmdb/embedded';
import type { Store } from '@countersign/shared/store/port';
import { measure, print } from './load/closed-loop.ts';
import { scaleOnCluster } from './scale/scale-cluster.ts';
import { FIRST_LIST, fillStore, restingSessions } from './scale/scale-fill.ts';
import { compareFlows, getLists, listSessions, prepareLoads } from './scale/scale-flows.ts';
import { compareAllocated } from './scale/scale-repeats.ts';
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
    /** Where to leave the filled folder, or that of an earlier run. */
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
const flowOptions = {
  flows: Number(values.flows),
  rounds: Number(values.rounds),
  concurrency: Number(values.concurrency),
};
const changes = Number(values.changes ?? (values.cluster ? 5000 : 100_000));
const writers = Number(values.writers);
const root = resolve(import.meta.dirname, '../..');
const MASTER_KEY = Buffer.from('bench-master-key-0123456789abcde').toString('base64url');

/** Runs some flows in an empty folder and makes the rest with their sessions as templates. */
async function fillFolder(folder: string): Promise<void> {
  const server = await startServerProcess(root, { MASTER_KEY }, folder);
  try {
    const { issuance, presentation } = await prepareLoads(server, 100);
    await measure(issuance, 50, 8);
    await measure(presentation, 50, 8);
    // Waits until outboxes are acknowledged.
    await sleep(3000);
  } finally {
    await server.stop();
  }
  await withStore(folder, async (store) => {
    const templates = await restingSessions(store);
    print(`Filling ${folder}, after ${templates.length} real sessions`);
    await fillStore(store, fill, templates);
  });
}

async function withStore(folder: string, use: (store: Store) => Promise<void>): Promise<void> {
  const store = await openEmbeddedStore({ folder });
  try {
    await use(store);
  } finally {
    await store.close();
  }
}

async function compareServers(folder: string): Promise<void> {
  const empty = await startServerProcess(root, { MASTER_KEY });
  const full = await startServerProcess(root, { MASTER_KEY }, folder);
  try {
    const memory = (server: ServerProcess): string => `${server.memory().own.toFixed(0)} MB its own`;
    const servers = { empty: await prepareLoads(empty, 1500), full: await prepareLoads(full, 1500) };
    print(`\nMemory before: empty ${memory(empty)}, full ${memory(full)}`);
    await compareFlows(servers, flowOptions);
    await listSessions({ empty, full });
    await getLists(full, `/status-management/status-list/${FIRST_LIST}`, 50_000, 32);
    print(`\nMemory after: empty ${memory(empty)}, full ${memory(full)}`);
  } finally {
    await empty.stop();
    await full.stop();
  }
}

async function scaleInOneProcess(): Promise<void> {
  const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'countersign-scale-'));
  try {
    if (!existsSync(join(folder, 'store'))) await fillFolder(folder);
    await compareServers(folder);
    await withStore(folder, async (store) => {
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
