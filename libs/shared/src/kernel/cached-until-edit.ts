/** What is made of files alone, cached until one of them is edited. */
import type { FolderEdits } from './folder-edits.ts';

/** Most keys that are cached: a request may name a tenant that does not exist. */
const MAX_CACHED = 10_000;

/**
 * Returns `make` with its values cached by key. A value that was made of a file whose change may not be reported is made each time,
 * and so is one whose making throws.
 * @param make reads files below the folder of `edits`, through readers with the same edits, and nothing else that changes
 * @param edits absent: each value is made anew
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
