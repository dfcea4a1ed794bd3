/** `loaded` in a component, if the inputs of the read change while its value is shown. */
import { useEffect, useRef } from 'preact/hooks';
import type { Resource } from './loaded.ts';
import { useLoaded } from './use-loaded.ts';

/** As `useLoaded`, but the old value stays until the new one arrives. */
export function useReread<T>(read: (signal: AbortSignal) => Promise<T>, inputs: string): Resource<T> {
  const latest = useRef(read);
  latest.current = read;
  const resource = useLoaded((signal) => latest.current(signal));
  const begun = useRef(inputs);
  useEffect(() => {
    if (begun.current === inputs) return;
    begun.current = inputs;
    void resource.reload();
  }, [inputs, resource]);
  return resource;
}
