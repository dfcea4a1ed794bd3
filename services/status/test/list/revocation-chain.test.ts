import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CHAIN_AGAIN,
  CHAIN_EVERY,
  chainChecked,
  chainContext,
  hasEnded,
  newChain,
} from '@countersign/shared/model/status/revocation-chain';
import type { StatusEntryDocument } from '@countersign/shared/model/status/status-documents';
import { createdEntry } from '../../src/list/status-change-transitions.ts';

const plain: StatusEntryDocument = {
  ...createdEntry({
    id: 't/s/r',
    tenant: 't',
    list: 1,
    indexes: [4],
    session: 's',
    configuration: 'pid',
    changedAt: 1,
  }),
  rev: 1,
};
const chain = { sealed: 'x', until: 500_000_000 };
const chained: StatusEntryDocument = { ...plain, ...newChain('t', chain, 1000) };

test('a new chain is due after a day, in the index of its tenant', () => {
  assert.deepEqual(newChain('t', chain, 1000), { chain, chainOf: 't', chainDue: 1000 + CHAIN_EVERY });
  assert.equal(chainContext('t/s/r'), 'status-entry/t/s/r/chain');
});

test('the next check is a day later, or soon where the status could not be read; nothing else changes', () => {
  assert.deepEqual(chainChecked(chained, true, 2000), { ...chained, chainDue: 2000 + CHAIN_EVERY });
  assert.deepEqual(chainChecked(chained, false, 2000), { ...chained, chainDue: 2000 + CHAIN_AGAIN });
  const revoked = { ...chained, value: 1 } as const;
  assert.equal(chainChecked(revoked, true, 2000).value, 1);
});

test('checks end with the credentials, and the references are dropped', () => {
  assert.equal(hasEnded(chained, chain.until - 1), false);
  assert.equal(hasEnded(chained, chain.until), true);
  assert.deepEqual(chainChecked(chained, true, chain.until), plain);
  const { until: _, ...endless } = chain;
  const forever = { ...chained, chain: endless };
  assert.equal(hasEnded(forever, Number.MAX_SAFE_INTEGER), false);
  assert.equal(chainChecked(forever, true, chain.until).chainDue, chain.until + CHAIN_EVERY);
  assert.deepEqual(chainChecked(plain, true, 1), plain);
});
