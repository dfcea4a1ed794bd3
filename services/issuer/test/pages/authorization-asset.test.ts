import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { authorizationAsset } from '../../src/pages/authorization-asset.ts';
import { openIssuer } from '../world.ts';

test('a file that no version has is not found', async (t) => {
  const request = (await openIssuer(t)).request({});
  assert.deepEqual(await refusalOf(() => authorizationAsset()({ ...request, params: { file: 'other.js' } })), {
    code: 'not_found',
    reason: 'page_file',
  });
});
