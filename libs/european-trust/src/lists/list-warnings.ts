/** Rules of the standards that an accepted list breaks, and changes that its operator must adopt. Plain data. */

/** By code, a contract. */
export const listWarnings = {
  signer_purpose: 'The certificate does not have the purpose of signing lists',
  signer_key_usage: 'The key usage does not allow signing lists',
  signer_country: "The signer's country is not the scheme's territory",
  signer_organisation: "The signer's organisation is not the scheme's operator",
  signer_name: "The signer's name does not match the list's operator",
  signer_validity: "The signer's certificate was not valid when the list was issued",
  member_missing: 'The list lacks a member that its type demands',
  history_period: "The period does not match the list's type",
  pointers: 'A European list must have one pointer, to itself; annex H lists have no pointers',
  entity_role: 'The entity has no address that contains its role',
  service_without_certificate: 'The service has no certificate',
  certificate_twice: 'A certificate is listed twice',
  certificate_malformed: 'A certificate is not DER in base64',
  certificates_differ: 'The certificates of a service must have the same key and subject',
  certificate_organisation: "The certificate's organisation is not the entity",
  new_address: 'The list has a new address. Put it into the source',
  new_publication: 'A newer publication contains the signers. Add it to the source',
} as const;

export type ListWarningCode = keyof typeof listWarnings;

export interface ListWarning {
  readonly code: ListWarningCode;
  /** JSON pointer (RFC 6901), or the path of an XML element. */
  readonly pointer: string;
  /** One sentence. */
  readonly detail: string;
  /** What to put into the source. */
  readonly value?: string;
}

export function listWarning(code: ListWarningCode, pointer: string, value?: string): ListWarning {
  const detail = listWarnings[code];
  return value === undefined ? { code, pointer, detail } : { code, pointer, detail: `${detail}: ${value}`, value };
}
