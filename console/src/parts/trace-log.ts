/** The entries of a trace, from its stream. Pure. */
import type { StreamEvent } from '../api/event-lines.ts';
import type { TraceEntry, TraceGap } from './trace-entry.ts';

export interface TraceLog {
  /** As received; each id once, even if the stream was restarted. */
  readonly entries: readonly TraceEntry[];
  readonly gaps: readonly TraceGap[];
  /** The session was erased: nothing follows. */
  readonly ended: boolean;
}

export const emptyLog: TraceLog = { entries: [], gaps: [], ended: false };

/** @returns the same log if the event changes nothing */
export function withEvent(log: TraceLog, { event, data }: StreamEvent): TraceLog {
  switch (event) {
    case 'entry':
      return withEntry(log, parsed(data));
    case 'gap':
      return withGap(log, parsed(data));
    case 'end':
      return { ...log, ended: true };
    default:
      return log;
  }
}

function withEntry(log: TraceLog, entry: Readonly<Record<string, unknown>>): TraceLog {
  const { id } = entry;
  if (typeof id !== 'string' || log.entries.some((known) => known.id === id)) return log;
  return { ...log, entries: [...log.entries, entry as unknown as TraceEntry] };
}

function withGap(log: TraceLog, gap: Readonly<Record<string, unknown>>): TraceLog {
  const { after, count } = gap;
  if (typeof count !== 'number' || log.gaps.some((known) => known.after === after)) return log;
  return { ...log, gaps: [...log.gaps, gap as unknown as TraceGap] };
}

function parsed(data: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}
