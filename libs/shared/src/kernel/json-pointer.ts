/** Reference tokens of JSON pointers (RFC 6901, 3 and 4). Pure. */

/** A name as written in a pointer. */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The name that a pointer token represents. */
export function unescapePointer(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The names on the path to the target; empty for the whole document. */
export function namesOfPointer(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map(unescapePointer);
}
