/** A session and its trace, live: each entry of the trace has the session read again. */
import { useEffect, useRef } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { Resource } from '../../state/loaded.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { type LiveTrace, useTrace } from '../use-trace.ts';
import { type SessionView, stateOf } from './session-view.ts';

/** Milliseconds: the entries of one step come together. */
const TOGETHER = 200;
/** Milliseconds: a session expires without an entry, and a server may keep no trace. Each read is in the audit log. */
const BETWEEN = 15_000;

export interface LiveSession {
  readonly session: Resource<SessionView>;
  readonly trace: LiveTrace;
}

/** A wallet has read the offer, for which the session has no separate status. */
export function scannedIn({ trace }: LiveSession): boolean {
  return trace.log.entries.some(({ step, outcome }) => step === 'offer' && outcome === 'ok');
}

/** @param isErased whether the session is being erased: later reads will not find it */
export function useLiveSession(id: string, isErased: () => boolean = () => false): LiveSession {
  const path = `/session/${encodeURIComponent(id)}`;
  const session = useLoaded((signal) => call<SessionView>('GET', path, { signal }), [path]);
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const trace = useTrace(id, () => {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => {
      if (!isErased()) void session.reload();
    }, TOGETHER);
  });
  useEffect(() => {
    const timer = setInterval(() => {
      const { value } = session.peek();
      if (!document.hidden && (value === undefined || !stateOf(value.status).over)) void session.reload();
    }, BETWEEN);
    return () => {
      clearInterval(timer);
      clearTimeout(waiting.current);
    };
  }, [session]);
  return { session, trace };
}
