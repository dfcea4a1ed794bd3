/** The well-known documents of a tenant, and its display information. */
import type { PublishedEncryptionKey } from '@countersign/shared/crypto/keys';
import { isWorking, type Listed } from '@countersign/shared/flow-config/listed';
import type { StoredDisplay, WrittenDisplay } from '@countersign/shared/flow-config/stored-display';
import type { Requirements, RequirementsOf, TenantProfile } from '@countersign/shared/flow-config/tenant-profile';
import { matchesEntityTag } from '@countersign/shared/http/entity-tag';
import type { Operation, OperationReply, OperationRequest } from '@countersign/shared/http/message';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Log } from '@countersign/shared/kernel/log';
import type { Platform } from '@countersign/shared/runtime/service';
import type { ListedAnchors } from '@countersign/shared/trust/listed-anchors';
import type { TrustAnchors } from '@countersign/shared/trust/trust-anchors';
import { authorizationServers } from '../client/external-server.ts';
import type { ExternalServers } from '../client/external-servers.ts';
import type { WalletClients } from '../client/wallet-registrations.ts';
import {
  authorizationServerMetadata,
  interactiveFeature,
  type ServerFeature,
} from '../configuration/authorization-server-metadata.ts';
import { withoutAttestation } from '../configuration/configuration-under-profile.ts';
import type { Configurations } from '../configuration/configurations.ts';
import type { Configuration } from '../configuration/listed-configuration.ts';
import { refreshFeature } from '../configuration/refresh-configuration.ts';
import { encryptionMetadata } from '../credential/credential-encryption.ts';
import type { EncryptionKeys } from '../keys/encryption-keys.ts';
import type { IssuerRegistration, PublishedRegistration } from '../registration/issuer-registration.ts';
import { coveredBy } from '../registration/offered-types.ts';
import { attestationFeature } from './attestation-metadata.ts';
import { createCachedDocuments, type JsonDocument } from './cached-documents.ts';
import type { IssuerDisplay } from './issuer-display.ts';
import { issuerMetadata } from './issuer-metadata.ts';
import { signedDocument } from './signed-document.ts';
import { prefersSignedMetadata } from './signed-metadata.ts';

export interface MetadataDependencies {
  readonly platform: Platform;
  readonly configurations: Configurations;
  readonly clientsOf: (tenant: string) => Promise<WalletClients>;
  readonly display: Pick<IssuerDisplay, 'of'>;
  readonly storedDisplay: Pick<StoredDisplay, 'of'>;
  readonly requirementsOf: RequirementsOf;
  readonly profileOf: (tenant: string) => TenantProfile;
  readonly trustAnchors: TrustAnchors;
  readonly listedAnchors: Pick<ListedAnchors, 'expectsAttestedWallets'>;
  readonly encryptionKeys: Pick<EncryptionKeys, 'published'>;
  readonly external: Pick<ExternalServers, 'of'>;
  readonly registration: Pick<IssuerRegistration, 'published'>;
}

/** A tenant whose metadata is created. */
export interface Described {
  readonly tenant: string;
  readonly issuer: string;
  readonly required: Requirements;
}

/** The sources of an issuer's metadata besides its configurations. */
interface IssuerSources {
  readonly keys: readonly PublishedEncryptionKey[];
  readonly registration: PublishedRegistration | undefined;
}

/** The features that are on for a tenant, for the metadata of its credential issuer: one line for each. */
function issuerFeatures(
  { platform: { settings }, profileOf, external }: MetadataDependencies,
  { tenant, issuer, required, keys, registration }: Described & IssuerSources,
): readonly JsonObject[] {
  return [
    ...(registration === undefined
      ? []
      : [{ issuer_info: [{ format: 'registration_cert', data: registration.data }] }]),
    encryptionMetadata({
      keys,
      required: required.credentialEncryption,
      compressedRequests: settings.REQUEST_COMPRESSION,
    }),
    { ...profileOf(tenant).euMetadata },
    authorizationServers(issuer, external.of(tenant)),
  ];
}

/** The same for the metadata of its authorization server. */
function serverFeatures(
  { platform: { settings } }: MetadataDependencies,
  { issuer, usable, attested }: Described & { readonly usable: readonly Configuration[]; readonly attested: boolean },
): readonly ServerFeature[] {
  const interactive = settings.INTERACTIVE_AUTHORIZATION !== 'off';
  return [
    ...(attested ? [attestationFeature(issuer, settings.CLIENT_ATTESTATION_DPOP)] : []),
    ...(interactive ? [interactiveFeature(issuer)] : []),
    ...refreshFeature(usable),
  ];
}

const CACHE = { 'cache-control': 'public, max-age=0, must-revalidate' } as const;

/** The response with a document, or 304 if the caller has it. @param more headers */
function answer(
  request: OperationRequest,
  reply: OperationReply,
  more: Readonly<Record<string, string>> = {},
): OperationReply {
  const headers = { ...reply.headers, ...more };
  return matchesEntityTag(request.headers['if-none-match'], reply.headers?.etag ?? '')
    ? { status: 304, headers, raw: '' }
    : { ...reply, headers };
}

function jsonReply({ bytes, etag }: JsonDocument): OperationReply {
  return { raw: bytes, contentType: 'application/json', headers: { etag, ...CACHE } };
}

export function metadataOperations(dependencies: MetadataDependencies): {
  readonly issuer: Operation;
  /** The issuer metadata of a tenant, unsigned. */
  readonly issuerDocument: (tenant: string) => Promise<JsonDocument>;
  readonly authorizationServer: Operation;
} {
  const { platform, configurations, clientsOf, trustAnchors, listedAnchors, display, storedDisplay } = dependencies;
  const { requirementsOf, encryptionKeys } = dependencies;
  const { settings, log } = platform;
  const cachedIssuer = createCachedDocuments(platform.edits);
  const cachedServer = createCachedDocuments(platform.edits);

  const working = (list: readonly Listed<Configuration>[]): readonly Configuration[] =>
    list.flatMap((entry) => (isWorking(entry) ? [entry.configuration] : []));

  const described = (tenant: string): Described => ({
    tenant,
    issuer: credentialIssuer(settings.PUBLIC_URL, tenant),
    required: requirementsOf(tenant),
  });

  const issuerDocument = async (tenant: string): Promise<JsonDocument> => {
    const list = await configurations.list(tenant);
    const keys = await encryptionKeys.published(tenant);
    const written = await storedDisplay.of(tenant);
    const registration = await dependencies.registration.published(tenant);
    const usable = working(list);
    return cachedIssuer({
      tenant,
      sources: [list, written, registration?.data, registration?.strict, ...keys.map(({ kid }) => kid)],
      make: () => makeIssuerDocument(tenant, published(tenant, usable, registration), { keys, written, registration }),
      changed: () => {
        log.debug('Issuer metadata created', { tenant, count: usable.length });
        warnOfMixture(log, tenant, usable);
      },
    });
  };

  /** Wallets refuse types that the certificate does not cover, so they are left out and logged. */
  const published = (
    tenant: string,
    usable: readonly Configuration[],
    registration: PublishedRegistration | undefined,
  ): readonly Configuration[] => {
    if (registration === undefined || !registration.strict) return usable;
    const covered = coveredBy(registration.jwt, usable);
    for (const { id } of usable.filter((one) => !covered.includes(one))) {
      log.warn('Configuration left out of the metadata: its type is not registered', { tenant, configuration: id });
    }
    return covered;
  };

  const makeIssuerDocument = (
    tenant: string,
    usable: readonly Configuration[],
    { written, ...sources }: IssuerSources & { readonly written: WrittenDisplay },
  ): JsonObject => {
    const of = described(tenant);
    return issuerMetadata({
      issuer: of.issuer,
      batchSize: settings.BATCH_SIZE,
      dialect: of.required.dialect,
      display: display.of(tenant, of.issuer, written),
      configurations: usable,
      features: issuerFeatures(dependencies, { ...of, ...sources }),
    });
  };

  const makeServerDocument = (
    tenant: string,
    usable: readonly Configuration[],
    { clients, attested }: { readonly clients: WalletClients; readonly attested: boolean },
  ): JsonObject => {
    const of = described(tenant);
    const { required } = of;
    return authorizationServerMetadata({
      issuer: of.issuer,
      scopes: usable.map(({ scope }) => scope),
      requirePushedAuthorizationRequests: required.par === 'required',
      publicClients: clients.publicClients && required.clientAuthentication === 'optional',
      registeredClients: clients.registered.size > 0,
      features: serverFeatures(dependencies, { ...of, usable, attested }),
    });
  };

  return {
    issuerDocument,
    issuer: async (request) => {
      const { tenant } = request;
      const document = await issuerDocument(tenant);
      const reply = prefersSignedMetadata(request.headers.accept)
        ? await signedDocument(platform, described(tenant), document)
        : jsonReply(document);
      return answer(request, reply, { vary: 'accept' });
    },
    authorizationServer: async (request) => {
      const { tenant } = request;
      const list = await configurations.list(tenant);
      const clients = await clientsOf(tenant);
      const attested =
        (await listedAnchors.expectsAttestedWallets(tenant)) ||
        (await trustAnchors(tenant, 'wallet-providers')).length > 0;
      const document = cachedServer({
        tenant,
        sources: [list, clients, attested],
        make: () => makeServerDocument(tenant, working(list), { clients, attested }),
      });
      return answer(request, jsonReply(document));
    },
  };
}

/** Once per version of the document. */
function warnOfMixture(log: Log, tenant: string, usable: readonly Configuration[]): void {
  const [first] = withoutAttestation(usable);
  if (first === undefined) return;
  const detail = 'Others require key attestations, it does not: EUDI wallets refuse such metadata';
  log.warn('Configuration without key_attestations_required among others', { tenant, configuration: first.id, detail });
}

/** GET jwks.json (RFC 7517) and jwt-vc-issuer (SD-JWT VC, 4). */
export function keyOperations(platform: Platform): { readonly jwks: Operation; readonly jwtVcIssuer: Operation } {
  const keys = async (tenant: string): Promise<JsonObject> => ({
    keys: (await platform.keys.published(tenant)).map((key) => ({ ...key })),
  });
  return {
    jwks: async ({ tenant }) => ({ body: await keys(tenant), headers: { 'cache-control': 'public, max-age=300' } }),
    jwtVcIssuer: async ({ tenant }) => ({
      body: { issuer: credentialIssuer(platform.settings.PUBLIC_URL, tenant), jwks: await keys(tenant) },
      headers: { 'cache-control': 'public, max-age=300' },
    }),
  };
}
