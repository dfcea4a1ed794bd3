/** A registration certificate whose signature and claims have been checked. */
import type { X509Certificate } from 'node:crypto';
import { compileSchema } from '@countersign/shared/http/validate';
import type { StatusEntry } from '@countersign/shared/trust/status-reference';
import { isEntitlement } from './entitlements.ts';
import { type RegistrationClaims, registrationClaims } from './registration-claims.ts';
import { RegistrationError, refused } from './registration-error.ts';
import type { WrittenCertificate } from './written-certificate.ts';

export interface RegistrationCertificate {
  readonly form: 'jwt' | 'cwt';
  /** As it is sent: the compact JWT, or the bytes of the CWT. */
  readonly sent: string | Buffer;
  readonly claims: RegistrationClaims;
  /** The certificates between the signer and the anchor, leaf first. */
  readonly path: readonly X509Certificate[];
}

const validate = compileSchema(registrationClaims);

/**
 * Checks the types of the claims (ETSI TS 119 475, 5.2.4), and that there is an entitlement (GEN-5.2.4-03). A claim that the register
 * does not have may be missing.
 * @throws RegistrationError with every error
 */
export function readClaims(
  { form, sent, claims }: WrittenCertificate,
  path: readonly X509Certificate[],
): RegistrationCertificate {
  const findings = validate(claims).map(({ pointer, detail }) => ({
    reason: 'registration_certificate_malformed' as const,
    document: 'claims' as const,
    pointer,
    detail: `The claim ${detail}`,
  }));
  if (findings.length > 0) throw new RegistrationError(findings);
  const read = claims as RegistrationClaims;
  if (!read.entitlements.some(isEntitlement)) {
    throw refused({
      reason: 'registration_certificate_malformed',
      document: 'claims',
      pointer: '/entitlements',
      detail: 'The certificate must have an entitlement of ETSI TS 119 475, annex A',
    });
  }
  return { form, sent, claims: read, path };
}

/** Where the status is published; undefined without one. */
export function statusOf({ status }: RegistrationClaims): StatusEntry | undefined {
  const list = status?.status_list;
  return list === undefined ? undefined : { uri: list.uri, idx: Number(list.idx) };
}

/**
 * What distinguishes the certificate from its provider's others (6.2.6.1-03 doesn't say which claim); undefined without
 * one.
 */
export function identifierOf(claims: RegistrationClaims): string | undefined {
  const status = statusOf(claims);
  return claims.jti ?? (status && `${status.uri}#${status.idx}`);
}
