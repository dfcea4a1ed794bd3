/** Changes to the bytes of an input, as fast-check makes them: it also finds the smallest set of changes that fails. */
import fc from 'fast-check';

/** Where, as a part of the length, so that a change fits every input. */
interface Change {
  readonly kind: 'flip' | 'cut' | 'end' | 'repeat' | 'insert' | 'token' | 'splice';
  readonly at: number;
  readonly length: number;
  readonly bytes: Uint8Array;
}

export const changes: fc.Arbitrary<readonly Change[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('flip', 'cut', 'end', 'repeat', 'insert', 'token', 'splice'),
    at: fc.nat({ max: 9999 }).map((part) => part / 10_000),
    length: fc.oneof(fc.nat({ max: 4 }), fc.nat({ max: 400 })),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
  }),
  { minLength: 1, maxLength: 4 },
);

interface Sources {
  readonly tokens: readonly string[];
  /** Other inputs of the same parser. */
  readonly others: readonly Buffer[];
}

/** The input with the changes, one after the other. Pure. */
export function mutated(input: Buffer, wanted: readonly Change[], sources: Sources): Buffer {
  return wanted.reduce((present, change) => changed(present, change, sources), input);
}

function changed(input: Buffer, { kind, at, length, bytes }: Change, { tokens, others }: Sources): Buffer {
  const from = Math.floor(at * input.length);
  const [before, piece, after] = [input.subarray(0, from), input.subarray(from, from + length), input.subarray(from)];
  const [number = 0] = bytes;
  switch (kind) {
    case 'flip':
      return Buffer.concat([
        before,
        piece.map((byte, index) => byte ^ (bytes[index % bytes.length] ?? 0)),
        input.subarray(from + length),
      ]);
    case 'cut':
      return Buffer.concat([before, input.subarray(from + length)]);
    case 'end':
      return before;
    case 'repeat':
      return Buffer.concat([before, ...Array<Buffer>(number).fill(piece), after]);
    case 'insert':
      return Buffer.concat([before, bytes, after]);
    case 'token':
      return Buffer.concat([before, Buffer.from(tokens[number % tokens.length] ?? '', 'latin1'), after]);
    case 'splice':
      return Buffer.concat([before, (others[number % others.length] ?? input).subarray(from)]);
  }
}
