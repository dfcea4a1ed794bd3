import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOfferedConfigurations } from '../../src/client/find-offered-configurations.ts';
import { needing, sessionWith } from '../order-of-refusals/known.ts';
import { given } from '../session/issuance-given.ts';

test('removed configurations are omitted', async () => {
  const session = sessionWith(given('created', { configurationIds: ['pid', 'gone'] }));
  const { offered } = await findOfferedConfigurations({ configurations: needing({ pid: undefined }), session });
  assert.deepEqual(
    offered.map(({ id }) => id),
    ['pid'],
  );
});
