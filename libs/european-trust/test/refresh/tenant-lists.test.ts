import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { tenantLists } from '../../src/refresh/tenant-lists.ts';

type ListPlatform = Parameters<typeof tenantLists>[0];

test('the services of a process share their lists, those of another one have their own', async (t) => {
  const store = await temporaryStore(t);
  const platform = { store, settings: { CONFIG_FOLDER: '/nowhere' }, clock: () => 0 } as unknown as ListPlatform;
  const lists = tenantLists(platform);
  t.after(() => lists.reader.close());
  assert.equal(tenantLists(platform), lists);
  const other = tenantLists({ ...platform });
  t.after(() => other.reader.close());
  assert.notEqual(other, lists);
});
