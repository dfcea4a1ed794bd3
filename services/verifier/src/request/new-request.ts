/** A new presentation request: its values for the wallet, its key, and its part of the session. */

import { isoRequestInfo, type SentRegistration } from '@countersign/european-trust/tenant/registration-settings';
import { type AgreementJwk, generateAgreementJwk } from '@countersign/shared/crypto/generate-key';
import type { PublicJwk } from '@countersign/shared/crypto/keys';
import { newReference } from '@countersign/shared/crypto/wallet-reference';
import { isHighAssurance } from '@countersign/shared/flow-config/tenant-profile';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { type Random, randomId } from '@countersign/shared/kernel/random';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { signerNotes } from '@countersign/shared/keys/signer-note';
import type { Vault } from '@countersign/shared/keys/vault';
import type { RequestVerifier } from '@countersign/shared/model/session/issuance-part';
import type { PresentationPart } from '@countersign/shared/model/session/presentation-part';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { responseEndpoint, valueLink } from '@countersign/shared/openid4vp/request-link';
import type { clientIdentifier } from '@countersign/shared/openid4vp/verifier-identity';
import type { Platform } from '@countersign/shared/runtime/service';
import { isEncryptedMode, type ResponseMode } from '../presentation/authorization-response.ts';
import type { Configuration } from '../query/configurations.ts';
import { createdPresentation } from '../session/presentation-begin-transitions.ts';
import { zkInfo } from '../zk/circuits.ts';
import { dcApiEntries } from './dc-api-entries.ts';
import { newIsoMdoc } from './dc-api-iso-mdoc.ts';
import type { DigitalRequest } from './dc-api-protocols.ts';
import { type ValueRequestOptions, valueRequest } from './request-object.ts';
import { clientIdOf, type RequestProfile, requestProfile } from './request-profile.ts';
import { sealResponseKeys } from './response-key.ts';
import { rulesOf, type SealedRequest, sealRequest } from './sealed-request.ts';

export interface NewRequest {
  readonly session: Pick<SessionDocument, 'id' | 'tenant' | 'handle'>;
  readonly configuration: Configuration;
  readonly registration?: SentRegistration | undefined;
  /** The address of the request object; absent over the Digital Credentials API. */
  readonly requestUri?: string;
  /** Hash of the secret in that address; it identifies the request. */
  readonly requestHash: string;
  readonly responseMode: ResponseMode;
  readonly transactionData?: readonly string[];
  readonly redirectUri?: string;
  /** Hash of the secret in the address for a page with a button. */
  readonly buttonHash?: string;
  /** Set if a button offers both ways: the address of the form for another device. */
  readonly otherDevice?: { readonly requestUri: string; readonly requestHash: string };
  readonly interaction?: SealedRequest['interaction'];
  /** Set over the Digital Credentials API: the accepted page origins, and the end of the request, milliseconds. */
  readonly dcApi?: { readonly origins: readonly string[]; readonly expiresAt: number };
  /** Set if one of this server's pages may use the same request: its origin. */
  readonly pageOrigin?: string;
  /** Set if the wallet already has a link: the client id in it, and its signing keys. */
  readonly verifier?: RequestVerifier;
  /** Set for a request that is part of an issuance. */
  readonly life?: { readonly createdAt: number; readonly expiresAt: number };
}

export interface CreatedRequest {
  readonly presentation: PresentationPart;
  readonly clientId: string;
  /** Set if the link contains the request: the link, and the one for another device. */
  readonly link?: string;
  readonly otherDeviceLink?: string;
  /** Entries for the page, over the Digital Credentials API. */
  readonly digital?: readonly DigitalRequest[];
  /** Which certificate signed those entries. */
  readonly notes: readonly Reasoned[];
}

/** Creates a request without storing it. Nonce, `state` and key are used only for this request. */
export async function newRequest(platform: Platform, request: NewRequest): Promise<CreatedRequest> {
  const { settings, vaults, keys, random, requirementsOf } = platform;
  const { session, configuration, registration, responseMode, redirectUri, interaction, life } = request;
  const { dcApi, pageOrigin, buttonHash } = request;
  const manner = requestProfile(configuration.profile);
  const otherDevice = request.otherDevice && otherDeviceForm(session.handle, request.otherDevice, random);
  const state = newReference(session.handle, random);
  const encryption = isEncryptedMode(responseMode) ? encryptionKey(session.handle, random) : undefined;
  const issuer = credentialIssuer(settings.PUBLIC_URL, session.tenant);
  const required = requirementsOf(session.tenant);
  const { keySet } = request.verifier ?? configuration;
  const key = manner.signed ? await keys.signer(session.tenant, 'request', keySet) : undefined;
  const responseUri = responseEndpoint(issuer);
  const certificate: Parameters<typeof clientIdentifier> | undefined = key && [required, key, issuer];
  const clientId = request.verifier?.clientId ?? clientIdOf(manner, { responseUri, certificate });
  const nonce = randomId(random);
  const vault = await vaults.of(session.tenant);
  const { retention } = configuration;
  const withheld =
    redirectUri !== undefined && (isHighAssurance(required.profile) || configuration.release !== undefined);
  const { actsFor } = required.registration;
  const content = {
    responseMode,
    nonce,
    dcqlQuery: configuration.dcqlQuery,
    transactionData: request.transactionData ?? [],
    ...(encryption === undefined ? {} : { encryptionKey: encryption.publicKey }),
    ...(registration === undefined ? {} : { verifierInfo: { format: 'registration_cert', data: registration.data } }),
  };
  const linked = (form: LinkForm) => addressOf(manner, { ...content, ...form, clientId, responseUri }, settings);
  const own = linked({ requestUri: request.requestUri, state: state.text });
  const other = otherDevice && linked(otherDevice.form);
  const origins = dcApi?.origins ?? (pageOrigin === undefined ? [] : [pageOrigin]);
  const requestInfo = registration
    ? isoRequestInfo(registration, required.registration)
    : zkInfo(configuration.zeroKnowledge);
  const isoMdoc = newIsoMdoc({
    ...content,
    query: configuration.query,
    origins,
    signed: manner.signed,
    random,
    ...(requestInfo ? { requestInfo } : {}),
  });
  const digital =
    dcApi &&
    (await dcApiEntries({
      configuration,
      required,
      key,
      issuer,
      ...(isoMdoc === undefined ? {} : { isoMdoc }),
      content: {
        ...content,
        expectedOrigins: configuration.origins,
        now: platform.clock(),
        expiresAt: dcApi.expiresAt,
      },
    }));
  const presentation = createdPresentation({
    configurationId: configuration.id,
    requestHash: request.requestHash,
    stateHash: state.hash,
    ...(buttonHash === undefined ? {} : { buttonHash }),
    ...(otherDevice === undefined ? {} : { otherDevice: otherDevice.hashes }),
    ...(life === undefined ? {} : { life }),
    nonce,
    sealedRequest: sealRequest(vault, session.id, {
      ...rulesOf(configuration),
      ...own,
      clientId,
      ...(keySet === undefined ? {} : { keySet }),
      responseMode,
      state: state.text,
      ...(encryption === undefined ? {} : { encryptionKey: encryption.publicKey }),
      dcqlQuery: configuration.dcqlQuery,
      transactionData: request.transactionData ?? [],
      ...(registration === undefined
        ? {}
        : { registrationCertificate: registration.data, registrationCwt: registration.cwt }),
      ...(redirectUri === undefined ? {} : { redirectUri }),
      ...(otherDevice === undefined ? {} : { otherDevice: { ...other, state: otherDevice.form.state } }),
      ...(interaction === undefined ? {} : { interaction }),
      ...(dcApi === undefined || digital === undefined
        ? {}
        : {
            dcApi: {
              origins: dcApi.origins,
              protocols: digital.map(({ protocol }) => protocol),
              ...(isoMdoc === undefined ? {} : { isoMdoc: isoMdoc.sent }),
            },
          }),
      ...(pageOrigin === undefined
        ? {}
        : { page: { origin: pageOrigin, ...(isoMdoc === undefined ? {} : { isoMdoc: isoMdoc.sent }) } }),
    }),
    ...sealedKeysOf(vault, session.id, { encryption, isoMdoc: isoMdoc?.privateKey }),
    ...(retention === undefined ? {} : { retention }),
    // ARF RPI_09, RPI_10
    ...(actsFor === undefined ? {} : { retention: 'webhook', eraseAfter: actsFor.eraseAfter, checks: actsFor.checks }),
    // HAIP 1.0, 5.1: the user must return to the browser that started the request.
    ...(withheld ? { release: 'response_code' } : {}),
    ...(redirectUri === undefined || configuration.redirectOrigins === undefined ? {} : { redirect: 'webhook' }),
  });
  const notes = digital === undefined || key === undefined ? [] : signerNotes('request_signed', key, keySet);
  const links = {
    ...(own.link === undefined ? {} : { link: own.link }),
    ...(other?.link === undefined ? {} : { otherDeviceLink: other.link }),
  };
  return { presentation, clientId, ...links, ...(digital === undefined ? {} : { digital }), notes };
}

interface LinkForm {
  /** The address for a request object; undefined if no link leads to the request. */
  readonly requestUri: string | undefined;
  readonly state: string;
}

/** How a wallet reaches a form of the request: the address of its object, or the link that contains it. */
function addressOf(
  { passed, scheme }: RequestProfile,
  { requestUri, ...parameters }: LinkForm & Omit<ValueRequestOptions, 'state'>,
  { REQUEST_SCHEME }: Pick<Platform['settings'], 'REQUEST_SCHEME'>,
): Pick<SealedRequest, 'requestUri' | 'link'> {
  if (requestUri === undefined) return {};
  if (passed === 'reference') return { requestUri };
  return { link: valueLink({ scheme: scheme ?? REQUEST_SCHEME, parameters: valueRequest(parameters) }) };
}

interface OtherDeviceForm {
  readonly form: { readonly requestUri: string; readonly state: string };
  readonly hashes: NonNullable<PresentationPart['otherDevice']>;
}

/** The same request with a different `state`, which tells which form the wallet used. */
function otherDeviceForm(
  handle: string,
  { requestUri, requestHash }: NonNullable<NewRequest['otherDevice']>,
  random: Random,
): OtherDeviceForm {
  const state = newReference(handle, random);
  return { form: { requestUri, state: state.text }, hashes: { requestHash, stateHash: state.hash } };
}

interface EncryptionKey {
  readonly publicKey: { readonly kid: string; readonly jwk: PublicJwk };
  /** Hash of the `kid`. */
  readonly hash: string;
  readonly privateKey: AgreementJwk;
}

interface PrivateKeys {
  readonly encryption: EncryptionKey | undefined;
  readonly isoMdoc: AgreementJwk | undefined;
}

function sealedKeysOf(
  vault: Vault,
  session: string,
  { encryption, isoMdoc }: PrivateKeys,
): Pick<PresentationPart, 'keyIdHash' | 'sealedKey'> {
  if (encryption === undefined && isoMdoc === undefined) return {};
  const keys = {
    ...(encryption === undefined ? {} : { response: encryption.privateKey }),
    ...(isoMdoc === undefined ? {} : { isoMdoc }),
  };
  return {
    ...(encryption === undefined ? {} : { keyIdHash: encryption.hash }),
    sealedKey: sealResponseKeys(vault, session, keys),
  };
}

/** HAIP 1.0, 5: a fresh key for each request. Its `kid` is a reference to the session. */
function encryptionKey(handle: string, random: Random): EncryptionKey {
  const { text: kid, hash } = newReference(handle, random);
  const privateKey = generateAgreementJwk();
  const { d: _, ...jwk } = privateKey;
  return { publicKey: { kid, jwk }, hash, privateKey };
}
