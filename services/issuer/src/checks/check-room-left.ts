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
  Pick<ResourceServer, 'platform'> & { readonly proofs: KeyProofs; readonly configuration: Configuration }): void {
  const most = mostCredentials(platform.settings, configuration);
  checkRoom(session.issuance, credentialRequest.id, holderDigests(session.id, proofs.keys), most);
}
