/** Counts how often bytes are read: the work of a reader, whatever the machine. */

export interface CountedBytes {
  readonly bytes: Buffer;
  /** Accesses so far: single bytes and calls of methods. */
  readonly reads: () => number;
}

/** The same bytes, with a counter. */
export function countedBytes(bytes: Buffer): CountedBytes {
  let reads = 0;
  const counted = new Proxy(bytes, {
    get: (target, name) => {
      if (name !== 'length') reads += 1;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { bytes: counted, reads: () => reads };
}
