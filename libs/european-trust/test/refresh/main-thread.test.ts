import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import { temporaryFolder, temporaryStore } from '@countersign/shared/test/store/temporary';
import type { ToMain, ToWorker } from '../../src/refresh/list-messages.ts';
import { createListReader } from '../../src/refresh/list-reader.ts';
import { makeTestAuthority } from '../registration/made-certificates.ts';
import { VALIDITY } from '../registration/registrar.ts';
import { countMainThread } from './count-main-thread.ts';
import { type LargeList, largeJsonList, largeXmlList } from './large-lists.ts';
import { hostOf, replicaOf, TENANT } from './list-server.ts';

const ENTRIES = 300;
/** Entries that the main thread takes in one turn of the event loop. */
const PIECE = 50;
const certificates = await Promise.all(['A', 'B', 'C', 'D'].map((name) => makeTestAuthority(name, VALIDITY)));
const forms = {
  JSON: await largeJsonList({ entries: ENTRIES, certificates }),
  XML: await largeXmlList({ entries: ENTRIES, certificates }),
};

async function replicaFor(t: TestContext, list: LargeList) {
  const clock = { now: list.now };
  const host = hostOf(() => ({}));
  const [store, folder] = [await temporaryStore(t), await temporaryFolder(t)];
  const replica = replicaOf({ store, folder, clock, outbound: host.outbound, sources: async () => [list.from] });
  const follow = async (body: Buffer): Promise<void> => {
    host.answer = () => ({ body });
    clock.now += 5 * 3_600_000;
    await replica.run();
  };
  return { replica, follow };
}

describe('a list', () => {
  for (const [form, list] of Object.entries(forms)) {
    it(`in ${form} is verified and parsed by the thread only, from its address and from the store`, async (t) => {
      const { replica, follow } = await replicaFor(t, list);
      const [first, second] = [list.bytes(1), list.bytes(2)];
      await follow(first);
      const counts = countMainThread(t);
      await follow(second);
      const read = await replica.lists.last(TENANT, list.from);
      assert.deepEqual([read?.list.sequenceNumber, read?.list.entries.length], [2, ENTRIES]);
      assert.deepEqual([counts.certificates, counts.signatures], [0, 0]);
      // The compressed list comes from the store.
      assert.ok(counts.longestText < second.length / 10, `${counts.longestText} characters of JSON at once`);
    });

    it(`in ${form} comes in pieces of ${PIECE}, each on request, with its certificates outside of the heap`, async (t) => {
      const thread = new Worker(new URL('../../src/refresh/list-worker.js', import.meta.url));
      t.after(() => thread.terminate());
      const answered = (message: ToWorker): Promise<ToMain> =>
        new Promise((resolve) => thread.once('message', resolve).postMessage(message));
      const bytes = list.bytes(1);
      const { source, settings } = list.from;
      const first = await answered({ kind: 'read', id: 1, bytes, source, settings, successors: [], now: list.now });
      assert.equal(first.kind, 'list');
      const pieces: number[] = [];
      for (let isLast = false; !isLast; ) {
        const piece = await answered({ kind: 'more', id: 1 });
        assert.ok(piece.kind === 'entries');
        const memory = piece.entries.flatMap((one) => one.certificates.map(({ der }) => der.buffer));
        assert.equal(new Set(memory).size, 1);
        pieces.push(piece.entries.length);
        isLast = piece.isLast;
      }
      assert.deepEqual(pieces, Array(ENTRIES / PIECE).fill(PIECE));
    });
  }
});

it('pieces of several lists are requested one at a time, each in its own turn of the event loop', async (t) => {
  const reader = createListReader();
  t.after(() => reader.close());
  const { from, now, bytes } = await largeJsonList({ entries: 6 * PIECE, certificates });
  const fetched = { bytes: bytes(1), source: from.source, settings: from.settings, successors: [], now };
  const counts = countMainThread(t);
  const read = await Promise.all([1, 2, 3].map(() => reader.read(fetched)));
  assert.deepEqual(
    read.map(({ list }) => list.entries.length),
    [6 * PIECE, 6 * PIECE, 6 * PIECE],
  );
  assert.deepEqual([counts.pieces, counts.mostAtOnce], [18, 1]);
});
