import { ProtocolError } from '@countersign/shared/kernel/errors';
import { text, type WalletParameters } from './authorization-request.ts';

/**
 * OpenID4VCI 1.0, 5.1.3: `issuer_state` binds the request to an offer. A wallet-initiated request has none; it would need a
 * user login, which is not built, so it is refused and nothing is stored.
 * @throws ProtocolError `access_denied`
 */
export function checkIssuerStateGiven({ parameters }: WalletParameters): { readonly issuerState: string } {
  const issuerState = text(parameters, 'issuer_state');
  if (issuerState === undefined) {
    throw new ProtocolError('access_denied', 'Issuance begins with a credential offer; issuer_state is missing');
  }
  return { issuerState };
}
