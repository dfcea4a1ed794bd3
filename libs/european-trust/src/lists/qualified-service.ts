/** What a qualified service of a national list must satisfy beyond its status (ETSI TS 119 615, 4.12). Pure. */
import type { X509Certificate } from 'node:crypto';
import { ATTRIBUTE, subjectAttributes } from '../registration/certificate-content.ts';
import { FIRST, territoryOf } from '../xml-lists/qualified.ts';
import type { ListedAnchor } from './anchor-index.ts';
import type { TrustList } from './trust-list.ts';

export interface QualifiedIssue {
  readonly signer: X509Certificate | undefined;
  /** Milliseconds. */
  readonly issuedAt: number;
}

/** The signer is of the country of the list and named as the provider, and no service with the same certificate has ended. */
export function isQualified(
  { territory, entries }: Pick<TrustList, 'territory' | 'entries'>,
  { entry, certificate }: ListedAnchor,
  { signer, issuedAt }: QualifiedIssue,
): boolean {
  if (signer === undefined || issuedAt < FIRST || territoryOf(signer) !== territory) return false;
  const [organization] = subjectAttributes(signer).get(ATTRIBUTE.organization) ?? [];
  const { name, tradeNames } = entry.entity;
  if (organization === undefined || ![name, ...tradeNames].includes(organization)) return false;
  return !entries.some(
    ({ purpose, state, certificates }) =>
      purpose === entry.purpose &&
      state?.active === false &&
      certificates.some(({ sha256 }) => sha256 === certificate.sha256),
  );
}
