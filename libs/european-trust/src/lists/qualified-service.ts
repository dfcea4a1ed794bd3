/** What a qualified service of a national list must satisfy beyond its status (ETSI TS 119 615, 4.12). Pure. */
import type { X509Certificate } from 'node:crypto';
import { ATTRIBUTE, subjectAttributes } from '../registration/certificate-content.ts';
import { asTerritory } from './territories.ts';
import type { ListEntry } from './trust-list.ts';

/** Before it no service had a qualified status (Regulation (EU) No 910/2014, Article 52). Milliseconds. */
const FIRST = Date.UTC(2016, 6, 1);

export interface QualifiedProvider {
  /** The list's. */
  readonly territory: string;
  readonly entity: ListEntry['entity'];
}

export interface QualifiedIssue {
  readonly signer: X509Certificate | undefined;
  /** Milliseconds. */
  readonly issuedAt: number;
}

/** The signer's country is the list's, and its name is the provider's. */
export function isQualified({ territory, entity }: QualifiedProvider, { signer, issuedAt }: QualifiedIssue): boolean {
  if (signer === undefined || issuedAt < FIRST || territoryOf(signer) !== territory) return false;
  const [organization] = subjectAttributes(signer).get(ATTRIBUTE.organization) ?? [];
  return organization !== undefined && [entity.name, ...entity.tradeNames].includes(organization);
}

/** The territory whose list applies to a signer: the country in its subject, as lists spell it. */
function territoryOf(signer: X509Certificate): string | undefined {
  const [country, more] = subjectAttributes(signer).get(ATTRIBUTE.country) ?? [];
  if (country === undefined || more !== undefined) return undefined;
  return asTerritory(country);
}
