/** What each presentation in a response is checked against, and the result for one that passed. */
import type { KnownKeys } from '@countersign/shared/crypto/known-keys';
import type { Reporting } from '@countersign/shared/http/check-table';
import type { Reports } from '@countersign/shared/http/reports';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { FindListed } from '@countersign/shared/trust/listed-anchors';
import type { TrustAnchor } from '@countersign/shared/trust/trust-anchor';
import type { NameSpaces } from '../mdoc/issuer-signed-items.ts';
import type { CredentialSigner } from './credential-signer.ts';
import type { FollowedChain } from './issuer-trust.ts';
import type { KeyBindingContext } from './key-binding.ts';
import type { StatusReference } from './status-reference.ts';

/** The prescribed values of the request, and the trusted issuers. */
export interface PresentationContext extends KeyBindingContext, Reporting {
  readonly reports: Pick<Reports, 'checks' | 'notes'>;
  readonly known?: KnownKeys;
  readonly anchors: readonly TrustAnchor[];
  /** The lists' anchors for a chain; undefined if the tenant has no list. */
  readonly listed?: FindListed;
  /** Set if `iss` need not be one of the certificate's names, unless the anchor restricts the names. */
  readonly issuerName?: 'any';
  /** Identifier of the tenant's issuer. */
  readonly ownIssuer?: string;
  /** True: a credential that is bound to a key needs its proof, whatever the query requires (HAIP 1.0, 6.1). */
  readonly boundNeedsProof?: boolean;
  /** True: the certificate of a listed public body must state its law and source; otherwise its absence is noted. */
  readonly needsPublicBodyStatement?: boolean;
  /** Folder in which the tenant's anchors are, for a refusal. */
  readonly trustPlace?: () => string;
  /** Set if a different `age_over_NN` may be used that decides the requested one. */
  readonly ageOver?: 'nearest';
  /** True: the paths of the signers are returned, so that their certificates can be looked up. */
  readonly wantsChains?: boolean;
}

export interface VerifiedPresentation {
  readonly queryId: string;
  /** For the backend: the requested and the always disclosed claims. */
  readonly values: JsonObject;
  readonly signer: CredentialSigner;
  /** Set if nothing binds `iss` to the signer. */
  readonly issuerBound?: false;
  /** Payload of the Key Binding JWT, if any. */
  readonly keyBinding?: JsonObject;
  /** Elements that the device of an mdoc signed itself. */
  readonly deviceSigned?: NameSpaces;
  /** Milliseconds: when the credential expires; absent if it doesn't, or nothing is bound to a key. */
  readonly expiresAt?: number;
  /** Not checked yet: the caller fetches the lists. */
  readonly statuses: readonly StatusReference[];
  /** The signer's path; absent if it isn't requested, or nothing is above the signer. */
  readonly chain?: FollowedChain | undefined;
}

/** Evidence for a backend. */
export interface RawPresentation {
  /** SD-JWT VC with its Key Binding JWT, or the DeviceResponse of an mdoc in base64url. */
  readonly presentation: string;
  /** For an mdoc, base64url: the SessionTranscript, or several, of which the device has signed one. */
  readonly sessionTranscripts?: readonly string[];
}
