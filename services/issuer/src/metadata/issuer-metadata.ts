import type { JsonObject } from '@countersign/shared/kernel/json';
import type { CredentialConfiguration } from '../configuration/credential-configuration.ts';
import {
  hasOlderMembers,
  standardConfiguration,
  standardDisplay,
  type WalletDialect,
} from '../credential/wallet-dialect.ts';

export interface IssuerMetadataInput {
  /** Credential issuer identifier. */
  readonly issuer: string;
  readonly batchSize: number;
  readonly dialect: WalletDialect;
  readonly display: readonly JsonObject[];
  readonly configurations: readonly CredentialConfiguration[];
  /** Members of the tenant's features, each built by its own function. */
  readonly features?: readonly JsonObject[];
}

/** Credential issuer metadata (OpenID4VCI 1.0, 12.2.4). Only what is built is advertised. */
export function issuerMetadata(input: IssuerMetadataInput): JsonObject {
  const { issuer } = input;
  const older = hasOlderMembers(input.dialect);
  return {
    credential_issuer: issuer,
    authorization_servers: [issuer],
    // An API member from draft 11. Most wallets now ignore it.
    ...(older ? { authorization_server: issuer } : {}),
    credential_endpoint: `${issuer}/vci/credential`,
    nonce_endpoint: `${issuer}/vci/nonce`,
    // Required for a wallet that receives 202 (12.2.4: absent means not supported).
    deferred_credential_endpoint: `${issuer}/vci/deferred`,
    notification_endpoint: `${issuer}/vci/notification`,
    batch_credential_issuance: { batch_size: input.batchSize },
    display: older ? input.display : standardDisplay(input.display),
    credential_configurations_supported: Object.fromEntries(
      input.configurations.map(({ id, metadata }) => [id, older ? metadata : standardConfiguration(metadata)]),
    ),
    ...Object.assign({}, ...(input.features ?? [])),
  };
}
