/** The trace of a session, live, in a component: followed while it is shown, and continued after a break. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Problem } from '../api/problem.ts';
import { follow, type StreamState } from '../api/stream.ts';
import { emptyLog, type TraceLog, withEvent } from './trace-log.ts';

export interface LiveTrace {
  readonly log: TraceLog;
  /** Undefined until the stream has opened, and after its end. */
  readonly state: StreamState | undefined;
  /** The server refuses the stream for good. */
  readonly problem: Problem | undefined;
}

const NONE: LiveTrace = { log: emptyLog, state: undefined, problem: undefined };

/**
 * @param session undefined as long as there is no session
 * @param onEntry called with each entry, so that the page reloads what the entry may have changed
 */
export function useTrace(session: string | undefined, onEntry: () => void): LiveTrace {
  const [live, setLive] = useState(NONE);
  const latest = useRef(onEntry);
  latest.current = onEntry;
  useEffect(() => {
    setLive(NONE);
    if (session === undefined) return;
    const over = new AbortController();
    const set = (change: (now: LiveTrace) => LiveTrace): void => {
      if (!over.signal.aborted) setLive(change);
    };
    const stream = follow(`/session/${encodeURIComponent(session)}/trace`, {
      signal: over.signal,
      endsWith: 'end',
      onState: (state) => set((now) => ({ ...now, state })),
      onRefused: (problem) => set((now) => ({ ...now, problem, state: undefined })),
      onEvent: (event) => {
        set((now) => ({ ...now, log: withEvent(now.log, event) }));
        latest.current();
      },
    });
    void stream.then(() => set((now) => ({ ...now, state: undefined })));
    return () => over.abort();
  }, [session]);
  return live;
}
