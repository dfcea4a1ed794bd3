/** The contents of a request object, stored sealed in the session. */
import type { PublicJwk } from '@countersign/shared/crypto/keys';
import { isObject, type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import type { Vault } from '@countersign/shared/keys/vault';
import type { InteractionDialect } from '@countersign/shared/model/session/issuance-part';
import type { ResponseMode } from '../presentation/authorization-response.ts';

export interface SealedRequest {
  /**
   * Where the wallet fetches the request object; the session view shows it while it is unused. Absent over the Digital Credentials
   * API.
   */
  readonly requestUri?: string;
  readonly responseMode: ResponseMode;
  readonly clientId: string;
  /** The named set of keys that signs it. */
  readonly keySet?: string;
  /** The value that the wallet returns, in plain text: outside of the seal only its hash is stored. */
  readonly state: string;
  /** The key that the wallet encrypts to; absent where the answer is not encrypted. */
  readonly encryptionKey?: { readonly kid: string; readonly jwk: PublicJwk };
  readonly dcqlQuery: JsonObject;
  readonly transactionData: readonly string[];
  /** As it is sent. */
  readonly registrationCertificate?: string;
  /** Base64url, where requests by ISO have that form of it. */
  readonly registrationCwt?: string | undefined;
  readonly redirectUri?: string;
  /** Set if a button offers both ways: the form for another device, which has no redirect URI. */
  readonly otherDevice?: { readonly requestUri: string; readonly state: string };
  /** Set where the answer comes to the authorization server: its endpoint, and whether the request is signed. */
  readonly interaction?: { readonly dialect: InteractionDialect; readonly endpoint: string; readonly signed: boolean };
  /** Set over the Digital Credentials API. */
  readonly dcApi?: {
    /** The origins of pages whose answers count. */
    readonly origins: readonly string[];
    /** The protocols that were sent: an answer has one of them. */
    readonly protocols: readonly string[];
    /** Set where the protocol `org-iso-mdoc` is one of them. */
    readonly isoMdoc?: SentIsoMdoc;
  };
  /** Set where a browser waits for the answer: its page asks the wallets of that browser too. */
  readonly page?: {
    /** Of the authorization endpoint, or of the page that has the button. */
    readonly origin: string;
    /** Set where the page asks by the protocol `org-iso-mdoc` too. */
    readonly isoMdoc?: SentIsoMdoc;
  };
  /** Set where a credential is accepted although its status list is unreachable. */
  readonly statusUnreachable?: 'accept';
  /** Set where another `age_over_NN` than the requested one may answer. */
  readonly ageOver?: 'nearest';
  /** Set where `iss` is not compared with the names of the signer's certificate. */
  readonly issuerName?: 'any';
}

export function sealRequest(vault: Vault, session: string, request: SealedRequest): string {
  return vault.seal(JSON.stringify(request), contextOf(session));
}

/** @throws Error where the sealed text is no request */
export function openRequest(vault: Vault, session: string, sealed: string): SealedRequest {
  const value: unknown = parseJson(vault.open(sealed, contextOf(session)));
  if (!isObject(value)) throw new Error('The sealed request is no object');
  return value as unknown as SealedRequest;
}

/** The form for another device: its own `state`, and no way back. */
export function otherDeviceForm({ redirectUri: _, otherDevice, ...request }: SealedRequest): SealedRequest {
  return otherDevice === undefined ? request : { ...request, ...otherDevice };
}

/** The form that an answer belongs to, by its `state`. */
export function answeredForm(request: SealedRequest, state: string | undefined): SealedRequest {
  return request.otherDevice !== undefined && request.otherDevice.state === state ? otherDeviceForm(request) : request;
}

function contextOf(session: string): string {
  return `session/${session}/presentation`;
}

/** What the session keeps of it, sealed. */
export interface SentIsoMdoc {
  /** As sent: the answer is bound to this text. */
  readonly encryptionInfo: string;
  /** The credential query that the document answers. */
  readonly queryId: string;
}
