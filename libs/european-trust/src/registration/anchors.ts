/**
 * Trust anchors by class: a certificate of one class is never an anchor for another (ETSI TS 119 602, annexes F and G).
 */
import type { X509Certificate } from 'node:crypto';

/** Access certificates; registration certificates; status lists of registration certificates. */
export type AnchorClass = 'WRPAC' | 'WRPRC/Issuance' | 'WRPRC/Revocation';

/** The class is part of the type, so that anchors of another class do not compile. */
export interface AnchorsOf<Class extends AnchorClass> {
  readonly class: Class;
  readonly certificates: readonly X509Certificate[];
}

export function anchorsOf<Class extends AnchorClass>(
  anchorClass: Class,
  certificates: readonly X509Certificate[],
): AnchorsOf<Class> {
  return { class: anchorClass, certificates };
}

/** One provider of registration certificates. Its revocation service signs only the status of its own certificates. */
export interface RegistrationProvider {
  readonly issuance: AnchorsOf<'WRPRC/Issuance'>;
  readonly revocation: AnchorsOf<'WRPRC/Revocation'>;
}
