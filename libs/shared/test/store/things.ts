/** The documents of the store contract, and helpers to read them. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Collection, FindQuery, Store, StoredDocument } from '../../src/store/port.ts';

export interface Thing extends StoredDocument {
  readonly group?: string | undefined;
  readonly size?: number;
  readonly open?: boolean;
  readonly handle?: string;
  readonly label?: string;
  readonly note?: unknown;
  readonly count?: number;
  readonly tags?: readonly string[];
}

export function newCollection(): Collection<Thing> {
  return {
    // Each test has its own name, because the suite may run against a server that keeps its data.
    name: `things-${randomUUID()}`,
    indexes: {
      group: { fields: ['group', 'size'] },
      size: { fields: ['size'] },
      open: { fields: ['open', 'size'] },
      label: { fields: ['label'] },
      tags: { fields: ['tags', 'group', 'size'] },
      handle: { fields: ['handle'], unique: true },
      place: { fields: ['group', 'label'], unique: true },
    },
  };
}

/** A contender's outcome: true for the winner. */
export const won = (result: unknown): boolean => result !== undefined;

/** All ids of a query, page by page. */
export async function idsOf(store: Store, things: Collection<Thing>, query: FindQuery): Promise<string[]> {
  const ids: string[] = [];
  let next: string | undefined;
  do {
    const found = await store.find(things, next === undefined ? query : { ...query, after: next });
    assert.ok(found.documents.length <= query.limit);
    ids.push(...found.documents.map((document) => document.id));
    next = found.next;
  } while (next !== undefined);
  return ids;
}

/** The newest revision of a document that must be there. */
export async function present(store: Store, things: Collection<Thing>, id: string): Promise<Thing> {
  const document = await store.get(things, id);
  assert.ok(document !== undefined, `${id} is missing`);
  return document;
}
