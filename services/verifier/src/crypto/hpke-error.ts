/** Why an HPKE message was refused. Callers map it to their protocol's own reason. */
export type HpkeReason =
  /** The encapsulated key is not an uncompressed point of P-256. */
  | 'enc'
  /** The message does not decrypt: another key, another context, or changed bytes. */
  | 'decrypt'
  /** The key to encrypt to is not a point of P-256. */
  | 'key';

/** Contains a stable reason, and no part of the message. */
export class HpkeError extends Error {
  override readonly name = 'HpkeError';
  readonly reason: HpkeReason;

  constructor(reason: HpkeReason, options: { readonly cause?: unknown } = {}) {
    super(`The message of HPKE is refused: ${reason}`, options.cause === undefined ? undefined : options);
    this.reason = reason;
  }
}
