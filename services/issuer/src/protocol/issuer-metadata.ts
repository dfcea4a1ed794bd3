import type { JsonObject } from '@countersign/shared/kernel/json';
import type { CredentialConfiguration } from './credential-configuration.ts';
import { encryptionMetadata, type OfferedEncryption } from './credential-encryption.ts';
import { hasOlderMembers, standardConfiguration, standardDisplay, type WalletDialect } from './wallet-dialect.ts';

export interface IssuerMetadataInput {
  /** Credential issuer identifier. */
  readonly issuer: string;
  readonly batchSize: number;
  readonly dialect: WalletDialect;
  readonly display: readonly JsonObject[];
  readonly configurations: readonly CredentialConfiguration[];
  readonly encryption: OfferedEncryption;
}

/** Credential issuer metadata (OpenID4VCI 1.0, 12.2.4). Only what is built is advertised. */
export function issuerMetadata(input: IssuerMetadataInput): JsonObject {
  const { issuer } = input;
  const older = hasOlderMembers(input.dialect);
  return {
    credential_issuer: issuer,
    authorization_servers: [issuer],
    // A member of the interface, from draft 11; most present wallets ignore it.
    ...(older ? { authorization_server: issuer } : {}),
    credential_endpoint: `${issuer}/vci/credential`,
    nonce_endpoint: `${issuer}/vci/nonce`,
    // Required for a wallet that gets 202 (12.2.4: absent means not supported).
    deferred_credential_endpoint: `${issuer}/vci/deferred`,
    notification_endpoint: `${issuer}/vci/notification`,
    ...encryptionMetadata(input.encryption),
    batch_credential_issuance: { batch_size: input.batchSize },
    display: older ? input.display : standardDisplay(input.display),
    credential_configurations_supported: Object.fromEntries(
      input.configurations.map(({ id, metadata }) => [id, older ? metadata : standardConfiguration(metadata)]),
    ),
  };
}
