/**
 * What the subject of an access certificate must have (ETSI TS 119 411-8; EN 319 412-2 and -3) before it is requested
 * from an authority. Pure.
 */
import type { RequestedSubject } from '@countersign/shared/crypto/certificate-request';
import type { KeyPurpose } from '@countersign/shared/crypto/keys';
import type { FieldError } from '@countersign/shared/kernel/errors';

/** LEG-4.2.1-2 and -3; NAT-4.2.4-1 with the identifier (ETSI TS 119 475, 5.1.4). */
const LEGAL = ['country', 'organization', 'organizationIdentifier'] as const;
const NATURAL = ['country', 'serialNumber'] as const;

/** None for purposes that need no access certificate. */
export function accessSubjectFindings(purpose: KeyPurpose, subject: RequestedSubject): readonly FieldError[] {
  if (purpose !== 'request' && purpose !== 'metadata') return [];
  const { givenName, surname, pseudonym, organizationIdentifier, uris = [], emails = [], telephones = [] } = subject;
  const isPerson = organizationIdentifier === undefined && (givenName ?? surname ?? pseudonym) !== undefined;
  const missing = (isPerson ? NATURAL : LEGAL).filter((member) => subject[member] === undefined);
  const findings = missing.map((member) => ({
    pointer: `/${member}`,
    detail: `The subject of an access certificate of ${isPerson ? 'a person' : 'an organization'} must have ${member}`,
  }));
  if (uris.length + emails.length + telephones.length > 0) return findings;
  // GEN-6.6.1-07
  return [
    ...findings,
    {
      pointer: '/uris',
      detail: 'An access certificate must have a contact: an address, an email or a telephone number',
    },
  ];
}
