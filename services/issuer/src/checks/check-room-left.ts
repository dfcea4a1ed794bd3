import { checkRoom } from '@countersign/shared/model/issuance/credentials';
import type { AskedCredential } from '../protocol/check-credential-request.ts';
import type { KeyProofs } from '../protocol/key-proof.ts';
import { mostCredentials } from '../protocol/most-credentials.ts';
import type { Authorized } from './check-access-token.ts';
import type { ResourceServer } from './received.ts';

/**
 * An offer gives a limited number of credentials. Decided again when they are recorded; here no status index is taken for what
 * is refused.
 * @throws ProtocolError `credential_request_denied`
 */
export function checkRoomLeft({
  platform,
  session,
  asked,
  proofs,
}: Pick<Authorized, 'session'> &
  AskedCredential &
  Pick<ResourceServer, 'platform'> & { readonly proofs: KeyProofs }): void {
  checkRoom(session.issuance, asked.id, proofs.keys.length, mostCredentials(platform.settings));
}
