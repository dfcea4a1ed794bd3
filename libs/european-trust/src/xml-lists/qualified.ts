/** Whether an attestation is a qualified one, by the national list of its signer's country (ETSI TS 119 615, 4.12). Pure. */
import { X509Certificate } from 'node:crypto';
import { CertificateError } from '@countersign/shared/crypto/certificate-error';
import { verifiedCertificates } from '@countersign/shared/crypto/certificate-path';
import { hasKnownKey } from '@countersign/shared/crypto/x509';
import { ATTRIBUTE, subjectAttributes } from '../registration/certificate-content.ts';
import type { ListEntry, ServiceState, XmlList } from './list-value.ts';
import { ATTESTATIONS, GRANTED, WITHDRAWN } from './names.ts';

export interface PresentedAttestation {
  /** Its category, as written. */
  readonly category: string | undefined;
  /** Of its signer, leaf first. */
  readonly chain: readonly X509Certificate[];
  /** Time of issue, milliseconds. */
  readonly issuedAt: number;
}

export type Qualification =
  | { readonly outcome: 'qualified'; readonly entry: ListEntry }
  | { readonly outcome: 'not qualified' | 'indeterminate' | 'withdrawn'; readonly because: string };

/** Both spellings: ETSI TS 119 472-1, 5.2.2.2, and ETSI TS 119 615, 4.12.4. */
const QUALIFIED: ReadonlySet<string> = new Set(['urn:etsi:esi:eaa:eu:qualified', 'urn:etsi:eaa:eu:qualified']);
/** Before it no service had a qualified status (Regulation (EU) No 910/2014, Article 52). Milliseconds. */
export const FIRST = Date.UTC(2016, 6, 1);
/** From a country in a certificate to its territory in lists (4.6). */
const TERRITORIES: Readonly<Record<string, string>> = { GB: 'UK', GR: 'EL' };

/**
 * @param lists national lists in force, each from an authenticated list of trusted lists
 * @param now milliseconds
 */
export function qualificationOf(
  { category, chain, issuedAt }: PresentedAttestation,
  lists: readonly XmlList[],
  now: number,
): Qualification {
  const [leaf] = chain;
  if (category === undefined || !QUALIFIED.has(category))
    return not('not qualified', 'The attestation has another category');
  if (leaf === undefined) return not('not qualified', 'The attestation has no certificate');
  const list = lists.find(({ territory }) => territory === territoryOf(leaf));
  if (list === undefined) return not('not qualified', 'There is no current list of the country of the signer');
  const entries = list.entries.filter(
    (entry) => entry.serviceType === ATTESTATIONS.qualified && isOf(entry, chain, now),
  );
  if (entries.length === 0) return not('not qualified', 'The list has no such service');
  if (issuedAt < FIRST || issuedAt > now) return not('indeterminate', 'The time of issue is out of range');
  const then = statusAt(entries, issuedAt);
  const today = statusAt(entries, now);
  if (then === undefined || today === undefined)
    return not('indeterminate', 'The list contradicts itself about the service');
  if (then === WITHDRAWN || today === WITHDRAWN) return not('withdrawn', 'The service is withdrawn');
  const [organization] = subjectAttributes(leaf).get(ATTRIBUTE.organization) ?? [];
  const entry = entries.find(({ entityNames }) => organization !== undefined && entityNames.includes(organization));
  if (entry === undefined) return not('not qualified', 'The signer has another name than the provider');
  const granted = then === GRANTED && today === GRANTED;
  return granted ? { outcome: 'qualified', entry } : not('not qualified', 'The service has no qualified status');
}

function not(outcome: Exclude<Qualification['outcome'], 'qualified'>, because: string): Qualification {
  return { outcome, because };
}

/** The territory whose list counts for a signer: the country in its subject, with the code of lists. */
export function territoryOf(leaf: X509Certificate): string | undefined {
  const [country, more] = subjectAttributes(leaf).get(ATTRIBUTE.country) ?? [];
  if (country === undefined || more !== undefined) return undefined;
  return TERRITORIES[country] ?? country;
}

/** The status at a time, in which all services that match must agree. */
function statusAt(entries: readonly ListEntry[], time: number): string | undefined {
  const found = new Set(entries.map((entry) => stateAt(entry, time)?.status));
  return found.size === 1 ? [...found][0] : undefined;
}

/** Undefined if there was none yet, or if the states are out of order or two began at one time. */
export function stateAt(entry: ListEntry, time: number): ServiceState | undefined {
  const states: readonly ServiceState[] = [entry, ...entry.history];
  const isOrdered = states.every(({ since }, index) => index === 0 || since < (states[index - 1]?.since ?? 0));
  return isOrdered ? states.find(({ since }) => since <= time) : undefined;
}

/** Whether a certificate of the service is the signer's, has its key and name, or is above it. */
function isOf({ certificates }: ListEntry, chain: readonly X509Certificate[], now: number): boolean {
  const listed = certificates.map((one) => new X509Certificate(Buffer.from(one, 'base64'))).filter(hasKnownKey);
  const [leaf] = chain;
  if (leaf === undefined || !hasKnownKey(leaf)) return false;
  const anchors = listed.filter(
    ({ ca, subject, publicKey }) => ca || (subject === leaf.subject && publicKey.equals(leaf.publicKey)),
  );
  try {
    verifiedCertificates(
      chain.map(({ raw }) => raw),
      anchors,
      now,
    );
    return true;
  } catch (error) {
    if (error instanceof CertificateError) return false;
    throw error;
  }
}
