import { isWorking } from '@countersign/shared/flow-config/listed';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { missingFacts } from '../client/missing-parameter.ts';
import type { Received } from '../client/received.ts';
import { parseAuthorizationDetails, text } from '../client/wallet-parameters.ts';
import type { Configuration } from '../configuration/listed-configuration.ts';

/**
 * OpenID4VCI 1.0, 5.1: a request without `issuer_state` names, by scope or authorization_details, only configurations that a
 * wallet may begin with, and people can sign in at the tenant.
 * @returns the configurations that wallets may begin with
 * @throws ProtocolError `access_denied`, `invalid_authorization_details`; `server_error` where the sign-in is broken
 */
export async function checkWalletInitiated({
  configurations,
  signIn,
  request,
  parameters,
  issuer,
}: Pick<Received, 'configurations' | 'signIn' | 'request' | 'parameters' | 'issuer'>): Promise<{
  readonly offered: readonly Configuration[];
}> {
  if ((await signIn.providers.of(request.tenant)) === undefined) {
    throw noOffer({ reason: 'issuer_state_missing', facts: missingFacts(parameters, 'issuer_state') });
  }
  const details = parseAuthorizationDetails(parameters.authorization_details, issuer) ?? [];
  const scopes = text(parameters, 'scope')?.split(' ') ?? [];
  const listed = await configurations.list(request.tenant);
  const all = listed.flatMap((one) => (isWorking(one) ? [one.configuration] : []));
  const named = all.filter(({ id, scope }) => details.includes(id) || scopes.includes(scope));
  if (named.length === 0 || named.some(({ walletInitiated }) => walletInitiated !== true)) {
    const facts = { received: [...details, ...scopes], configurationIds: named.map(({ id }) => id) };
    throw noOffer({ reason: 'configuration_needs_offer', facts });
  }
  return { offered: all.filter(({ walletInitiated }) => walletInitiated === true) };
}

function noOffer(why: Reasoned): ProtocolError {
  return new ProtocolError('access_denied', 'Issuance begins with a credential offer; issuer_state is missing', why);
}
