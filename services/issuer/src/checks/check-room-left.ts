import { checkRoom } from '@countersign/shared/model/issuance/credentials';
import type { Configuration } from '../metadata/listed-configuration.ts';
import type { WithCredentialRequest } from '../protocol/check-credential-request.ts';
import { holderDigests } from '../protocol/holder-digests.ts';
import type { KeyProofs } from '../protocol/key-proof.ts';
import { mostCredentials } from '../protocol/most-credentials.ts';
import type { Authorized } from './check-access-token.ts';
import type { ResourceServer } from './received.ts';

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
