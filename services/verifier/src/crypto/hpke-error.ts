/** Why a message of HPKE was refused. Callers map it to the reason of their own protocol. */
export type HpkeReason =
  /** The encapsulated key is no uncompressed point of P-256. */
  | 'enc'
  /** The message does not decrypt: another key, another context, or changed bytes. */
  | 'decrypt'
  /** The key to encrypt to is no point of P-256. */
  | 'key';

/** Holds a stable reason, and nothing of the message. */
export class HpkeError extends Error {
  override readonly name = 'HpkeError';
  readonly reason: HpkeReason;

  constructor(reason: HpkeReason, options: { readonly cause?: unknown } = {}) {
    super(`The message of HPKE is refused: ${reason}`, options.cause === undefined ? undefined : options);
    this.reason = reason;
  }
}
