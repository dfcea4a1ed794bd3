import type { Authorized } from '../access/token-checks.ts';
import { denied } from './claims-wait.ts';
import { refusedIssuance } from './refused-issuance.ts';

/**
 * OpenID4VCI 1.0, 9.3: a failed issuance has erased its deferred credential.
 * @throws ProtocolError `credential_request_denied`
 */
export function checkNotFailed({ session }: Pick<Authorized, 'session'>): void {
  const { progress } = session.issuance;
  if (progress.state === 'failed') throw denied(refusedIssuance(progress));
}
