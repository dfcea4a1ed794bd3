/** The form of a certificate request, and the resulting body. Pure. */
import { linesOf } from '../../parts/lines.ts';
import type { Purpose } from './key.ts';

/** What an authority certifies keys for. */
export const certifiedPurposes = ['request', 'metadata', 'credential', 'mdoc'] as const satisfies readonly Purpose[];

export interface CertificateDraft {
  readonly set: string;
  readonly purpose: Purpose;
  readonly holder: 'organization' | 'person';
  readonly commonName: string;
  readonly organization: string;
  readonly organizationIdentifier: string;
  readonly givenName: string;
  readonly surname: string;
  readonly serialNumber: string;
  readonly country: string;
  /** Addresses and e-mail addresses, one per line. */
  readonly contacts: string;
  /** One per line. */
  readonly hosts: string;
}

export const EMPTY_CERTIFICATE: CertificateDraft = {
  set: 'default',
  purpose: 'request',
  holder: 'organization',
  commonName: '',
  organization: '',
  organizationIdentifier: '',
  givenName: '',
  surname: '',
  serialNumber: '',
  country: '',
  contacts: '',
  hosts: '',
};

const OF_HOLDER = {
  organization: ['organization', 'organizationIdentifier'],
  person: ['givenName', 'surname', 'serialNumber'],
} as const;

export function pathOfKeySet({ set, purpose }: { readonly set: string; readonly purpose: string }): string {
  return `/key-sets/${encodeURIComponent(set.trim())}/${purpose}`;
}

/** Name of the file with the certificate request. */
export function requestFile({ set, purpose }: { readonly set: string; readonly purpose: string }): string {
  return `${set.trim()}-${purpose}.csr`;
}

/** Empty fields are left out. */
export function subjectOf(draft: CertificateDraft): object {
  const contacts = linesOf(draft.contacts).map((line) => line.replace(/^mailto:/i, ''));
  const isMail = (contact: string): boolean => /^[^:/]+@/.test(contact);
  const members = {
    ...Object.fromEntries(OF_HOLDER[draft.holder].map((name) => [name, draft[name].trim()])),
    commonName: draft.commonName.trim(),
    country: draft.country.trim().toUpperCase(),
    uris: contacts.filter((contact) => !isMail(contact)),
    emails: contacts.filter(isMail),
    hosts: linesOf(draft.hosts),
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value.length > 0));
}
