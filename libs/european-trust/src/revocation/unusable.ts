/** Why a list or a response can't decide about a certificate. Pure. */

export type UnusableReason =
  | 'format'
  | 'signature'
  | 'signature_algorithm'
  | 'other_issuer'
  | 'issuer_may_not_sign'
  | 'not_yet_valid'
  | 'expired'
  | 'no_next_update'
  | 'delta'
  | 'indirect'
  | 'partial'
  | 'other_distribution_point'
  | 'critical_extension'
  | 'removed_entry'
  | 'responder_status'
  | 'responder'
  | 'other_certificate'
  | 'nonce'
  | 'unknown';

/** Its message is the reason. */
export class UnusableRevocation extends Error {
  override readonly name = 'UnusableRevocation';
  readonly reason: UnusableReason;

  constructor(reason: UnusableReason) {
    super(reason);
    this.reason = reason;
  }
}
