/** Values derived only from files, cached until one of the files is edited. */
import type { FolderEdits } from './folder-edits.ts';

/** Maximum number of cached keys, because a request may refer to a tenant that does not exist. */
const MAX_CACHED = 10_000;

/**
 * Returns `make` with its values cached by key. A value from a file whose changes may not be reported is never cached,
 * nor is an error.
 * @param make reads files below the folder of `edits`, through readers with the same edits, and reads nothing else that
 *   changes
 * @param edits absent: nothing is cached
 */
export function cachedUntilEdit<T>(
  edits: Pick<FolderEdits, 'version'> | undefined,
  make: (key: string) => T,
): (key: string) => T {
  if (edits === undefined) return make;
  const cached = new Map<string, { readonly version: number; readonly value: T }>();
  return (key) => {
    const version = edits.version();
    const known = cached.get(key);
    if (known?.version === version) return known.value;
    const value = make(key);
    cached.delete(key);
    if (edits.version() !== version) return value;
    if (cached.size >= MAX_CACHED) cached.clear();
    cached.set(key, { version, value });
    return value;
  };
}
