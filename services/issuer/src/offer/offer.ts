/** POST offer: the backend creates a session with an offer (OpenID4VCI 1.0, 4). */

import { newHandle, newReference } from '@countersign/shared/crypto/wallet-reference';
import type { RequirementsOf, Rights } from '@countersign/shared/flow-config/tenant-profile';
import { type Operation, type OperationRequest, onBehalfOf } from '@countersign/shared/http/message';
import { isoTime } from '@countersign/shared/kernel/clock';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import { orderedId } from '@countersign/shared/kernel/ordered-id';
import type { Vault } from '@countersign/shared/keys/vault';
import type { OfferRequest } from '@countersign/shared/messages/offer-request';
import type { IssuancePart } from '@countersign/shared/model/session/issuance-part';
import { type AboutPeople, aboutPeople, PEOPLE_KEY, peopleIn } from '@countersign/shared/model/session/people';
import { insertSession } from '@countersign/shared/model/session/session-change';
import { callsWebhooks, sessionMark } from '@countersign/shared/model/session/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Settings } from '@countersign/shared/settings/settings';
import { sealOffer } from '../claims/offered-issuance.ts';
import type { ExternalServer } from '../client/external-server.ts';
import type { ExternalServers } from '../client/external-servers.ts';
import { PRE_AUTHORIZED_CODE_GRANT } from '../configuration/authorization-server-metadata.ts';
import type { Configurations } from '../configuration/configurations.ts';
import { checkSigners } from '../configuration/credential-signer.ts';
import type { Configuration } from '../configuration/listed-configuration.ts';
import type { SignerPlace } from '../configuration/mdoc-elements.ts';
import { signerPlace } from '../configuration/mdoc-signer.ts';
import { type NewIssuance, newIssuance } from '../session/beginning-transitions.ts';
import { openRedemptions } from '../session/redemption-transitions.ts';
import type { SignInProviders } from '../sign-in/sign-in-providers.ts';
import { digitalOffer } from './digital-offer.ts';
import { checkOffer, refusedOffer } from './offer-check.ts';
import { demandsSignIn, keptSignIn } from './offered-sign-in.ts';
import { type TransactionCode, transactionCode, transactionCodeHash } from './transaction-code.ts';

export interface OfferDependencies {
  readonly platform: Platform;
  readonly configurations: Configurations;
  readonly requirementsOf: RequirementsOf;
  readonly providers: Pick<SignInProviders, 'of'>;
  readonly external: Pick<ExternalServers, 'of'>;
  /** A tenant's issuer metadata, as JSON text. */
  readonly issuerDocument: (tenant: string) => Promise<{ readonly text: string }>;
  /** @throws ProtocolError `conflict`: wallets would refuse the offered credentials */
  readonly checkRegistration: (tenant: string, offered: readonly Configuration[]) => Promise<void>;
}

/** Creates a session and its offer; returns `{session, link, expiresAt, txCode?, digital?}`. */
export function createOffer({
  platform,
  configurations,
  requirementsOf,
  providers,
  external,
  issuerDocument,
  checkRegistration,
}: OfferDependencies): Operation<OfferRequest> {
  const { settings, vaults, clock, random } = platform;
  return async (request) => {
    // If the tenant is not served, its offer would cause an error in every wallet.
    const { rights } = requirementsOf(request.tenant);
    const { body } = request;
    const mark = sessionMark(request);
    const found = await offeredConfigurations(configurations, request.tenant, body);
    const offered = callsWebhooks(mark) ? found : found.map(withOwnClaims);
    const now = clock();
    const issuer = credentialIssuer(settings.PUBLIC_URL, request.tenant);
    const unusable = await withoutPresentation(platform, request, offered);
    const demanded = { body, configurations: offered };
    const hasProvider = demandsSignIn(demanded) && (await providers.of(request.tenant)) !== undefined;
    await checkSigners(platform.keys, request.tenant, offered);
    const places = await signerPlaces(platform, request.tenant, offered);
    await checkOffer({ ...demanded, hasProvider, unusable, places, issuer, allow: settings.OUTBOUND_ALLOW, now });
    await checkRegistration(request.tenant, offered);

    const preAuthorized = body.flow === 'pre_authorized_code';
    const ttl = lifetime(
      body,
      preAuthorized ? settings.PRE_AUTHORIZED_CODE_TTL : settings.SESSION_TTL,
      settings.SESSION_TTL,
    );
    const id = orderedId(now, random);
    const handle = newHandle(now, random);
    const grant = newReference(handle, random);
    const url = newReference(handle, random);
    const txCode = preAuthorized && body.tx_code !== undefined ? transactionCode(body.tx_code, random) : undefined;
    const vault = await vaults.of(request.tenant);
    const authorizedBy = authorizingServer(external.of(request.tenant), { issuer, preAuthorized, ...demanded });
    const offer = credentialOffer({ issuer, offered, preAuthorized, grant: grant.text, txCode, authorizedBy });
    const issuance: NewIssuance['issuance'] = {
      flow: preAuthorized ? 'pre_authorized_code' : 'authorization_code',
      configurationIds: offered.map((configuration) => configuration.id),
      sealedOffer: vault.seal(JSON.stringify(offer), `session/${id}/offer`),
      ...sealOffer(vault, id, body),
      ...keptSignIn(vault, id, demanded),
      offerHash: url.hash,
      grantHash: grant.hash,
      ...(txCode === undefined
        ? {}
        : { txCode: { hash: transactionCodeHash(vault.derive('tx-code'), handle, txCode.code), failures: 0 } }),
      ...severalRedemptions(body),
    };
    const session = newIssuance({
      id,
      tenant: request.tenant,
      now,
      expiresAt: now + ttl * 1000,
      handle,
      ...(body.state === undefined ? {} : { state: body.state }),
      ...mark,
      ...(rights === undefined ? {} : offeredTo(vault, rights, body)),
      issuance,
      ...(body.notifyWebhook === undefined
        ? {}
        : { webhooks: { outcome: vault.seal(JSON.stringify(body.notifyWebhook), `session/${id}/webhook/outcome`) } }),
    });
    const stored = await insertSession(platform, session, request.record);
    // A collision of 128 random bits means that the source of randomness is broken, so it fails loudly.
    if (stored === undefined) throw new Error('A fresh session id is taken already');
    return {
      body: {
        session: id,
        link: `${offerScheme(settings, offered)}://?credential_offer_uri=${encodeURIComponent(`${issuer}/vci/offer/${url.text}`)}`,
        expiresAt: isoTime(stored.expiresAt),
        ...(txCode === undefined ? {} : { txCode: txCode.code }),
        ...(settings.DC_API_ISSUANCE === 'on'
          ? { digital: digitalOffer(offer, await issuerDocument(request.tenant)) }
          : {}),
      },
      ...(request.record === undefined ? {} : { recorded: true }),
    };
  };
}

/** The people in the backend's claims. It has vouched for them, so they count as if they were presented. */
function offeredTo(vault: Vault, { from }: Rights, { claims = {} }: OfferRequest): AboutPeople {
  return aboutPeople(peopleIn(vault.derive(PEOPLE_KEY), from, Object.values(claims)));
}

/** The wallets of some document types open no other links. */
function offerScheme({ OFFER_SCHEME }: Pick<Settings, 'OFFER_SCHEME'>, offered: readonly Configuration[]): string {
  const [scheme] = offered.flatMap((configuration) => configuration.rules?.offerScheme ?? []);
  return scheme ?? OFFER_SCHEME;
}

/** By configuration id: the document signer's place, if the claims must contain it. */
async function signerPlaces(
  platform: Pick<Platform, 'keys' | 'knownKeys'>,
  tenant: string,
  offered: readonly Configuration[],
): Promise<ReadonlyMap<string, SignerPlace>> {
  const places = new Map<string, SignerPlace>();
  for (const configuration of offered) {
    const { place } = await signerPlace(platform, tenant, configuration);
    if (place !== undefined) places.set(configuration.id, place);
  }
  return places;
}

/** Without its webhook, a configuration takes its claims from the offer: check those now. */
function withOwnClaims({ claimsWebhook: _, ...configuration }: Configuration): Configuration {
  return configuration;
}

/** Set if several wallets may redeem the offer. An offer with one redemption is an ordinary offer. */
function severalRedemptions({ redemptions: limit = 1 }: OfferRequest): Pick<IssuancePart, 'redemptions'> {
  return limit > 1 ? { redemptions: openRedemptions(limit) } : {};
}

/** By index of the configuration: why the verifier can't use its presentation configuration. */
async function withoutPresentation(
  platform: Pick<Platform, 'call'>,
  request: OperationRequest<OfferRequest>,
  offered: readonly Configuration[],
): Promise<ReadonlyMap<number, string>> {
  const needed = new Set(offered.flatMap(({ presentationDuringIssuance: id }) => id ?? []));
  const missing = new Map<string, string>();
  for (const id of needed) {
    const reply = await platform.call(
      'verifier.configuration.exists',
      onBehalfOf(request, { method: 'GET', tenant: request.tenant, params: { id } }),
    );
    if (isObject(reply.body) && reply.body.exists === true) continue;
    missing.set(id, isObject(reply.body) && typeof reply.body.why === 'string' ? reply.body.why : 'It cannot be used');
  }
  return new Map(
    offered.flatMap(({ presentationDuringIssuance: id }, index) => {
      const why = id === undefined ? undefined : missing.get(id);
      return why === undefined ? [] : [[index, `It requires the presentation ${id}. ${why}`]];
    }),
  );
}

async function offeredConfigurations(
  configurations: Configurations,
  tenant: string,
  { credentialConfigurationIds: ids }: OfferRequest,
): Promise<readonly Configuration[]> {
  const errors: FieldError[] = [];
  const found: Configuration[] = [];
  for (const [index, id] of ids.entries()) {
    const pointer = `/credentialConfigurationIds/${index}`;
    const configuration = await configurations.get(tenant, id);
    if (configuration === undefined) errors.push({ pointer, detail: await configurations.why(tenant, id) });
    else found.push(configuration);
  }
  if (errors.length > 0) throw refusedOffer(errors);
  return found;
}

interface CredentialOfferOptions {
  readonly issuer: string;
  readonly offered: readonly Configuration[];
  readonly preAuthorized: boolean;
  readonly grant: string;
  readonly txCode: TransactionCode | undefined;
  /** Set if the tenant has several authorization servers. */
  readonly authorizedBy: string | undefined;
}

/** What this server must authorize itself: pre-authorized codes, several redemptions, a sign-in, a presentation. */
function authorizingServer(
  external: ExternalServer | undefined,
  {
    issuer,
    preAuthorized,
    body,
    configurations,
  }: Pick<CredentialOfferOptions, 'issuer' | 'preAuthorized'> & {
    readonly body: OfferRequest;
    readonly configurations: readonly Configuration[];
  },
): string | undefined {
  if (external === undefined) return undefined;
  const presents = configurations.some(({ presentationDuringIssuance: id }) => id !== undefined);
  const several = severalRedemptions(body).redemptions !== undefined;
  const own = preAuthorized || several || presents || demandsSignIn({ body, configurations });
  return own ? issuer : external.issuer;
}

/** The credential offer (OpenID4VCI 1.0, 4.1.1). */
function credentialOffer(options: CredentialOfferOptions): JsonObject {
  const { issuer, offered, preAuthorized, grant, txCode, authorizedBy } = options;
  const ids = offered.map((configuration) => configuration.id);
  const server = authorizedBy === undefined ? {} : { authorization_server: authorizedBy };
  const grants = preAuthorized
    ? {
        [PRE_AUTHORIZED_CODE_GRANT]: {
          'pre-authorized_code': grant,
          ...(txCode === undefined ? {} : { tx_code: txCode.offer }),
          ...server,
        },
      }
    : { authorization_code: { issuer_state: grant, ...server } };
  return { credential_issuer: issuer, credential_configuration_ids: ids, grants };
}

function lifetime({ expiresIn }: OfferRequest, fallback: number, most: number): number {
  if (expiresIn === undefined) return Math.min(fallback, most);
  if (expiresIn <= most) return expiresIn;
  throw refusedOffer([
    { pointer: '/expiresIn', detail: `expiresIn must be a whole number of seconds from 1 to ${most}` },
  ]);
}
