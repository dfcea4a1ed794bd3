/** Certificates as a backend or a user sends them: PEM, and nothing else. Pure. */
import { X509Certificate } from 'node:crypto';
import { isoTime } from '../kernel/clock.ts';
import { hasKnownKey, notAfter } from './x509.ts';

/** Maximum number of certificates in one text. */
export const MAX_CERTIFICATES = 20;
const BLOCK = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

export interface UploadedCertificates {
  /** All errors. Each continues a sentence that starts with the member's name, or with "Certificate 2". */
  readonly findings: readonly string[];
  /** The readable certificates, in their order. */
  readonly certificates: readonly X509Certificate[];
}

/**
 * Reads certificates in PEM.
 * @param now milliseconds: an expired certificate is an error
 * @param more what else is wrong with a certificate, as the end of a sentence
 */
export function readUploadedCertificates(
  pem: string,
  now: number,
  more: (certificate: X509Certificate) => readonly string[] = () => [],
): UploadedCertificates {
  const blocks = pem.match(BLOCK) ?? [];
  const read = blocks.slice(0, MAX_CERTIFICATES).map(parsed);
  return {
    certificates: read.filter((one) => one !== undefined),
    findings: [
      ...textFindings(pem, blocks.length),
      ...read.flatMap((certificate, index) =>
        certificateFindings(certificate, now, more).map((detail) => `Certificate ${index + 1} ${detail}`),
      ),
    ],
  };
}

function textFindings(pem: string, count: number): readonly string[] {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) return ['must not contain a private key'];
  if (count === 0) return ['must contain a certificate in PEM: -----BEGIN CERTIFICATE-----'];
  if (count > MAX_CERTIFICATES) return [`contains ${count} certificates; at most ${MAX_CERTIFICATES} are allowed`];
  if (pem.replace(BLOCK, '').trim() !== '') return ['must contain only certificates in PEM, and no other text'];
  return [];
}

function certificateFindings(
  certificate: X509Certificate | undefined,
  now: number,
  more: (certificate: X509Certificate) => readonly string[],
): readonly string[] {
  if (certificate === undefined) return ['cannot be read'];
  if (!hasKnownKey(certificate)) return ['has a key of an unknown type'];
  const end = notAfter(certificate);
  return [...more(certificate), ...(end < now ? [`expired at ${isoTime(end)}`] : [])];
}

function parsed(block: string): X509Certificate | undefined {
  try {
    return new X509Certificate(block);
  } catch {
    return undefined;
  }
}
