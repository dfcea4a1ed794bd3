/**
 * Writes what a version leaves behind, for the tests of the next one: every document of its store, with flows in the
 * middle of each state and events in its outboxes. Run it with the version that is released:
 *
 *     node test/dist/upgrade/make-fixture.js test/upgrade/version-before.json
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collections } from '@countersign/shared/model/collections';
import type { Collection, StoredDocument } from '@countersign/shared/store/port';
import { startSampleServer } from '../support/sample-server.ts';
import { leaveInTheMiddle } from './flows.ts';

const [file = 'test/upgrade/version-before.json'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'countersign-fixture-'));
const server = await startSampleServer({ folder, env: { SESSION_TTL: '86400' } });
// No server listens there: its delivery stays due.
const flows = await leaveInTheMiddle(server, 'http://127.0.0.1:1/presented');
const { url } = server;
// At once: what it has published and not pulled yet is published again by the next version.
const { store } = server.platform;
const documents: Record<string, unknown[]> = {};
for (const collection of collections) {
  const [index] = Object.keys(collection.indexes);
  if (index === undefined) continue;
  documents[collection.name] = [
    ...(await store.find(collection as Collection<StoredDocument>, { index, limit: 10_000 })).documents,
  ];
}
await server.close();
rmSync(folder, { recursive: true, force: true });
writeFileSync(file, `${JSON.stringify({ at: Date.now(), url, flows, documents }, null, 1)}\n`);
