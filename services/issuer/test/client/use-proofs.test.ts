import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useProofs } from '../../src/client/use-proofs.ts';

test('both proofs are marked, each where there is one', async () => {
  const used: string[] = [];
  const proof = { jkt: 'k', use: async () => void used.push('proof') };
  const client = { clientId: 'w', authenticated: true, use: async () => void used.push('client') };
  await useProofs({ client, proof });
  await useProofs({ client: { clientId: 'w', authenticated: false }, proof });
  await useProofs({ client: undefined, proof: undefined });
  assert.deepEqual(used, ['proof', 'client', 'proof']);
});
