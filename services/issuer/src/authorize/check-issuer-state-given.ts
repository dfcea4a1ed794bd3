import { ProtocolError } from '@countersign/shared/kernel/errors';
import { missingFacts } from '../client/missing-parameter.ts';
import { text, type WalletParameters } from '../client/wallet-parameters.ts';

/**
 * OpenID4VCI 1.0, 5.1.3: `issuer_state` binds the request to an offer. A wallet-initiated request has none; it would need a
 * user login, which is not built, so it is refused and nothing is stored.
 * @throws ProtocolError `access_denied`
 */
export function checkIssuerStateGiven({ parameters }: WalletParameters): { readonly issuerState: string } {
  const issuerState = text(parameters, 'issuer_state');
  if (issuerState === undefined) {
    const facts = missingFacts(parameters, 'issuer_state');
    const why = { reason: 'issuer_state_missing', facts } as const;
    throw new ProtocolError('access_denied', 'Issuance begins with a credential offer; issuer_state is missing', why);
  }
  return { issuerState };
}
