import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { IssuanceSession } from '@countersign/shared/model/issuance/issuance-transition';
import type { Received } from './received.ts';

/**
 * The wallet of a dry run is attested by a provider that the run brings along: its requests reach the session of the run alone.
 * @throws ProtocolError `invalid_client_attestation`
 */
export function checkDryRun({
  request,
  session,
}: Pick<Received, 'request'> & { readonly session?: IssuanceSession }): void {
  if (request.dryRun === undefined || request.dryRun.session === session?.id) return;
  throw new ProtocolError('invalid_client_attestation', 'A dry run has its own session alone');
}
