/** Why a chain of certificates is refused. Callers translate it into the error of their format. */
import type { X509Certificate } from 'node:crypto';
import type { Facts } from '../kernel/reasons/facts.ts';
import { certificateFacts } from './x509.ts';

export class CertificateError extends Error {
  override readonly name = 'CertificateError';
  readonly facts: Facts;

  /**
   * @param detail the error, by a stable name
   * @param certificate the certificate with the error
   */
  constructor(detail: string, certificate?: X509Certificate) {
    super(`The chain of certificates is refused: ${detail}`);
    this.facts = { detail, ...(certificate === undefined ? {} : certificateFacts(certificate)) };
  }
}
