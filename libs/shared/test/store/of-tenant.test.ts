import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { ofTenant } from '../../src/store/of-tenant.ts';
import { overAllTenants } from '../../src/store/over-all-tenants.ts';
import type { Collection, Store, TenantCollection, TenantDocument } from '../../src/store/port.ts';
import { updateDocument } from '../../src/store/update-document.ts';
import { temporaryStore } from './temporary.ts';

interface Note extends TenantDocument {
  readonly topic: string;
  readonly at: number;
  readonly handle?: string;
}

function newNotes(): TenantCollection<Note> {
  return {
    perTenant: true,
    name: `notes-${randomUUID()}`,
    indexes: {
      newest: { fields: ['tenant', 'at'] },
      topic: { fields: ['topic', 'tenant', 'at'] },
      time: { fields: ['topic', 'at'] },
      handle: { fields: ['handle'], unique: true },
    },
  };
}

/** Two tenants, `a` and `b`, with two documents each. */
async function notesOfTwo(store: Store): Promise<TenantCollection<Note>> {
  const notes = newNotes();
  for (const [tenant, at] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
    ['b', 4],
  ] as const) {
    const id = `${tenant}${at}`;
    await ofTenant(store, tenant).insert(notes, { id, tenant, topic: 'x', at, handle: `h-${id}` });
  }
  return notes;
}

/** The store, and the names of the operations that were called. */
function counted(store: Store): { readonly store: Store; readonly calls: string[] } {
  const calls: string[] = [];
  const watched = new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      return typeof member !== 'function'
        ? member
        : (...values: unknown[]) => {
            calls.push(String(name));
            return Reflect.apply(member, target, values);
          };
    },
  });
  return { store: watched, calls };
}

test('a document of another tenant appears not to exist', async (t) => {
  const store = await temporaryStore(t);
  const notes = await notesOfTwo(store);
  const own = ofTenant(store, 'a');
  assert.equal((await own.get(notes, 'a1'))?.at, 1);
  assert.equal(await own.get(notes, 'b2'), undefined);
  assert.equal((await own.getBy(notes, 'handle', 'h-a3'))?.id, 'a3');
  assert.equal(await own.getBy(notes, 'handle', 'h-b4'), undefined);
  for (const none of ['h-', '']) assert.equal(await own.getBy(notes, 'handle', none), undefined);
  const never = (): never => assert.fail('decided about a document of another tenant');
  assert.equal(await own.update(notes, 'b2', never), undefined);
  assert.equal(await own.takeTransition(notes, 'b2', never), undefined);
  const foreign = (await ofTenant(store, 'b').get(notes, 'b2')) ?? assert.fail('missing');
  assert.equal(await own.update(notes, 'b2', never, foreign), undefined);
});

test('a find returns the documents of the tenant, at whatever position its index has the tenant', async (t) => {
  const store = await temporaryStore(t);
  const notes = await notesOfTwo(store);
  const own = ofTenant(store, 'b');
  for (const query of [
    { index: 'newest', limit: 9 },
    { index: 'topic', equal: ['x'], limit: 9 },
    { index: 'time', equal: ['x'], limit: 9 },
    { index: 'newest', from: 2, below: 5, limit: 9 },
    { index: 'topic', equal: ['x'], from: 2, limit: 9 },
  ]) {
    const ids = (await own.find(notes, query)).documents.map(({ id }) => id);
    assert.deepEqual(ids, ['b2', 'b4'], JSON.stringify(query));
    const paged: string[] = [];
    for await (const page of own.pages(notes, { ...query, limit: 1 })) paged.push(...page.map(({ id }) => id));
    assert.deepEqual(paged, ids, JSON.stringify(query));
  }
  assert.deepEqual((await own.find(notes, { index: 'newest', equal: [4], limit: 9 })).documents[0]?.id, 'b4');
  await assert.rejects(async () => own.find(notes, { index: 'topic', limit: 9 }), /ends before the tenant/);
  await assert.rejects(async () => own.getBy(notes, 'time', 'x'), /not a unique index/);
});

test('nothing is written for another tenant, and no document changes its tenant', async (t) => {
  const store = await temporaryStore(t);
  const notes = await notesOfTwo(store);
  const own = ofTenant(store, 'a');
  const foreign = (await ofTenant(store, 'b').get(notes, 'b2')) ?? assert.fail('missing');
  const another = /another tenant/;
  await assert.rejects(own.insert(notes, { id: 'n', tenant: 'b', topic: 'x', at: 5 }), another);
  await assert.rejects(own.replace(notes, { ...foreign, at: 9 }), another);
  await assert.rejects(own.delete(notes, foreign), another);
  await assert.rejects(
    own.update(notes, 'a1', (note) => ({ ...note, tenant: 'b' })),
    another,
  );
  const first = (await own.get(notes, 'a3')) ?? assert.fail('missing');
  await own.replace(notes, first);
  const later = (note: Note): Note => ({ ...note, tenant: note.rev === first.rev ? 'a' : 'b' });
  await assert.rejects(own.update(notes, 'a3', later, first), another);
  const all = await store.find(overAllTenants(notes), { index: 'time', equal: ['x'], limit: 9 });
  assert.deepEqual(
    all.documents.map(({ id, rev }) => `${id} ${rev}`),
    ['a1 1', 'b2 1', 'a3 2', 'b4 1'],
  );
});

test('no decision is taken on a document whose id now belongs to another tenant', async (t) => {
  const store = await temporaryStore(t);
  const notes = await notesOfTwo(store);
  const own = ofTenant(store, 'a');
  const seen = (await own.get(notes, 'a1')) ?? assert.fail('missing');
  assert.ok(await own.delete(notes, seen));
  await ofTenant(store, 'b').insert(notes, { id: 'a1', tenant: 'b', topic: 'x', at: 9 });
  const seenOnly = (note: Note): Note => ({ ...note, at: note.at === seen.at ? 5 : assert.fail('decided') });
  assert.equal(await own.update(notes, 'a1', seenOnly, { ...seen, rev: 7 }), undefined);
  assert.equal((await ofTenant(store, 'b').get(notes, 'a1'))?.at, 9);
});

test('the handle makes the calls that the store would get without it', async (t) => {
  const real = await temporaryStore(t);
  const notes = await notesOfTwo(real);
  const all = overAllTenants(notes);
  const { store, calls } = counted(real);
  const own = ofTenant(store, 'a');
  const callsOf = async (act: () => Promise<unknown>): Promise<readonly string[]> => {
    calls.length = 0;
    await act();
    return [...calls];
  };
  const later = (note: Note): Note => ({ ...note, at: note.at + 10 });
  const a1 = await own.get(notes, 'a1');
  assert.deepEqual(await callsOf(() => own.get(notes, 'a1')), ['get']);
  assert.deepEqual(await callsOf(() => own.getBy(notes, 'handle', 'h-a1')), ['find']);
  assert.deepEqual(await callsOf(() => own.find(notes, { index: 'newest', limit: 1 })), ['find']);
  assert.deepEqual(await callsOf(() => own.update(notes, 'a1', later, a1)), ['replace']);
  const [plain, bound] = [
    await callsOf(() => updateDocument(store, all, 'a1', later)),
    await callsOf(() => own.update(notes, 'a1', later)),
  ];
  assert.deepEqual(bound, plain);
});

/** Never called: these lines must not compile. */
export async function refusedByTypes(store: Store, notes: TenantCollection<Note>, note: Note): Promise<void> {
  // @ts-expect-error a document of a tenant is read through ofTenant
  await store.get(notes, 'a1');
  // @ts-expect-error and found
  await store.find(notes, { index: 'newest', limit: 1 });
  // @ts-expect-error and inserted
  await store.insert(notes, note);
  // @ts-expect-error and replaced
  await store.replace(notes, note);
  // @ts-expect-error and deleted
  await store.delete(notes, note);
  // @ts-expect-error and updated
  await updateDocument(store, notes, 'a1', (document) => document);
  // @ts-expect-error a collection of no tenant is not opened for one
  await ofTenant(store, 'a').get({ name: 'jobs', indexes: {} } as Collection<Note>, 'a1');
}
