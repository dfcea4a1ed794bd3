/** What grant and offer allow a credential request to receive. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { FactsOf, Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import type { Settings } from '@countersign/shared/settings/settings';
import type { Authorized } from '../access/token-checks.ts';
import type { ResourceServer } from '../client/received.ts';
import { batchSizeOf, mostCredentials } from '../configuration/batch-size.ts';
import type { Configurations } from '../configuration/configurations.ts';
import type { CredentialConfiguration } from '../configuration/credential-configuration.ts';
import type { Configuration } from '../configuration/listed-configuration.ts';
import { holderDigests } from '../proof/holder-digests.ts';
import type { KeyProofs } from '../proof/key-proof.ts';
import { checkProofCount } from './credential-request.ts';
import { checkRoom } from './credential-transitions.ts';
import type { WithCredentialRequest } from './request-checks.ts';

/**
 * OpenID4VCI 1.0, 8.2 and 8.3.1.2: the credential exists, and the token covers it.
 * @throws ProtocolError `unknown_credential_identifier`, `unknown_credential_configuration`, `credential_request_denied`
 */
export async function checkCredentialCovered({
  configurations,
  session,
  grant,
  credentialRequest,
}: Authorized & WithCredentialRequest & { readonly configurations: Configurations }): Promise<{
  readonly configuration: Configuration;
}> {
  const granted = grant.configurationIds.includes(credentialRequest.id);
  // Identifiers are issued only with authorization_details, and equal the configurations' ids.
  if (credentialRequest.by === 'credential_identifier' && !(grant.authorizationDetails && granted)) {
    throw new ProtocolError('unknown_credential_identifier', 'The credential identifier is unknown', {
      reason: 'identifier_unknown',
      facts: identifierFacts(grant, credentialRequest.id),
    });
  }
  const configuration = await configurations.get(session.tenant, credentialRequest.id);
  if (configuration === undefined) {
    const why = granted ? removed(credentialRequest.id) : unknown(credentialRequest.id, grant.configurationIds);
    throw new ProtocolError('unknown_credential_configuration', 'The credential configuration is unknown', why);
  }
  if (!granted) {
    const facts = { configurationId: configuration.id, configurationIds: grant.configurationIds };
    throw new ProtocolError('credential_request_denied', 'The access token does not cover this credential', {
      reason: 'configuration_not_covered',
      facts,
    });
  }
  return { configuration };
}

function identifierFacts(
  { authorizationDetails, configurationIds }: Authorized['grant'],
  received: string,
): FactsOf<'identifier_unknown'> {
  if (authorizationDetails) return { received, expectedAny: configurationIds };
  return { received, detail: 'the_token_response_had_none' };
}

function removed(configurationId: string): Reasoned {
  return { reason: 'configuration_removed', facts: { configurationId } };
}

function unknown(received: string, configurationIds: readonly string[]): Reasoned {
  return { reason: 'configuration_unknown', facts: { received, configurationIds } };
}

/** OpenID4VCI 1.0, 8.2 and 12.2.4 (`batch_size`). @throws ProtocolError `invalid_credential_request` */
export function checkBatchSize({
  platform: { settings },
  credentialRequest,
  configuration,
}: WithCredentialRequest & {
  readonly platform: { readonly settings: Pick<Settings, 'BATCH_SIZE'> };
  readonly configuration: Pick<CredentialConfiguration, 'batchSize'>;
}): void {
  checkProofCount(credentialRequest.proofs, batchSizeOf(settings, configuration));
}

/**
 * An offer issues a limited number of credentials. The limit is checked again when they are recorded. This check
 * refuses before a status index is allocated.
 * @returns the holder keys' digests, for the record
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
  Pick<ResourceServer, 'platform'> & { readonly proofs: KeyProofs; readonly configuration: Configuration }): {
  readonly holders: readonly string[];
} {
  const most = mostCredentials(platform.settings, configuration);
  const holders = holderDigests(session.id, proofs.keys);
  checkRoom(session.issuance, credentialRequest.id, holders, most);
  return { holders };
}
