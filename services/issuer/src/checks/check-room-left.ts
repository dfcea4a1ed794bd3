import { checkRoom } from '@countersign/shared/model/issuance/credentials';
import type { WithCredentialRequest } from '../protocol/check-credential-request.ts';
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
  proofs,
}: Pick<Authorized, 'session'> &
  WithCredentialRequest &
  Pick<ResourceServer, 'platform'> & { readonly proofs: KeyProofs }): void {
  checkRoom(session.issuance, credentialRequest.id, proofs.keys.length, mostCredentials(platform.settings));
}
