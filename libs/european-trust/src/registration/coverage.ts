/**
 * Whether a tenant's requests are registered (ETSI TS 119 475, 5.2.4, table 9). Wallets read the table in two ways.
 * Violating the prefix rule is refused. Violating only the exact rule is a warning, because the user of such a wallet
 * sees one.
 */
import type { Json } from '@countersign/shared/kernel/json';
import type { AskedCredential } from './asked.ts';
import {
  type AskedClaim,
  isCovered,
  isCoveredExactly,
  type RegisteredPaths,
  registeredPaths,
  valuesAt,
} from './registered-paths.ts';
import { coversType, MOST_SHOWN, type RegisteredEntry, registeredEntries, typeFinding } from './registered-types.ts';
import type { RegisteredClaim, RegistrationClaims } from './registration-claims.ts';
import type { Finding } from './registration-error.ts';
import type { CoverageRules } from './settings.ts';

/** Path of the registered credentials in the claims. */
const LIST = '/credentials';

export interface Coverage {
  readonly refused: readonly Finding[];
  readonly warnings: readonly Finding[];
}

/** Compares each requested credential with the registered ones. */
export function coverageOf(
  asked: readonly AskedCredential[],
  { credentials = [] }: Pick<RegistrationClaims, 'credentials'>,
  rules: CoverageRules,
): Coverage {
  const entries = registeredEntries(credentials, LIST).map((entry) => grantOf(entry, rules));
  const found = asked.map((one) => coverageOfOne(one, entries, rules));
  return { refused: found.flatMap(({ refused }) => refused), warnings: found.flatMap(({ warnings }) => warnings) };
}

interface ClaimGrant {
  readonly claims: readonly RegisteredClaim[];
  readonly paths: RegisteredPaths;
  /** Whether there is no list of claims, and this means all of them. */
  readonly isWhole: boolean;
  /** JSON pointer into the claims of the certificate. */
  readonly place: string;
}

type Grant = ClaimGrant & RegisteredEntry;

/** `claim` is the standard's member; `claims` is used only without it. */
function grantOf(entry: RegisteredEntry, { entryWithoutClaim }: CoverageRules): Grant {
  const { claim, claims } = entry.credential;
  const written = claim ?? claims;
  const listed = written ?? [];
  const isWhole = written === undefined && entryWithoutClaim === 'all';
  const place = `${entry.pointer}/${claim === undefined && claims !== undefined ? 'claims' : 'claim'}`;
  return { ...entry, claims: listed, paths: registeredPaths(listed), isWhole, place };
}

function coverageOfOne(asked: AskedCredential, entries: readonly Grant[], { rule }: CoverageRules): Coverage {
  const fitting = entries.filter(({ credential }) => coversType(credential, asked));
  const [first] = fitting;
  if (first === undefined) return { refused: [typeFinding(asked, entries, LIST)], warnings: [] };
  // A wallet with the exact rule reads the first entry; with the prefix rule, entries for the whole type pool their claims.
  const exact = missing(asked, first, isCoveredExactly);
  if (rule === 'exact') return { refused: exact, warnings: [] };
  const refused = missing(asked, pooled(fitting), isCovered);
  const known = new Set(refused.map(({ pointer }) => pointer));
  return { refused, warnings: exact.filter(({ pointer }) => !known.has(pointer)) };
}

function pooled(grants: readonly Grant[]): ClaimGrant {
  const [first, more] = grants;
  if (first !== undefined && more === undefined) return first;
  const claims = grants.flatMap((grant) => grant.claims);
  const isWhole = grants.some((grant) => grant.isWhole);
  return { claims, paths: registeredPaths(claims), isWhole, place: LIST };
}

/** One error per unregistered claim, or a single error if everything is requested. */
function missing(
  { document, pointer: at, claims }: AskedCredential,
  { claims: listed, paths, isWhole, place }: ClaimGrant,
  isRegistered: (registered: RegisteredPaths, claim: AskedClaim) => boolean,
): readonly Finding[] {
  if (isWhole) return [];
  const shown = listed.slice(0, MOST_SHOWN).map(({ path = [] }) => path);
  const finding = (pointer: string, detail: string, value: Json): Finding => ({
    reason: 'registration_exceeded',
    document,
    pointer,
    detail,
    registered: { pointer: place, value },
  });
  if (claims === undefined) {
    return [finding(at, 'Without `claims` the query requests every claim, but only some are registered', shown)];
  }
  return claims
    .filter((claim) => !isRegistered(paths, claim))
    .map(({ pointer, path }) => {
      const values = valuesAt(paths, path);
      const isLimited = values.length > 0;
      const member = isLimited ? '/values' : '/path';
      return finding(
        document === 'query' ? `${pointer}${member}` : pointer,
        isLimited
          ? 'Only certain values of the claim are registered'
          : 'The path is not registered for this credential',
        isLimited ? values.slice(0, MOST_SHOWN) : shown,
      );
    });
}
