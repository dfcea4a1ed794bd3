/** The stored form of entries: one JSON string per line, sealed for one document. */
import type { Vault } from '@countersign/shared/keys/vault';
import type { TraceDocument, UnmatchedDocument } from '@countersign/shared/model/tenant/traces';
import type { TraceLines } from './trace-transitions.ts';

/** A line that replaces lost entries. */
export interface LostEntries {
  /** Milliseconds. */
  readonly at: number;
  readonly lost: number;
}

/** The line of lost entries. */
export function lostLine(lost: LostEntries): string {
  return JSON.stringify(lost);
}

export function sealTrace(vault: Vault, session: string, { count, lines }: TraceLines) {
  return { count, sealed: vault.seal(lines.join('\n'), traceContext(session)) };
}

/** @returns undefined for an erased trace */
export function openTrace(vault: Vault, { id, trace }: TraceDocument): TraceLines | undefined {
  if (trace.state === 'erased') return undefined;
  return { count: trace.count, lines: split(vault.open(trace.sealed, traceContext(id))) };
}

export function sealUnmatched(vault: Vault, id: string, lines: readonly string[]): string {
  return vault.seal(lines.join('\n'), unmatchedContext(id));
}

export function openUnmatched(vault: Vault, { id, sealed }: UnmatchedDocument): readonly string[] {
  return split(vault.open(sealed, unmatchedContext(id)));
}

function traceContext(session: string): string {
  return `trace/${session}`;
}

function unmatchedContext(id: string): string {
  return `unmatched/${id}`;
}

function split(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n');
}
