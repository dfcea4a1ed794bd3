/** What the checks of a registration certificate and of an access certificate find. */
import { CertificateError } from '@countersign/shared/crypto/certificate-error';
import type { Json } from '@countersign/shared/kernel/json';
import type { Facts } from '@countersign/shared/kernel/reasons/facts';
import type { RegistrationReason } from './registration-reasons.ts';

/**
 * The document that a pointer refers to: header or claims of the registration certificate, the access certificate's
 * chain, or what the tenant requests or offers. Members of a CWT's header have the JWT's names.
 */
export type CheckedDocument = 'header' | 'claims' | 'access certificate' | 'query' | 'device request' | 'offered types';

export interface Finding {
  readonly reason: RegistrationReason;
  readonly document: CheckedDocument;
  /** Set if only the CWT has the error, not the JWT. */
  readonly form?: 'cwt';
  /** JSON pointer (RFC 6901). */
  readonly pointer: string;
  /** One sentence. Names of parties and values of claims are not in it. */
  readonly detail: string;
  readonly facts?: Facts;
  /** What is registered instead of the value at the pointer, and where the registration certificate has it. */
  readonly registered?: { readonly pointer: string; readonly value: Json };
}

export class RegistrationError extends Error {
  override readonly name = 'RegistrationError';
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[], cause?: unknown) {
    super(`Refused: ${findings.map(({ reason }) => reason).join()}`, cause === undefined ? undefined : { cause });
    this.findings = findings;
  }
}

/** An error with one message. */
export function refused(finding: Finding, cause?: unknown): RegistrationError {
  return new RegistrationError([finding], cause);
}

/**
 * Runs the check of a chain.
 * @param finding the error for a refused chain
 * @throws RegistrationError instead of a CertificateError
 */
export function withChainFinding<T>(finding: Finding, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof CertificateError) throw refused({ ...finding, facts: error.facts }, error);
    throw error;
  }
}
