/** Types of lists, and what their annexes demand (ETSI TS 119 602, annexes D to I). */
import type { ServiceClass, ServicePurpose } from './trust-list.ts';

const BASE = 'http://uri.etsi.org/19602';

export interface ListProfile {
  /** `LoTEType`. */
  readonly type: string;
  /** Service types, each with what its certificates are trusted for. */
  readonly services: ReadonlyMap<string, ServicePurpose>;
  /** Additional requirements for European lists; absent for other lists. */
  readonly eu?: EuRules;
}

export interface EuRules {
  readonly territory: 'EU';
  /** Accepted spellings of `StatusDeterminationApproach`. */
  readonly determination: readonly string[];
  /** One of `SchemeTypeCommunityRules`. */
  readonly rules: string;
  /** `TEInformationURI` has an address below this one. */
  readonly information?: string;
  /** Services have a status, and the first status makes an anchor. Absent: they have no status. */
  readonly statuses?: readonly [active: string, ...others: string[]];
}

interface Annex {
  readonly list: string;
  readonly class: ServiceClass;
  readonly services: readonly string[];
  readonly rules?: string;
  readonly determination?: readonly string[];
  readonly information?: string;
  readonly statuses?: readonly [string, ...string[]];
}

/** The name before `/Issuance` and `/Revocation`. */
const pair = (name: string): readonly string[] => [`${name}/Issuance`, `${name}/Revocation`];

const PUBLIC = 'PubEAAProvidersList';

const ANNEXES: readonly Annex[] = [
  // D: the list is of providers, its rules are named without it.
  {
    list: 'PIDProvidersList',
    class: 'pid',
    services: pair('PID'),
    rules: 'PIDProviders',
    information: 'PIDProvider',
  },
  // E
  { list: 'WalletProvidersList', class: 'wallet', services: pair('WalletSolution'), information: 'WalletProvider' },
  // F
  { list: 'WRPACProvidersList', class: 'access', services: pair('WRPAC'), information: 'WRPACProvider' },
  // G: table G.1 lacks a letter, and real lists copy it.
  {
    list: 'WRPRCProvidersList',
    class: 'registration',
    services: pair('WRPRC'),
    determination: ['WRPRCrovidersList', 'WRPRCProvidersList'],
    information: 'WRPRCProvider',
  },
  // H
  {
    list: PUBLIC,
    class: 'public-attestation',
    services: pair('PubEAA'),
    statuses: [`${BASE}/${PUBLIC}/SvcStatus/notified`, `${BASE}/${PUBLIC}/SvcStatus/withdrawn`],
  },
  // I
  { list: 'RegistrarsAndRegistersList', class: 'register', services: ['Register'], information: 'Registrar' },
];

function profileOf(annex: Annex): ListProfile {
  const { list, rules = list, determination = [list], information, statuses } = annex;
  return {
    type: `${BASE}/LoTEType/EU${list}`,
    services: new Map(
      annex.services.map((name) => [
        `${BASE}/SvcType/${name}`,
        `${annex.class}/${name.endsWith('/Revocation') ? 'revocation' : 'issuance'}`,
      ]),
    ),
    eu: {
      territory: 'EU',
      determination: determination.map((name) => `${BASE}/${name}/StatusDetn/EU`),
      rules: `${BASE}/${rules}/schemerules/EU`,
      ...(information === undefined ? {} : { information: `${BASE}/ListOfTrustedEntities/${information}/` }),
      ...(statuses === undefined ? {} : { statuses }),
    },
  };
}

/** The profiles of Europe, by their type. */
export const euProfiles: ReadonlyMap<string, ListProfile> = new Map(
  ANNEXES.map((annex) => [`${BASE}/LoTEType/EU${annex.list}`, profileOf(annex)]),
);
