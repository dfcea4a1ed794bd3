/** The choices that the standards leave to wallets: a profile has a value for each. */

export type CredentialFormat = 'dc+sd-jwt' | 'mso_mdoc' | 'jwt_vc_json';

/** Where to look for a well-known document: between host and path of an identifier, or after it. */
export type WellKnownForm = 'inserted' | 'appended';

export interface MetadataHabits {
  /** Places of the issuer metadata, in order; the next is tried after a 404. */
  readonly issuer: readonly WellKnownForm[];
  /** Places and names of the authorization server's metadata, in order. */
  readonly server: readonly (readonly [WellKnownForm, 'oauth-authorization-server' | 'openid-configuration'])[];
  /** `Accept` in the request for issuer metadata; undefined sends none. */
  readonly accept: string | undefined;
  /** A signed document must have `iss`. */
  readonly demandsIssuer: boolean;
  /** Refuses the whole metadata if a proof type has no `key_attestations_required`. */
  readonly demandsKeyAttestations: boolean;
  /** Refuses response encryption without request encryption: always, only if it is required, or never. */
  readonly demandsRequestEncryption: 'always' | 'where_required' | 'never';
  /** Refuses attestation as client authentication unless the metadata lists algorithms of attestation and of PoP. */
  readonly demandsAlgorithmLists: boolean;
  /** Refuses `issuer_info` with more than one entry. */
  readonly demandsOneIssuerInfo: boolean;
}

export interface PopHabits {
  readonly iss?: true;
  /** `nbf` = `iat`. */
  readonly nbf?: true;
  /** `exp`, seconds after `iat`. */
  readonly exp?: number;
  /** The instance key in header and payload, and `kid` "0". */
  readonly key?: true;
}

export interface ProofHabits {
  /** One proof for all keys, a proof for each, or only the key attestation. */
  readonly form: 'one_jwt' | 'jwt_each' | 'attestation';
  /** How a proof's header identifies its key. */
  readonly key: 'kid_0' | 'jwk' | 'none';
  /** The key attestation inside a `jwt` proof repeats the nonce. */
  readonly nonceInside: boolean;
}

export interface EncryptionHabits {
  /** Asks for an encrypted response if the metadata offers it. */
  readonly asks: boolean;
  /** Compresses requests if the metadata offers it. */
  readonly compresses: boolean;
  /** Asks for compressed responses if the metadata offers it. */
  readonly asksCompressed: boolean;
  /** Additional members in an encrypted request's header. */
  readonly header: 'own_jwk' | 'cty' | undefined;
}

/** The only statuses that the wallet treats as success; any 2xx without a list. */
export interface StatusHabits {
  readonly par?: readonly number[];
  readonly challenge?: readonly number[];
  readonly token?: readonly number[];
  readonly nonce?: readonly number[];
  readonly credential?: readonly number[];
}

export interface AuthorizationHabits {
  /** The challenge endpoint if there is one, or PAR. */
  readonly begins: 'challenge' | 'par';
  readonly asks: 'scope' | 'authorization_details';
  /** Sends the credential issuer as `resource`. */
  readonly resource?: true;
  /** Omits `code_verifier` if the code came from a presentation. */
  readonly dropsVerifier?: true;
}

export interface CredentialHabits {
  /** How a request identifies the credential: by identifier if the token has one, or always in the same way. */
  readonly names: 'as_token' | 'configuration' | 'identifier' | 'type';
  /** Members that 1.0 does not have. */
  readonly adds: readonly ('format' | 'vct')[];
  /** The single `proof` of drafts instead of `proofs`. */
  readonly singleProof?: true;
  /** Takes the nonce for the next request from the previous response. */
  readonly nonceOfAnswer?: true;
  /** `Content-Type` in the nonce request, which has no body. */
  readonly nonceType?: string;
  /** Proofs of a request: one, or as many as the metadata allows. */
  readonly keys: 'one' | 'batch';
  /** Refuses a deferred response that has a `notification_id`. */
  readonly refusesNotificationOfDeferred?: true;
}

export interface PresentationHabits {
  /** `post` if the link allows it (`request_uri_method`). */
  readonly requestMethod: 'get' | 'post';
  /** Discloses the requested claims, or everything. */
  readonly discloses: 'asked' | 'all';
  /** The only statuses that it treats as an accepted response; any 2xx without a list. */
  readonly statuses?: readonly number[];
  /** Accepts and presents only these formats; all without a list. */
  readonly formats?: readonly CredentialFormat[];
  /**
   * Presents an mdoc's nearest `age_over_NN` instead of a missing one: true for a higher age, false for a lower one.
   */
  readonly nearestAge?: true;
  /** When it posts for a request: it asks for encryption, and accepts an unencrypted one or insists. */
  readonly encryptedRequest?: 'asked' | 'demanded';
  /** Refuses a request that lists encryptions although the response is not encrypted. */
  readonly refusesUnusedEncryption?: true;
}

export interface WalletHabits {
  /** Software and version that it was read in, or run. */
  readonly source: string;
  /** Its provider attests it, if a provider is available. */
  readonly attested: boolean;
  readonly clientId?: string;
  readonly statuses: StatusHabits;
  readonly authorization: AuthorizationHabits;
  readonly credential: CredentialHabits;
  readonly presentation: PresentationHabits;
  readonly metadata: MetadataHabits;
  readonly pop: PopHabits;
  /** Fetches a challenge for each request, or keeps one until a header renews it. */
  readonly challenge: 'per_request' | 'kept';
  readonly proof: ProofHabits;
  readonly encryption: EncryptionHabits;
  /** The attestation has `iss` and `nbf`, as up to draft 07 (seconds of life). */
  readonly attestation: { readonly iss?: true; readonly life?: number };
  /** Requests after PAR name `client_id` as a parameter. */
  readonly namesClient: boolean;
  /** Drops the refresh token if a token response does not repeat it. */
  readonly dropsRefreshToken: boolean;
}
