import type { Authorized } from '../access/token-checks.ts';
import type { ResourceServer } from '../client/received.ts';
import type { Configuration } from '../configuration/listed-configuration.ts';
import { mostCredentials } from '../configuration/most-credentials.ts';
import { holderDigests } from '../proof/holder-digests.ts';
import type { KeyProofs } from '../proof/key-proof.ts';
import { checkRoom } from './credential-transitions.ts';
import type { WithCredentialRequest } from './request-checks.ts';

/**
 * An offer issues a limited number of credentials. The limit is checked again when they are recorded; this check refuses before
 * a status index is allocated.
 * @returns the digests of the holder keys, for the record
 * @throws ProtocolError `credential_request_denied`
 */
export function checkRoomLeft({
  platform,
  session,
  credentialRequest,
  configuration,
  proofs,
}: Pick<Authorized, 'session'> &
  WithCredentialRequest &
  Pick<ResourceServer, 'platform'> & { readonly proofs: KeyProofs; readonly configuration: Configuration }): {
  readonly holders: readonly string[];
} {
  const most = mostCredentials(platform.settings, configuration);
  const holders = holderDigests(session.id, proofs.keys);
  checkRoom(session.issuance, credentialRequest.id, holders, most);
  return { holders };
}
