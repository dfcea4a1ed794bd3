import { requestedConfigurations, type WalletParameters } from '../client/wallet-parameters.ts';
import type { CredentialConfiguration } from '../configuration/credential-configuration.ts';

/** The configurations that an authorization request names, and whether it named them by `authorization_details`. */
export interface RequestedConfigurations {
  readonly requested: { readonly ids: readonly string[]; readonly details: boolean };
}

/**
 * OpenID4VCI 1.0, 5.1.1 and 5.1.2: the requested configurations are part of the offer.
 * @throws ProtocolError `invalid_scope`, `invalid_authorization_details`
 */
export function checkRequestedConfigurations({
  parameters,
  offered,
  issuer,
}: WalletParameters & {
  readonly offered: readonly CredentialConfiguration[];
  readonly issuer: string;
}): RequestedConfigurations {
  return { requested: requestedConfigurations(parameters, offered, issuer) };
}
