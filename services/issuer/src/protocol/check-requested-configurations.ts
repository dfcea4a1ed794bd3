import { requestedConfigurations, type WalletParameters } from './authorization-request.ts';
import type { CredentialConfiguration } from './credential-configuration.ts';

/** What an authorization request asks for, and whether it did so by `authorization_details`. */
export interface Requested {
  readonly requested: { readonly ids: readonly string[]; readonly details: boolean };
}

/**
 * OpenID4VCI 1.0, 5.1.1 and 5.1.2: what is asked for is part of the offer.
 * @throws ProtocolError `invalid_scope`, `invalid_authorization_details`
 */
export function checkRequestedConfigurations({
  parameters,
  offered,
  issuer,
}: WalletParameters & { readonly offered: readonly CredentialConfiguration[]; readonly issuer: string }): Requested {
  return { requested: requestedConfigurations(parameters, offered, issuer) };
}
