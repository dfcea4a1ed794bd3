import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  afterRestore,
  type HostedListVersion,
  hostedVersionId,
  superseded,
} from '../../../src/model/tenant/hosted-lists.ts';

const version: HostedListVersion = {
  id: 'acme/pid/3',
  rev: 1,
  tenant: 'acme',
  list: 'pid',
  sequenceNumber: 3,
  revision: 2,
  type: 'type',
  change: { kind: 'signed' },
  issuedAt: 1000,
  nextUpdate: 9000,
  due: 5000,
  entities: 1,
  kid: 'kid',
  sha256: 'ab',
  bytes: 10,
  stored: 'parts',
  parts: 1,
};

test('a version is found by its number', () => {
  assert.equal(hostedVersionId(version), version.id);
});

test('a version that another one follows is due no more', () => {
  assert.equal(Object.hasOwn(superseded(version), 'due'), false);
});

test('after a restore the next version is due, and its number never goes back', () => {
  const once = afterRestore(version, 700, 2000);
  assert.deepEqual([once.due, once.leastNext], [2000, 700]);
  assert.equal(afterRestore(once, 600, 3000).leastNext, 700);
});
