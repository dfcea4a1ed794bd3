/** `loaded` in a component: read when it appears and when the inputs change, abandoned when it leaves. */
import { useEffect, useMemo } from 'preact/hooks';
import { type LoadedOptions, loaded, type Resource } from './loaded.ts';

/** @param inputs what the read depends on; another value reads again */
export function useLoaded<T>(
  read: (signal: AbortSignal) => Promise<T>,
  inputs: readonly unknown[] = [],
  options: LoadedOptions = {},
): Resource<T> {
  const resource = useMemo(() => loaded(read, options), inputs);
  useEffect(() => () => resource.close(), [resource]);
  return resource;
}
