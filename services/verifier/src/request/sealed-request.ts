/** The contents of a request object, stored encrypted in the session. */
import type { PublicJwk } from '@countersign/shared/crypto/keys';
import { isObject, type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import type { Vault } from '@countersign/shared/keys/vault';
import type { InteractionDialect } from '@countersign/shared/model/session/issuance-part';
import type { ResponseMode } from '../presentation/authorization-response.ts';
import type { PresentationConfiguration } from '../query/presentation-configuration.ts';

/** What a configuration demands of a response. A request keeps it, because the configuration may change. */
const RULES = [
  'profile',
  'zeroKnowledge',
  'statusUnreachable',
  'statusCheck',
  'issuerName',
  'ageOver',
  'transactionBinding',
  'redirectOrigins',
  'raw',
] as const satisfies readonly (keyof PresentationConfiguration)[];

export type RequestRules = Pick<PresentationConfiguration, (typeof RULES)[number]>;

/** Only the rules, without absent ones. */
export function rulesOf(configuration: RequestRules): RequestRules {
  return Object.fromEntries(
    RULES.filter((name) => configuration[name] !== undefined).map((name) => [name, configuration[name]]),
  );
}

export interface SealedRequest extends RequestRules {
  /** Set if the link contains the request: the whole link. Then there is no address of the request object. */
  readonly link?: string;
  /**
   * The address of the request object; the session view shows it until a wallet uses it. Absent over the Digital
   * Credentials API.
   */
  readonly requestUri?: string;
  readonly responseMode: ResponseMode;
  readonly clientId: string;
  /** The named set of keys that signs it. */
  readonly keySet?: string;
  /** The value that the wallet returns, in plain text. Outside of this encrypted document only its hash is stored. */
  readonly state: string;
  /** The key that the wallet encrypts to; absent for an unencrypted response. */
  readonly encryptionKey?: { readonly kid: string; readonly jwk: PublicJwk };
  readonly dcqlQuery: JsonObject;
  readonly transactionData: readonly string[];
  /** As it is sent. */
  readonly registrationCertificate?: string;
  /** Base64url, if ISO requests use that form of it. */
  readonly registrationCwt?: string | undefined;
  readonly redirectUri?: string;
  /** Set if the request has a link for each device: the form for another device, which has no redirect URI. */
  readonly otherDevice?: { readonly requestUri?: string; readonly link?: string; readonly state: string };
  /** Set if the response arrives at the authorization server: its endpoint, and whether the request is signed. */
  readonly interaction?: { readonly dialect: InteractionDialect; readonly endpoint: string; readonly signed: boolean };
  /** Set over the Digital Credentials API. */
  readonly dcApi?: {
    /** The accepted page origins. */
    readonly origins: readonly string[];
    /** The protocols in the request. A response must have one of them. */
    readonly protocols: readonly string[];
    /** Set if `org-iso-mdoc` is one of the protocols. */
    readonly isoMdoc?: SentIsoMdoc;
  };
  /** Set if a browser waits for the response. Its page also asks the wallets in that browser. */
  readonly page?: {
    /** Origin of the authorization endpoint, or of the page with the button. */
    readonly origin: string;
    /** Set if the page also uses the protocol `org-iso-mdoc`. */
    readonly isoMdoc?: SentIsoMdoc;
  };
}

export function sealRequest(vault: Vault, session: string, request: SealedRequest): string {
  return vault.seal(JSON.stringify(request), contextOf(session));
}

/** @throws Error if the encrypted text is not a request */
export function openRequest(vault: Vault, session: string, sealed: string): SealedRequest {
  const value: unknown = parseJson(vault.open(sealed, contextOf(session)));
  if (!isObject(value)) throw new Error('The encrypted request is not an object');
  return value as unknown as SealedRequest;
}

/** The form for another device: its own `state`, and no way back. */
export function otherDeviceForm({ redirectUri: _, otherDevice, ...request }: SealedRequest): SealedRequest {
  return otherDevice === undefined ? request : { ...request, ...otherDevice };
}

/** The form that a response belongs to, according to its `state`. */
export function answeredForm(request: SealedRequest, state: string | undefined): SealedRequest {
  return request.otherDevice !== undefined && request.otherDevice.state === state ? otherDeviceForm(request) : request;
}

function contextOf(session: string): string {
  return `session/${session}/presentation`;
}

/** The session's encrypted copy. */
export interface SentIsoMdoc {
  /** As sent. The response is bound to this string. */
  readonly encryptionInfo: string;
  /** The credential query that the document satisfies. */
  readonly queryId: string;
}
