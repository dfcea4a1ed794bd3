/** How an authorization request specifies the credentials (OpenID4VCI 1.0, 5.1). Pure. */
import type { AuthorizationHabits } from '../profiles/wallet-habits.ts';
import type { IssuerMetadata } from './metadata.ts';

/** By scope if the wallet does so and each configuration has one, otherwise by authorization details. */
export function askedFor(
  { credential_configurations_supported: supported }: Pick<IssuerMetadata, 'credential_configurations_supported'>,
  configurations: readonly string[],
  { asks }: AuthorizationHabits,
): { readonly scope: string } | { readonly authorization_details: string } {
  const scopes = configurations.map((id) => supported[id]?.scope);
  if (asks === 'scope' && !scopes.includes(undefined)) return { scope: scopes.join(' ') };
  const details = configurations.map((id) => ({ type: 'openid_credential', credential_configuration_id: id }));
  return { authorization_details: JSON.stringify(details) };
}
