/** The error if a signer returns no signature. */
import { ProtocolError } from '../kernel/errors.ts';

/** Seconds. */
const RETRY_AFTER = 5;

/** Stable names of signer failures. */
export type SignerTrouble = 'not_configured' | 'timeout' | 'busy' | 'breaker_open' | 'failed';

/** @param signer the adapter's name @param cause for the log; never sent */
export function signerAway(signer: string, detail: SignerTrouble, cause?: unknown): ProtocolError {
  return new ProtocolError('temporarily_unavailable', 'Signing is not possible at the moment; try again shortly', {
    reason: 'signer_away',
    facts: { dependency: signer, detail, retryAfterSeconds: RETRY_AFTER },
    headers: { 'retry-after': String(RETRY_AFTER) },
    detail: `signer ${signer}: ${detail}`,
    ...(cause === undefined ? {} : { cause }),
  });
}
