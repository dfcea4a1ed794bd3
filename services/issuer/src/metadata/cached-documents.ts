/** A tenant's documents, cached until one of their sources changes. */
import { hashOf } from '@countersign/shared/crypto/sha256';
import type { FolderEdits } from '@countersign/shared/kernel/folder-edits';
import type { JsonObject } from '@countersign/shared/kernel/json';

/**
 * A serialized document and its strong entity tag, with its quotes. The same object as long as the text is the same.
 */
export interface JsonDocument {
  readonly text: string;
  /** The same, as sent. */
  readonly bytes: Buffer;
  readonly etag: string;
  /** Its signed form, if a wallet has requested it: cached and dropped with the document. */
  signed?: { readonly etag: string; readonly text: string };
}

export interface DocumentSource {
  readonly tenant: string;
  /** The document's sources besides files, each compared by identity or value. */
  readonly sources: readonly unknown[];
  /** Makes it of the sources and of files below the configuration folder. */
  readonly make: () => JsonObject;
  /** Called when the text differs from the previous one. */
  readonly changed?: () => void;
}

interface Cached {
  readonly sources: readonly unknown[];
  readonly document: JsonDocument;
}

const MAX_CACHED = 1000;

/**
 * @param edits of the configuration folder; absent: each document is created again, and compared with the previous one
 */
export function createCachedDocuments(
  edits: Pick<FolderEdits, 'version'> | undefined,
): (source: DocumentSource) => JsonDocument {
  const cached = new Map<string, Cached>();
  return ({ tenant, sources, make, changed }) => {
    const present = [edits?.version(), ...sources];
    const known = cached.get(tenant);
    if (edits !== undefined && known !== undefined && areSame(known.sources, present)) return known.document;
    const text = JSON.stringify(make());
    const document = known?.document.text === text ? known.document : documentOf(text);
    if (document !== known?.document) changed?.();
    if (known === undefined && cached.size >= MAX_CACHED) cached.clear();
    cached.set(tenant, { sources: present, document });
    return document;
  };
}

function documentOf(text: string): JsonDocument {
  return { text, bytes: Buffer.from(text), etag: `"${hashOf(text).slice(0, 22)}"` };
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}
