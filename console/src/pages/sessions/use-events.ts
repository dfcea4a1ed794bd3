/** Reloads a list when events of the tenant arrive, or at intervals if the server has no events to follow. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { follow, type StreamState } from '../../api/stream.ts';

/** Milliseconds: events of one flow come together. */
const TOGETHER = 1000;
const BETWEEN = 15_000;

/** @returns whether the list is live; undefined if it is polled */
export function useEvents(reload: () => void): StreamState | undefined {
  const [state, setState] = useState<StreamState>();
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    const over = new AbortController();
    let waiting: ReturnType<typeof setTimeout> | undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    const soon = (): void => {
      waiting ??= setTimeout(() => {
        waiting = undefined;
        latest.current();
      }, TOGETHER);
    };
    void follow('/events', {
      signal: over.signal,
      onEvent: soon,
      onState: (now) => over.signal.aborted || setState(now),
      onRefused: () => {
        setState(undefined);
        timer = setInterval(() => document.hidden || latest.current(), BETWEEN);
      },
    });
    return () => {
      over.abort();
      clearTimeout(waiting);
      clearInterval(timer);
    };
  }, []);
  return state;
}
