/** What lets an entry of a trust list vouch for a credential that its certificate verifies. One row a rule. */

import type { StatementProblem } from '@countersign/european-trust/lists/public-body-statement';
import { asTerritory } from '@countersign/european-trust/lists/territories';
import type { Facts } from '@countersign/shared/kernel/reasons/facts';
import type { AttestationCategory, ListedBy, PublicBodyStatement } from '@countersign/shared/trust/trust-anchor';
import type { PresentationReason } from '../session/presentation-error.ts';
import type { ClaimedCountry } from './claimed-countries.ts';

/** What the entry is compared with. */
export interface Vouched {
  /** The category that the credential claims. */
  readonly category: AttestationCategory | undefined;
  /** The issuing countries that it claims; called for providers of PIDs only. */
  readonly countries: () => readonly ClaimedCountry[];
  /** The statement in the signer's certificate; called for public bodies only. */
  readonly statement: () => PublicBodyStatement | StatementProblem;
  /** False: a missing statement is noted only. */
  readonly needsStatement: boolean;
}

/** Why an entry does not vouch for the credential. */
export interface Obstacle {
  readonly reason: PresentationReason;
  readonly facts: Facts;
}

type EntryRule = (entry: ListedBy, vouched: Vouched) => Obstacle | undefined;

/** A service with a different category never vouches for the category that a credential claims. */
const hasCategory: EntryRule = (entry, { category }) =>
  category === undefined || entry.category === category
    ? undefined
    : { reason: 'issuer_trust', facts: { detail: 'category_not_listed', received: [category] } };

/** A PID counts under a provider of the country that it claims, and under no other. */
const isOfCountry: EntryRule = ({ territories }, { countries }) => {
  const other = territories && countries().find(({ country }) => !territories.includes(asTerritory(country)));
  if (territories === undefined || other === undefined) return undefined;
  return { reason: 'issuing_country', facts: { claim: other.claim, expectedAny: territories } };
};

/** ETSI TS 119 412-6, 8.3: the certificate of a public body names the law and the authentic source of its attestations. */
const isStated: EntryRule = ({ category }, { statement, needsStatement }) => {
  const found = category === 'public-body' && needsStatement ? statement() : undefined;
  return typeof found === 'string' ? { reason: 'public_body_statement', facts: { detail: found } } : undefined;
};

const RULES: readonly EntryRule[] = [hasCategory, isOfCountry, isStated];

/** The first rule that the entry breaks. */
export function obstacleOf(entry: ListedBy, vouched: Vouched): Obstacle | undefined {
  for (const rule of RULES) {
    const obstacle = rule(entry, vouched);
    if (obstacle !== undefined) return obstacle;
  }
  return undefined;
}
