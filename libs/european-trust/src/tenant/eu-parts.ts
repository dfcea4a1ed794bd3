/** What a tenant of profile `eu` needs before wallets of the European Union deal with it. Pure. */

/** What it has. */
export interface EuTenant {
  /** Whether it has presentation configurations, and credential configurations. */
  readonly asks: boolean;
  readonly offers: boolean;
  /** Whether an authority has certified its keys for requests and for metadata: generated keys have no access certificate. */
  readonly certifiedRequests: boolean;
  readonly certifiedMetadata: boolean;
  /** Anchors. */
  readonly accessAuthorities: number;
  readonly registrationProviders: number;
  /** Ids of its registration certificates. */
  readonly registrations: readonly string[];
  /** The one that the issuer metadata has, if `tenant.json` names one. */
  readonly issuer: string | undefined;
}

/** Something that is not there. */
export interface MissingEuPart {
  /** Below the folder of the tenant. */
  readonly place: string;
  readonly detail: string;
}

interface EuPart extends MissingEuPart {
  readonly missing: (tenant: EuTenant) => boolean;
}

/** ETSI TS 119 472-2, 6.3.2, and TS 119 472-3, 4.2.3. */
const PARTS: readonly EuPart[] = [
  {
    place: 'keys/request.chain.pem',
    detail: 'There is no access certificate for presentation requests',
    missing: ({ asks, certifiedRequests }) => asks && !certifiedRequests,
  },
  {
    place: 'keys/metadata.chain.pem',
    detail: 'There is no access certificate for issuer metadata',
    missing: ({ offers, certifiedMetadata }) => offers && !certifiedMetadata,
  },
  {
    place: 'trust/access-authorities',
    detail: 'There is no authority of access certificates, so those of the tenant cannot be checked',
    missing: ({ accessAuthorities }) => accessAuthorities === 0,
  },
  {
    place: 'trust/registration-providers',
    detail: 'There is no provider of registration certificates, so those of the tenant are refused',
    missing: ({ registrationProviders }) => registrationProviders === 0,
  },
  {
    place: 'registration-certificates',
    detail: 'There is no registration certificate for presentation requests',
    missing: ({ asks, registrations }) => asks && registrations.length === 0,
  },
  {
    place: 'tenant.json',
    detail: 'registration.issuer must name a registration certificate for the issuer metadata',
    missing: ({ offers, registrations, issuer }) => offers && (issuer === undefined || !registrations.includes(issuer)),
  },
];

/** Nothing is missing in a tenant that neither asks nor offers. */
export function missingEuParts(tenant: EuTenant): readonly MissingEuPart[] {
  if (!tenant.asks && !tenant.offers) return [];
  return PARTS.filter(({ missing }) => missing(tenant)).map(({ place, detail }) => ({ place, detail }));
}
