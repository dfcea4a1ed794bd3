/** Input of the checks: the dependencies of the endpoints, and the request. */
import type { Requirements, RequirementsOf } from '@countersign/shared/flow-config/tenant-profile';
import { bodyObject } from '@countersign/shared/http/message';
import type { Reported } from '@countersign/shared/http/reports';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import type { Platform } from '@countersign/shared/runtime/service';
import type { ListedAnchors } from '@countersign/shared/trust/listed-anchors';
import type { StatusLookup } from '@countersign/shared/trust/status-lookup';
import type { TrustAnchors } from '@countersign/shared/trust/trust-anchors';
import type { Configurations } from '../configuration/configurations.ts';
import type { EncryptionKeys } from '../keys/encryption-keys.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import type { ClientAttestations } from './attestation/client-attestation.ts';
import type { ClientAuthentication } from './client-authentication.ts';
import type { Dpop } from './dpop/dpop.ts';
import type { ExternalServers } from './external-servers.ts';
import type { WalletParameters } from './wallet-parameters.ts';

/** Dependencies of the authorization server's endpoints. */
export interface AuthorizationServer {
  readonly platform: Platform;
  readonly configurations: Configurations;
  readonly clients: ClientAuthentication;
  readonly dpop: Dpop;
  readonly requirementsOf: RequirementsOf;
  readonly attestations: ClientAttestations;
  readonly signIn: SignIn;
  readonly trustAnchors: TrustAnchors;
  /** Status of wallets. */
  readonly statusOf: StatusLookup;
}

/** Dependencies of the resource endpoints. */
export interface ResourceServer {
  readonly platform: Platform;
  readonly configurations: Configurations;
  readonly nonces: {
    /**
     * Returns a check for the tenant's nonces: undefined for a nonce that was issued here and has not expired,
     * otherwise the reason.
     */
    refusalCheck(tenant: string): Promise<(nonce: string) => Reasoned | undefined>;
  };
  readonly dpop: Dpop;
  readonly requirementsOf: RequirementsOf;
  readonly encryptionKeys: Pick<EncryptionKeys, 'find'>;
  readonly trustAnchors: TrustAnchors;
  readonly listedAnchors: Pick<ListedAnchors, 'isUndecided'>;
  /** Status of attested keys. */
  readonly statusOf: StatusLookup;
  readonly external: ExternalServers;
}

export interface Received extends AuthorizationServer, WalletParameters, Reported {
  /** The tenant's credential issuer identifier. */
  readonly issuer: string;
  /** The tenant's, for this request. */
  readonly requirements: Requirements;
}

/**
 * @param parameters default: the body's
 * @throws ProtocolError `server_error` if the tenant's profile is broken
 */
export function received<Server extends AuthorizationServer>(
  server: Server,
  { request, reports }: Reported,
  parameters: JsonObject = bodyObject(request),
): Server & Received {
  const issuer = credentialIssuer(server.platform.settings.PUBLIC_URL, request.tenant);
  return { ...server, request, reports, parameters, issuer, requirements: server.requirementsOf(request.tenant) };
}
