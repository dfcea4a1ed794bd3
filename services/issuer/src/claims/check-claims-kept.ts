import type { Authorized } from '../access/token-checks.ts';
import { issuesNothingMore } from '../session/personal-data.ts';
import { denied } from './claims-wait.ts';
import { refusedIssuance } from './refused-issuance.ts';

/**
 * OpenID4VCI 1.0, 8.3.1.2: an issuance that has ended has erased its claims.
 * @throws ProtocolError `credential_request_denied`
 */
export function checkClaimsKept({ session }: Pick<Authorized, 'session'>): void {
  if (issuesNothingMore(session.issuance.progress)) throw denied(refusedIssuance(session.issuance.progress));
}
