import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createListReader } from '@countersign/european-trust/refresh/list-reader';
import { countMainThread } from '@countersign/european-trust/test/refresh/count-main-thread';
import { largeJsonList, largeXmlList } from '@countersign/european-trust/test/refresh/large-lists';
import { makeTestAuthority } from '@countersign/european-trust/test/registration/made-certificates';
import { VALIDITY } from '@countersign/european-trust/test/registration/registrar';

const ENTRIES = 5000;
/** Milliseconds: a busy machine may take minutes, and no limit is tested here. */
const READ_WITHIN = 3_600_000;
const authority = await makeTestAuthority('A', VALIDITY);

describe('a list of 5,000 entries', () => {
  for (const [form, make] of Object.entries({ JSON: largeJsonList, XML: largeXmlList })) {
    it(`in ${form} is read without one certificate, signature or long text on the main thread`, async (t) => {
      const { from, now, bytes } = await make({ entries: ENTRIES, certificates: [authority] });
      const reader = createListReader(READ_WITHIN);
      t.after(() => reader.close());
      const fetched = { bytes: bytes(1), source: from.source, settings: from.settings, successors: [], now };
      const counts = countMainThread(t);
      const { list, index } = await reader.read(fetched);
      assert.equal(list.entries.length, ENTRIES);
      assert.deepEqual(counts, { certificates: 0, signatures: 0, longestText: 0, pieces: ENTRIES / 50, mostAtOnce: 1 });
      const [entry = assert.fail()] = list.entries;
      assert.deepEqual(index.keyIds(entry.purpose), [entry.certificates[0]?.keyId]);
    });
  }
});
