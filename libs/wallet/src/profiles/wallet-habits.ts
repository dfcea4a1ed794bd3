/** The habits that a wallet can have where the standards leave it open: a profile has a value for each. */

export type CredentialFormat = 'dc+sd-jwt' | 'mso_mdoc';

/** Where a well-known document is looked for: between host and path of an identifier, or behind it. */
export type WellKnownForm = 'inserted' | 'appended';

export interface MetadataHabits {
  /** Places of the issuer metadata, in order; the next is tried after a 404. */
  readonly issuer: readonly WellKnownForm[];
  /** Places and names of the authorization server's metadata, in order. */
  readonly server: readonly (readonly [WellKnownForm, 'oauth-authorization-server' | 'openid-configuration'])[];
  /** `Accept` of the request for issuer metadata; undefined sends none. */
  readonly accept: string | undefined;
  /** A signed document must name its `iss`. */
  readonly demandsIssuer: boolean;
  /** Refuses the whole metadata where a proof type has no `key_attestations_required`. */
  readonly demandsKeyAttestations: boolean;
  /** Refuses response encryption without request encryption: always, where it is required, or never. */
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
  /** One proof for all keys, a proof each, or the key attestation alone. */
  readonly form: 'one_jwt' | 'jwt_each' | 'attestation';
  /** How the header of a proof names its key. */
  readonly key: 'kid_0' | 'jwk' | 'none';
  /** The key attestation inside a `jwt` proof repeats the nonce. */
  readonly nonceInside: boolean;
}

export interface EncryptionHabits {
  /** Asks for an encrypted answer where the metadata offers it. */
  readonly asks: boolean;
  /** Compresses requests where the metadata offers it. */
  readonly compresses: boolean;
  /** Asks for compressed answers where the metadata offers it. */
  readonly asksCompressed: boolean;
  /** More members of the header of an encrypted request. */
  readonly header: 'own_jwk' | 'cty' | undefined;
}

/** The only statuses that the wallet takes for a success; any 2xx where there is no list. */
export interface StatusHabits {
  readonly par?: readonly number[];
  readonly challenge?: readonly number[];
  readonly token?: readonly number[];
  readonly nonce?: readonly number[];
  readonly credential?: readonly number[];
}

export interface AuthorizationHabits {
  /** The challenge endpoint where there is one, or PAR. */
  readonly begins: 'challenge' | 'par';
  readonly asks: 'scope' | 'authorization_details';
  /** Names the credential issuer as `resource`. */
  readonly resource?: true;
  /** Leaves `code_verifier` out where a presentation led to the code. */
  readonly dropsVerifier?: true;
}

export interface CredentialHabits {
  /** How a request names the credential: by identifier where the token has one, or always in one way. */
  readonly names: 'as_token' | 'configuration' | 'identifier' | 'type';
  /** Members that 1.0 does not have. */
  readonly adds: readonly ('format' | 'vct')[];
  /** The single `proof` of drafts instead of `proofs`. */
  readonly singleProof?: true;
  /** Takes the nonce of a further request from the answer to the one before. */
  readonly nonceOfAnswer?: true;
  /** `Content-Type` of the nonce request, which has no body. */
  readonly nonceType?: string;
  /** Proofs of a request: one, or as many as the metadata allows. */
  readonly keys: 'one' | 'batch';
  /** Refuses a deferred answer that has a `notification_id`. */
  readonly refusesNotificationOfDeferred?: true;
}

export interface PresentationHabits {
  /** `post` where the link allows it (`request_uri_method`). */
  readonly requestMethod: 'get' | 'post';
  /** Discloses what the query asks for, or everything. */
  readonly discloses: 'asked' | 'all';
  /** The only statuses that it takes for an accepted response; any 2xx where there is no list. */
  readonly statuses?: readonly number[];
  /** Takes and presents these formats alone; both where there is no list. */
  readonly formats?: readonly CredentialFormat[];
  /** Answers `age_over_NN` of an mdoc by the nearest one that it holds: true for a higher age, false for a lower one. */
  readonly nearestAge?: true;
  /** Where it posts for a request: asks for it encrypted, and takes a plain one or demands the encrypted one. */
  readonly encryptedRequest?: 'asked' | 'demanded';
  /** Refuses a request that lists encryptions for an answer that is not encrypted. */
  readonly refusesUnusedEncryption?: true;
}

export interface WalletHabits {
  /** Software and version that it was read in, or run. */
  readonly source: string;
  /** Its provider attests it, as far as a provider is at hand. */
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
  /** Drops the refresh token where a token answer does not repeat it. */
  readonly dropsRefreshToken: boolean;
}
