import assert from 'node:assert/strict';
import { test } from 'node:test';
import { given } from '@countersign/shared/test/model/issuance/issuance-given';
import { findOfferedConfigurations } from '../../src/checks/find-offered-configurations.ts';
import { needing, sessionWith } from './known.ts';

test('removed configurations are omitted', async () => {
  const session = sessionWith(given('created', { configurationIds: ['pid', 'gone'] }));
  const { offered } = await findOfferedConfigurations({ configurations: needing({ pid: undefined }), session });
  assert.deepEqual(
    offered.map(({ id }) => id),
    ['pid'],
  );
});
