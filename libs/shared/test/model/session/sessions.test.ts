import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { ProtocolError } from '../../../src/kernel/errors.ts';
import type { SessionDocument } from '../../../src/model/session/sessions.ts';
import { openEmbeddedStore } from '../../../src/store/lmdb/embedded.ts';
import type { Store } from '../../../src/store/port.ts';
import { updateDocument } from '../../../src/store/update-document.ts';
import { sessions } from '../every-tenant.ts';

async function openStore(t: TestContext): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-sessions-'));
  const store = await openEmbeddedStore({ folder });
  t.after(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  return store;
}

async function insertSession(store: Store, id: string): Promise<SessionDocument> {
  const stored = await store.insert(sessions, {
    id,
    tenant: 'default',
    kind: 'issuance',
    createdAt: 1,
    updatedAt: 1,
    expiresAt: 2,
    handle: `handle-${id}`,
    status: 'authorized',
    pendingDeliveries: [],
    outbox: [],
  });
  assert.ok(stored);
  return stored;
}

/** A single-use transition: from `authorized` to `token_issued`, and refused from anywhere else. */
function redeem(document: SessionDocument): SessionDocument {
  if (document.status !== 'authorized')
    throw new ProtocolError('invalid_grant', 'The code was used', { reason: 'session_unknown' });
  return { ...document, status: 'token_issued' };
}

describe('updateDocument', () => {
  it('stores the decision, from a document that the caller or it has read', async (t) => {
    const store = await openStore(t);
    const first = await insertSession(store, 'a');
    const next = await updateDocument(store, sessions, 'a', (document) => ({ ...document, updatedAt: 5 }), first);
    assert.deepEqual(next, { ...first, rev: 2, updatedAt: 5 });
    await updateDocument(store, sessions, 'a', (document) => ({ ...document, updatedAt: 6 }));
    assert.equal((await store.get(sessions, 'a'))?.updatedAt, 6);
  });

  it('writes nothing where the document does not change', async (t) => {
    const store = await openStore(t);
    const first = await insertSession(store, 'a');
    assert.deepEqual(await updateDocument(store, sessions, 'a', (document) => document), first);
    assert.equal((await store.get(sessions, 'a'))?.rev, 1);
  });

  it("decides again by the newest document after a conflict, and loses no other process's change", async (t) => {
    const store = await openStore(t);
    const stale = await insertSession(store, 'a');
    await store.replace(sessions, { ...stale, state: 'from elsewhere' });
    const seen: number[] = [];
    const decide = (document: SessionDocument): SessionDocument => {
      seen.push(document.rev);
      return { ...document, updatedAt: 9 };
    };
    const stored = await updateDocument(store, sessions, 'a', decide, stale);
    assert.deepEqual(seen, [1, 2]);
    assert.deepEqual([stored?.rev, stored?.state, stored?.updatedAt], [3, 'from elsewhere', 9]);
  });

  it('decides by the state, never by the conflict: a conflict over another part refuses no valid code', async (t) => {
    const store = await openStore(t);
    const stale = await insertSession(store, 'a');
    await store.replace(sessions, {
      ...stale,
      pendingDeliveries: [{ id: 'e', type: 'issuance.completed.v1', at: 1, data: {} }],
    });
    assert.equal((await updateDocument(store, sessions, 'a', redeem, stale))?.status, 'token_issued');
    await assert.rejects(updateDocument(store, sessions, 'a', redeem, stale), { code: 'invalid_grant' });
  });

  it('has one winner of 50 parallel single-use transitions', async (t) => {
    const store = await openStore(t);
    const first = await insertSession(store, 'a');
    const tries = Array.from({ length: 50 }, () => updateDocument(store, sessions, 'a', redeem, first));
    const outcomes = await Promise.allSettled(tries);
    assert.equal(outcomes.filter((outcome) => outcome.status === 'fulfilled').length, 1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'invalid_grant');
    }
    assert.deepEqual(
      [(await store.get(sessions, 'a'))?.rev, (await store.get(sessions, 'a'))?.status],
      [2, 'token_issued'],
    );
  });

  it('is undefined where the document is missing, or was deleted in between', async (t) => {
    const store = await openStore(t);
    assert.equal(await updateDocument(store, sessions, 'none', redeem), undefined);
    const first = await insertSession(store, 'a');
    await store.delete(sessions, first);
    assert.equal(await updateDocument(store, sessions, 'a', redeem, first), undefined);
  });
});
