import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { FoundSession } from '../session/issuance-session.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';
import type { Received } from './received.ts';

/**
 * The wallet of a dry run is attested by a provider of the run: its requests reach the session of the run alone.
 * @throws ProtocolError `invalid_client_attestation`
 */
export function checkDryRun({
  request,
  session,
  found,
}: Pick<Received, 'request'> & { readonly session?: IssuanceSession; readonly found?: FoundSession }): void {
  const reached = session ?? found?.session;
  const { dryRun } = request;
  if (dryRun === undefined || (reached?.dryRunUntil !== undefined && reached.id === dryRun.session)) return;
  throw new ProtocolError('invalid_client_attestation', 'A dry run has its own session alone', {
    reason: 'client_attestation_untrusted',
  });
}
