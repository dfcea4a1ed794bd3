import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RefreshGrantDocument } from '@countersign/shared/model/refresh/refresh-grants';
import type { StatusEntryDocument } from '@countersign/shared/model/status/status-documents';
import { refreshGrants } from '@countersign/shared/test/model/every-tenant';
import { followInRenewals } from '../../src/revocation/follow-in-renewals.ts';
import { world } from '../world.ts';

type Entry = Pick<StatusEntryDocument, 'tenant' | 'firstSession'>;

test('a suspended credential is not renewed until it is valid again, a revoked one never', async (t) => {
  const made = await world(t);
  const platform = made.platform();
  const grant = { id: 'grant', tenant: 'default', session: 's', configurationIds: ['pid', 'member'], removeAt: 0 };
  assert.ok(await made.store.insert(refreshGrants, grant as unknown as RefreshGrantDocument));
  const entries: readonly Entry[] = [{ tenant: 'default', firstSession: 's' }, { tenant: 'default' }];
  const follow = async (value: 0 | 1 | 2, configuration?: string): Promise<RefreshGrantDocument | undefined> => {
    await followInRenewals(platform, entries as readonly StatusEntryDocument[], configuration, value);
    return made.store.get(refreshGrants, 'grant');
  };
  assert.deepEqual((await follow(2, 'pid'))?.suspended, ['pid']);
  assert.deepEqual((await follow(2, 'pid'))?.suspended, ['pid']);
  assert.deepEqual((await follow(2))?.suspended, ['pid', 'member']);
  assert.deepEqual((await follow(0, 'pid'))?.suspended, ['member']);
  assert.equal((await follow(0))?.suspended, undefined);
  assert.deepEqual((await follow(2, 'other'))?.suspended, undefined);
  assert.deepEqual((await follow(1, 'pid'))?.configurationIds, ['member']);
  assert.equal(await follow(1), undefined);
});
