/**
 * A session's trace, `open -> erased`. Entries are numbered from 1 in the order of their arrival. The first 50 and the
 * last 150 are kept. Pure; times in milliseconds.
 */
import type { TraceDocument } from '@countersign/shared/model/tenant/traces';

/** A trace's entries, each a JSON text. */
export interface TraceLines {
  /** All entries so far, including dropped ones. */
  readonly count: number;
  readonly lines: readonly string[];
}

export const FIRST_ENTRIES = 50;
const LAST_ENTRIES = 150;

/** Adds entries, and drops the middle of a long trace. */
export function withLines({ count, lines }: TraceLines, more: readonly string[]): TraceLines {
  const all = [...lines, ...more];
  const kept =
    all.length <= FIRST_ENTRIES + LAST_ENTRIES ? all : [...all.slice(0, FIRST_ENTRIES), ...all.slice(-LAST_ENTRIES)];
  return { count: count + more.length, lines: kept };
}

/** The number of each line. */
export function numbersOf({ count, lines }: TraceLines): readonly number[] {
  const dropped = count - lines.length;
  return lines.map((_, place) => place + 1 + (place < FIRST_ENTRIES ? 0 : dropped));
}

/** The document of a first write. */
export function openedTrace(
  { session, tenant }: { readonly session: string; readonly tenant: string },
  content: { readonly count: number; readonly sealed: string },
  now: number,
): Omit<TraceDocument, 'rev'> {
  return { id: session, tenant, createdAt: now, trace: { state: 'open', ...content } };
}

/** The document with other content. An erased trace stays erased: it accepts no content. */
export function changedTrace(
  document: TraceDocument,
  content: { readonly count: number; readonly sealed: string },
): TraceDocument {
  return document.trace.state === 'erased' ? document : { ...document, trace: { state: 'open', ...content } };
}

/** The mark of an erased trace; only the mark if the session had none. */
export function erasedTrace(
  { session, tenant }: { readonly session: string; readonly tenant: string },
  now: number,
): Omit<TraceDocument, 'rev'> {
  return { id: session, tenant, erasedAt: now, trace: { state: 'erased' } };
}
