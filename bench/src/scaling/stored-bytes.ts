/** How many bytes flows leave in the embedded store. */
import { openEmbeddedStore } from '@countersign/shared/store/lmdb/embedded';
import { pages } from '@countersign/shared/store/pages';
import type { Collection, StoredDocument } from '@countersign/shared/store/port';
import {
  activity,
  auditRecords,
  deliveries,
  eventLog,
  idempotentCalls,
  refreshGrants,
  sessions,
  statusEntries,
  traces,
} from '@countersign/shared/test/model/every-tenant';

/** Collections that flows write to, each with an index that holds all its documents. */
const read = [
  { collection: sessions, index: 'age' },
  { collection: statusEntries, index: 'session' },
  { collection: auditRecords, index: 'age' },
  { collection: eventLog, index: 'age' },
  { collection: deliveries, index: 'session' },
  { collection: idempotentCalls, index: 'age' },
  { collection: refreshGrants, index: 'session' },
  { collection: traces, index: 'age' },
  { collection: activity, index: 'age' },
] as const;

/** Bytes of all documents by collection, as JSON. @param folder the data folder of a server that has ended */
export async function storedBytes(folder: string): Promise<Readonly<Record<string, number>>> {
  const store = await openEmbeddedStore({ folder });
  const bytes: Record<string, number> = {};
  try {
    for (const { collection, index } of read) {
      let sum = 0;
      for await (const page of pages(store, collection as Collection<StoredDocument>, { index, limit: 1000 })) {
        sum += page.reduce((total, document) => total + Buffer.byteLength(JSON.stringify(document)), 0);
      }
      if (sum > 0) bytes[collection.name] = sum;
    }
  } finally {
    await store.close();
  }
  return bytes;
}
