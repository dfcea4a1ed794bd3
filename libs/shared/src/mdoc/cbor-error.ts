/** Why bytes are not acceptable CBOR; for the trace, never with a part of the bytes. */
export type CborReason =
  /** The bytes end within a value. */
  | 'truncated'
  /** Bytes follow the value. */
  | 'trailing_bytes'
  | 'too_deep'
  | 'too_many_items'
  /** A declared length exceeds the bytes that are left. */
  | 'length'
  | 'chunked_string'
  | 'not_utf8'
  /** A map key that is neither a string nor an integer. */
  | 'key'
  | 'duplicate_key'
  /** A reserved additional information or simple value, or a break outside of an indefinite container. */
  | 'reserved';

/** The bytes are not acceptable CBOR. */
export class CborError extends Error {
  override readonly name = 'CborError';
  readonly reason: CborReason;

  constructor(reason: CborReason) {
    super(`Refused CBOR: ${reason}`);
    this.reason = reason;
  }
}
