import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemRandom } from '@countersign/shared/kernel/random';
import { clients } from '@countersign/shared/test/model/every-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import type { Client } from '../../src/authenticate/client.ts';
import { createClientOf, secretText, withNamedSecret } from '../../src/authenticate/client-of.ts';
import { createdClient, rotateSecret } from '../../src/authenticate/client-secrets.ts';

const ofFile: Client = { id: 'file', tenant: 'root', role: 'admin', secret: { kind: 'plain', stored: 's' } };

test('a client of files comes first, then one of the store with its present and its former secret', async (t) => {
  const store = await temporaryStore(t);
  let now = 1000;
  const clientOf = createClientOf({ clients: async () => new Map([['file', ofFile]]), store, clock: () => now });
  const made = createdClient({ id: 'c', tenant: 'acme', role: 'viewer' }, { id: '0000000a', hash: 'h1' }, now);
  const stored = (await store.insert(clients, made)) ?? assert.fail();
  await store.insert(clients, { ...made, id: 'file' });
  assert.equal(await clientOf('file'), ofFile);
  assert.equal(await clientOf('nothing'), undefined);
  const secret = { kind: 'scrypt', stored: 'h1', name: '0000000a' } as const;
  assert.deepEqual(await clientOf('c'), { id: 'c', tenant: 'acme', role: 'viewer', secret });

  const rotated = rotateSecret(stored, { id: '0000000b', hash: 'h2' }, { overlap: 5000, now }).document;
  await store.replace(clients, rotated);
  clientOf.forget('c');
  const both = (await clientOf('c')) ?? assert.fail();
  assert.deepEqual([both.secret.stored, both.former?.stored], ['h2', 'h1']);
  // The text of a secret contains its name, so only one hash is compared.
  const text = (name: string) => secretText(name, systemRandom(32));
  assert.equal(withNamedSecret(both, text('0000000a')).secret.stored, 'h1');
  for (const other of [text('0000000b'), text('0000000c'), 'anything']) {
    assert.equal(withNamedSecret(both, other).secret.stored, 'h2');
  }
  now += 5000;
  assert.equal((await clientOf('c'))?.former, undefined);
});

test('a former secret without a name is the one that the text equals', () => {
  const client: Client = { ...ofFile, former: { kind: 'plain', stored: 'f' } };
  assert.deepEqual(
    ['s', 'f', 'x', ''].map((text) => withNamedSecret(client, text).secret.stored),
    ['s', 'f', 's', 's'],
  );
});

test('a client without an accepted secret is like an unknown one', async (t) => {
  const store = await temporaryStore(t);
  const clientOf = createClientOf({ clients: async () => new Map(), store, clock: () => 1 });
  const made = createdClient({ id: 'c', tenant: 'acme', role: 'viewer' }, { id: '0000000a', hash: 'h1' }, 1);
  await store.insert(clients, { ...made, secrets: [] });
  assert.equal(await clientOf('c'), undefined);
});
