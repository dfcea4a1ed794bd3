/** What every presentation of an answer is checked against, and what is known of one that passed. */
import type { KnownKeys } from '@countersign/shared/crypto/known-keys';
import type { Reporting } from '@countersign/shared/http/check-table';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { FindListed } from '@countersign/shared/trust/listed-anchors';
import type { TrustAnchor } from '@countersign/shared/trust/trust-anchor';
import type { CredentialSigner } from './credential-signer.ts';
import type { FollowedChain } from './issuer-trust.ts';
import type { KeyBindingContext } from './key-binding.ts';
import type { StatusReference } from './status-reference.ts';

/** The prescribed values of the request, and the trusted issuers. */
export interface PresentationContext extends KeyBindingContext, Reporting {
  readonly known?: KnownKeys;
  readonly anchors: readonly TrustAnchor[];
  /** Those of lists, by the chain; undefined where the tenant has no list. */
  readonly listed?: FindListed;
  /** Set where `iss` need not be a name of the certificate, unless the anchor says which it may be. */
  readonly issuerName?: 'any';
  /** Identifier of the tenant's issuer. */
  readonly ownIssuer?: string;
  /** True: a credential that is bound to a key needs its proof, whatever the query says (HAIP 1.0, 6.1). */
  readonly boundNeedsProof?: boolean;
  /** Folder in which the tenant's anchors are, for a refusal. */
  readonly trustPlace?: () => string;
  /** Set where another `age_over_NN` than the requested one may answer, if it decides that one. */
  readonly ageOver?: 'nearest';
  /** True: the paths of the signers are returned, so that their certificates can be looked up. */
  readonly wantsChains?: boolean;
}

export interface VerifiedPresentation {
  readonly queryId: string;
  /** For the backend: what the query asks for and what is always disclosed. */
  readonly values: JsonObject;
  readonly signer: CredentialSigner;
  /** Set where nothing binds `iss` to the signer. */
  readonly issuerBound?: false;
  /** Payload of the Key Binding JWT, where there is one. */
  readonly keyBinding?: JsonObject;
  /** Not checked yet: the caller fetches the lists. */
  readonly statuses: readonly StatusReference[];
  /** The path of the signer; absent where it is not asked for, or nothing is above the signer. */
  readonly chain?: FollowedChain | undefined;
}
