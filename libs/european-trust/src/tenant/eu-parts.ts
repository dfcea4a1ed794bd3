/** What a tenant of profile `eu` needs before wallets of the European Union deal with it. Pure. */

/** The parts that it has. */
export interface EuTenant {
  readonly isEu: boolean;
  /** Whether it has presentation configurations, and credential configurations. */
  readonly asks: boolean;
  readonly offers: boolean;
  /** Whether an authority has certified its keys for requests and for metadata: generated keys have no access certificate. */
  readonly certifiedRequests: boolean;
  readonly certifiedMetadata: boolean;
  /** Anchors. */
  readonly accessAuthorities: number;
  readonly registrationProviders: number;
  readonly walletProviders: number;
  /** Ids of its registration certificates. */
  readonly registrations: readonly string[];
  /** The issuer metadata's certificate, if `tenant.json` sets one. */
  readonly issuer: string | undefined;
  /** Whether the signers of what it issues as a public body are stated as one; undefined if it issues nothing as one. */
  readonly statedPublicBody?: boolean | undefined;
}

export type EuPartName =
  | 'profile'
  | 'request_certificate'
  | 'metadata_certificate'
  | 'access_authorities'
  | 'registration_providers'
  | 'request_registration'
  | 'metadata_registration'
  | 'wallet_providers'
  | 'public_body_certificate';

export type EuUser = 'verifier' | 'issuer';

/** Something that is not there. */
export interface MissingEuPart {
  /** Below the tenant's folder. */
  readonly place: string;
  readonly detail: string;
}

export interface EuPart extends MissingEuPart {
  readonly part: EuPartName;
  /** What to do if it is missing. */
  readonly todo: string;
  /** The roles that need it. */
  readonly neededBy: readonly EuUser[];
  readonly has: (tenant: EuTenant) => boolean;
  /** The profile `haip` needs it too: its absence is reported as for that. */
  readonly ofHaip?: true;
  /** Absent: as for every tenant. Others don't have the part. */
  readonly isFor?: (tenant: EuTenant) => boolean;
}

const BOTH = ['verifier', 'issuer'] as const;

/** ETSI TS 119 472-2, 6.3.2, and TS 119 472-3, 4.2.3. */
const PARTS: readonly EuPart[] = [
  {
    part: 'profile',
    place: 'tenant.json',
    detail: 'The tenant does not have the profile `eu`',
    todo: 'Set "profile": "eu" in tenant.json',
    neededBy: BOTH,
    has: ({ isEu }) => isEu,
  },
  {
    part: 'request_certificate',
    place: 'keys/request.chain.pem',
    detail: 'There is no access certificate for presentation requests',
    todo: 'Request a certificate for the purpose `request` by POST /key-sets/{set}/request, by acme.json, or put key and chain into keys/',
    neededBy: ['verifier'],
    has: ({ certifiedRequests }) => certifiedRequests,
  },
  {
    part: 'metadata_certificate',
    place: 'keys/metadata.chain.pem',
    detail: 'There is no access certificate for issuer metadata',
    todo: 'Request a certificate for the purpose `metadata` by POST /key-sets/{set}/metadata, by acme.json, or put key and chain into keys/',
    neededBy: ['issuer'],
    has: ({ certifiedMetadata }) => certifiedMetadata,
  },
  {
    part: 'access_authorities',
    place: 'trust/access-authorities',
    detail: "No access certificate authority is trusted, so the tenant's access certificates cannot be checked",
    todo: "Add the authority's certificate with POST /trust/access-authorities, or its list with POST /trust/lists",
    neededBy: BOTH,
    has: ({ accessAuthorities }) => accessAuthorities > 0,
  },
  {
    part: 'registration_providers',
    place: 'trust/registration-providers',
    detail: "No registration certificate provider is trusted, so the tenant's registration certificates are refused",
    todo: "Add the provider's certificate with POST /trust/registration-providers, or its list with POST /trust/lists",
    neededBy: BOTH,
    has: ({ registrationProviders }) => registrationProviders > 0,
  },
  {
    part: 'request_registration',
    place: 'registration-certificates',
    detail: 'There is no registration certificate for presentation requests',
    todo: 'Store it with POST /registration-certificates, or configure registrar.json to obtain it',
    neededBy: ['verifier'],
    has: ({ registrations }) => registrations.length > 0,
  },
  {
    part: 'metadata_registration',
    place: 'tenant.json',
    detail: 'registration.issuer must specify a registration certificate for the issuer metadata',
    todo: 'Store the certificate by POST /registration-certificates, and give its id as registration.issuer in tenant.json',
    neededBy: ['issuer'],
    has: ({ registrations, issuer }) => issuer !== undefined && registrations.includes(issuer),
  },
  {
    part: 'wallet_providers',
    place: 'trust/wallet-providers',
    detail: 'There is no CA certificate of a wallet provider, so no wallet can prove what it is or where its keys are',
    todo: 'Add the certificates of wallet providers by POST /trust/wallet-providers, or their list by POST /trust/lists',
    neededBy: ['issuer'],
    has: ({ walletProviders }) => walletProviders > 0,
    ofHaip: true,
  },
  {
    part: 'public_body_certificate',
    place: 'keys/credential.chain.pem',
    detail:
      'A configuration issues as a public body, but the certificate that signs its credentials does not state the law and the authentic source (QcPSB)',
    todo: 'Request a certificate with this statement from the authority, for the keys that the configuration names',
    neededBy: ['issuer'],
    isFor: ({ statedPublicBody }) => statedPublicBody !== undefined,
    has: ({ statedPublicBody }) => statedPublicBody === true,
  },
];

export interface FoundEuPart extends EuPart {
  readonly state: 'present' | 'missing' | 'not_needed';
}

/** Every part that applies to it. A tenant that neither requests nor issues needs no part. */
export function euParts(tenant: EuTenant): readonly FoundEuPart[] {
  const users = [...(tenant.asks ? ['verifier'] : []), ...(tenant.offers ? ['issuer'] : [])];
  return PARTS.filter(({ isFor }) => isFor?.(tenant) !== false).map((part) => {
    const isNeeded = part.neededBy.some((user) => users.includes(user));
    return { ...part, state: isNeeded ? (part.has(tenant) ? 'present' : 'missing') : 'not_needed' };
  });
}

/** The parts missing from a tenant with the profile. */
export function missingEuParts(tenant: Omit<EuTenant, 'isEu' | 'walletProviders'>): readonly MissingEuPart[] {
  return euParts({ ...tenant, isEu: true, walletProviders: 0 }).flatMap(({ state, place, detail, ofHaip }) =>
    state === 'missing' && ofHaip === undefined ? [{ place, detail }] : [],
  );
}
