import { ProtocolError } from '@countersign/shared/kernel/errors';
import { text, type WalletParameters } from './authorization-request.ts';

/**
 * OpenID4VCI 1.0, 5.1.3: `issuer_state` binds the request to an offer. Without one the wallet begins by itself, and there is
 * no login here that could authorize it: nothing is stored for it.
 * @throws ProtocolError `access_denied`
 */
export function checkIssuerStateGiven({ parameters }: WalletParameters): { readonly issuerState: string } {
  const issuerState = text(parameters, 'issuer_state');
  if (issuerState === undefined) {
    throw new ProtocolError('access_denied', 'Issuance begins with a credential offer; issuer_state is missing');
  }
  return { issuerState };
}
