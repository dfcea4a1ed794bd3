/** Places in JSON (RFC 6901). */

export function pointerTo(pointer: string, step: string | number): string {
  return `${pointer}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The value at a place, if there is one. */
export function valueAt(value: unknown, pointer: string): unknown {
  const steps = pointer.split('/').slice(1);
  return steps.reduce<unknown>((within, step) => {
    if (typeof within !== 'object' || within === null) return undefined;
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    return Object.hasOwn(within, name) ? (within as Readonly<Record<string, unknown>>)[name] : undefined;
  }, value);
}
