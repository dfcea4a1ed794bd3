/**
 * Parts of an access certificate that node:crypto doesn't parse: the subject (RFC 5280, 4.1.2.6), policies, contacts,
 * addresses. Pure.
 */

import { isUtf8 } from 'node:buffer';
import type { X509Certificate } from 'node:crypto';
import { extensionsOf } from '@countersign/shared/crypto/certificate-extensions';
import { childrenOf, type Element, elementsOf, TAG } from '@countersign/shared/crypto/der';
import { ACCESS, EXTENSION } from '@countersign/shared/crypto/object-identifiers';

/** Attributes of a subject, each as the hexadecimal of its DER object identifier (X.520). */
export const ATTRIBUTE = {
  commonName: '550403',
  surname: '550404',
  serialNumber: '550405',
  country: '550406',
  organization: '55040a',
  givenName: '55042a',
  pseudonym: '550441',
  organizationIdentifier: '550461',
} as const;

const CPS_ADDRESS = '2b06010505070201';
const ANY_POLICY = '551d2000';
/** telephoneNumber, 2.5.4.20, as the type of an otherName. */
const TELEPHONE = '550414';

/** RFC 5280, 4.2.1.6: implicit tags of a GeneralName. */
const OTHER_NAME = 0xa0;
const EMAIL = 0x81;
const URI = 0x86;
/** `[0] EXPLICIT Version` */
const VERSION = 0xa0;

/** The values of each attribute, in order. A value that is not UTF-8, printable or IA5 is treated as empty. */
export function subjectAttributes(certificate: X509Certificate): ReadonlyMap<string, readonly string[]> {
  const [whole] = elementsOf(certificate.raw) ?? [];
  const [toBeSigned] = childrenOf(whole) ?? [];
  const fields = (childrenOf(toBeSigned) ?? []).filter(({ tag }, index) => index > 0 || tag !== VERSION);
  // RFC 5280, 4.1: serial number, signature, issuer, validity, subject
  const subject = fields[4];
  const attributes = new Map<string, string[]>();
  for (const name of childrenOf(subject) ?? []) {
    for (const attribute of childrenOf(name) ?? []) {
      const [type, value] = childrenOf(attribute) ?? [];
      const key = hexOf(type);
      attributes.set(key, [...(attributes.get(key) ?? []), textOf(value)]);
    }
  }
  return attributes;
}

/** The addresses (URIs) among the subject alternative names, as written. */
export function uriNames(certificate: X509Certificate): readonly string[] {
  return alternativeNames(certificate)
    .filter(({ tag }) => tag === URI)
    .map(({ content }) => content.toString('latin1'));
}

/** Whether there is a contact among the subject alternative names: address, email or telephone. */
export function hasContact(certificate: X509Certificate): boolean {
  return alternativeNames(certificate).some((name) => {
    if (name.tag === OTHER_NAME) return hexOf(childrenOf(name)?.[0]) === TELEPHONE;
    return (name.tag === URI || name.tag === EMAIL) && name.content.length > 0;
  });
}

/** Whether a policy is named, and whether one has the address of its practice statement. */
export function policiesOf(certificate: X509Certificate): { readonly named: boolean; readonly address: boolean } {
  const policies = membersOf(certificate, EXTENSION.policies);
  const named = policies.some((policy) => {
    const name = hexOf(childrenOf(policy)?.[0]);
    return name !== '' && name !== ANY_POLICY;
  });
  const qualifiers = policies.flatMap((policy) => childrenOf(childrenOf(policy)?.[1]) ?? []);
  const address = qualifiers.some((qualifier) => {
    const [type, value] = childrenOf(qualifier) ?? [];
    return hexOf(type) === CPS_ADDRESS && textOf(value) !== '';
  });
  return { named, address };
}

/** Whether the certificate of the issuer has an address, and whether revocation can be checked, or need not be. */
export function sourcesOf(certificate: X509Certificate): { readonly issuer: boolean; readonly revocation: boolean } {
  const methods = membersOf(certificate, EXTENSION.authorityInformation).map((one) => hexOf(childrenOf(one)?.[0]));
  const extensions = extensionsOf(certificate);
  const listed = extensions.has(EXTENSION.crlDistributionPoints) || extensions.has(EXTENSION.validityAssured);
  return { issuer: methods.includes(ACCESS.caIssuers), revocation: listed || methods.includes(ACCESS.ocsp) };
}

/** Whether a log of certificate transparency has signed a timestamp. */
export function hasTimestamps(certificate: X509Certificate): boolean {
  return extensionsOf(certificate).has(EXTENSION.timestamps);
}

function alternativeNames(certificate: X509Certificate): readonly Element[] {
  return membersOf(certificate, EXTENSION.alternativeNames);
}

/** The elements of an extension that is a sequence; none if it is missing. */
export function membersOf(certificate: X509Certificate, extension: string): readonly Element[] {
  const value = extensionsOf(certificate).get(extension);
  return (value === undefined ? undefined : childrenOf(elementsOf(value)?.[0])) ?? [];
}

/** An object identifier's DER content; empty for another element. */
export function hexOf(element: Element | undefined): string {
  return element?.tag === TAG.oid ? element.content.toString('hex') : '';
}

/** Empty for another element, and for bytes that are not text of its type. */
export function textOf(element: Element | undefined): string {
  if (element?.tag === TAG.utf8String) return isUtf8(element.content) ? element.content.toString('utf8') : '';
  const isAscii = element?.tag === TAG.printableString || element?.tag === TAG.ia5String;
  return isAscii ? element.content.toString('latin1') : '';
}
