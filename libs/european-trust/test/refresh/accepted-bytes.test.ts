import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sha256 } from '@countersign/shared/crypto/sha256';
import type { TrustListDocument } from '@countersign/shared/model/tenant/trust-lists';
import { parseSource } from '../../src/lists/written-source.ts';
import { isSameList, judged, type Refreshed } from '../../src/refresh/accepted-bytes.ts';
import { conditionsOf } from '../../src/refresh/list-sources.ts';

const parsed = parseSource('{"url":"https://l.example/pid","list":"pid-providers"}');
const from = { ...parsed, source: { ...parsed.source, id: 'pid', signers: ['a'] } };
const digestOf = (text: string): string => sha256(Buffer.from(text)).toString('hex');

function last(under: string): Refreshed {
  const good = { under, sha256: digestOf('list'), successors: ['b'] };
  return { from, tenant: 'default', document: { good } as unknown as TrustListDocument } as unknown as Refreshed;
}

it('bytes are the last good list only under the conditions under which it was accepted', () => {
  assert.equal(isSameList(last(conditionsOf(from)), digestOf('list')), true);
  assert.equal(isSameList(last(conditionsOf(from)), digestOf('other')), false);
  assert.equal(isSameList(last('other'), digestOf('list')), false);
});

it('signers that the last good list announced count under the same conditions', () => {
  assert.deepEqual(judged(last(conditionsOf(from))).successors, ['b']);
  assert.deepEqual(judged(last('other')).successors, []);
});
