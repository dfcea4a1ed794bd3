/** The value of an entry in a status list (Token Status List, 7.1). */
import { PresentationError } from '../session/presentation-error.ts';

const SUSPENDED = 2;

/**
 * Refuses a credential whose entry is not "valid".
 * @param status value of the entry; undefined if there is none
 * @throws PresentationError `revoked`, `suspended`, `status_unavailable` if there is no entry
 */
export function checkStatusValue(status: number | undefined): void {
  if (status === 0) return;
  // Every other value is not valid, including application-specific ones.
  if (status === undefined) throw new PresentationError('status_unavailable', { facts: { detail: 'no_entry' } });
  throw new PresentationError(status === SUSPENDED ? 'suspended' : 'revoked');
}
