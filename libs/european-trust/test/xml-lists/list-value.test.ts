import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openList } from '../../src/xml-lists/open-list.ts';
import { listContent, pointer, provider, service } from './list-content.ts';
import { base64Of, makeSigner, signedList } from './made-list.ts';

test('a list is a plain value: it can be stored, and sent between threads', async () => {
  const signer = await makeSigner('Plain');
  const certificates = [base64Of(signer)];
  const content = listContent({
    pointers: pointer({ location: 'https://lists.example/at.xml', territory: 'AT', certificates }),
    providers: provider([service({ certificates, history: [{ certificates, since: '2025-01-01T00:00:00Z' }] })]),
  });
  const { list } = openList(signedList(content, signer), certificates);
  assert.deepEqual(structuredClone(list), list);
  assert.deepEqual(JSON.parse(JSON.stringify(list)), list);
  assert.deepEqual([list.entries.length, list.pointers.length, list.entries[0]?.history.length], [1, 1, 1]);
});
