/** What the checks of a registration certificate and of an access certificate find. */
import { CertificateError } from '@countersign/shared/crypto/certificate-error';
import type { Json } from '@countersign/shared/kernel/json';
import type { Facts } from '@countersign/shared/kernel/reasons/facts';
import type { RegistrationReason } from './registration-reasons.ts';

/**
 * The document that a pointer leads into: header or claims of the registration certificate, the chain of the access certificate, or
 * what the tenant asks for or offers. Members of a CWT's header have the names of the JWT's.
 */
export type CheckedDocument = 'header' | 'claims' | 'access certificate' | 'query' | 'device request' | 'offered types';

export interface Finding {
  readonly reason: RegistrationReason;
  readonly document: CheckedDocument;
  /** Set where it was found in the CWT, whose JWT is right. */
  readonly form?: 'cwt';
  /** JSON pointer (RFC 6901). */
  readonly pointer: string;
  /** One sentence. Names of parties and values of claims are not in it. */
  readonly detail: string;
  readonly facts?: Facts;
  /** What is registered in place of what the pointer leads to, and where the registration certificate has it. */
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

/** An error with one finding. */
export function refused(finding: Finding, cause?: unknown): RegistrationError {
  return new RegistrationError([finding], cause);
}

/**
 * Runs the check of a chain.
 * @param finding what a refused chain means
 * @throws RegistrationError in place of a CertificateError
 */
export function withChainFinding<T>(finding: Finding, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof CertificateError) throw refused({ ...finding, facts: error.facts }, error);
    throw error;
  }
}
