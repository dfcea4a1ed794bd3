/** Single values of a list: times, names, certificates (ETSI TS 119 612, 5.1 and 5.5.3). Pure. */
import { X509Certificate } from 'node:crypto';
import type { ServiceIdentity } from './list-value.ts';
import { childrenNamed, textIn, type XmlElement } from './xml-element.ts';

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** Base64 of a certificate has at most so many characters. */
const LONGEST_CERTIFICATE = 16_384;

/** Milliseconds; undefined for anything but a UTC time in whole seconds that exists (5.1.3). */
export function timeOf(element: XmlElement | undefined): number | undefined {
  const text = textIn(element);
  if (text === undefined || !TIME.test(text)) return undefined;
  const time = Date.parse(text);
  // Date.parse takes 30 February for 1 March.
  return Number.isNaN(time) || new Date(time).toISOString() !== text.replace('Z', '.000Z') ? undefined : time;
}

/** The text of each child with this name, in the list's order. */
export function textsOf(element: XmlElement | undefined, name: string): readonly string[] {
  return childrenNamed(element, name).flatMap((child) => textIn(child) ?? []);
}

/** The first English name, otherwise the first name. */
export function englishName(element: XmlElement | undefined): string {
  const names = childrenNamed(element, 'tsl:Name');
  const english = names.find(({ attributes }) => attributes.get('xml:lang')?.toLowerCase().startsWith('en'));
  return textIn(english ?? names[0]) ?? '';
}

/** @returns base64 of the DER without white space; undefined if it isn't a certificate */
export function certificateOf(text: string | undefined): string | undefined {
  const value = text?.replace(/\s+/g, '') ?? '';
  if (value === '' || value.length > LONGEST_CERTIFICATE || !BASE64.test(value)) return undefined;
  try {
    const { raw } = new X509Certificate(Buffer.from(value, 'base64'));
    // Bytes after the certificate would not be part of it.
    return raw.toString('base64') === value ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The identity of a service; undefined if one of its certificates can't be read or is there twice (5.5.3). */
export function identityOf(element: XmlElement | undefined): ServiceIdentity | undefined {
  const parts = childrenNamed(element, 'tsl:DigitalId').flatMap(({ children }) => children);
  const valuesOf = (name: string): readonly string[] =>
    parts.filter((part) => part.name === name).flatMap((part) => textIn(part) ?? []);
  const written = parts.filter(({ name }) => name === 'tsl:X509Certificate');
  const certificates = written.flatMap((part) => certificateOf(textIn(part)) ?? []);
  if (new Set(certificates).size < written.length) return undefined;
  return {
    certificates,
    keyIdentifiers: valuesOf('tsl:X509SKI').map((value) => value.replace(/\s+/g, '')),
    subjectNames: valuesOf('tsl:X509SubjectName'),
  };
}
