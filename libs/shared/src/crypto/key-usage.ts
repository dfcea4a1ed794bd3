/**
 * The key usage that a signer's certificate may have, by what it signs (RFC 5280, 4.2.1.3). One row per purpose, with
 * its clause.
 */
import type { X509Certificate } from 'node:crypto';
import { keyUsage } from './certificate-extensions.ts';

/** What the certificate's key signs. */
export type Signed = 'credential' | 'attestation' | 'list' | 'access' | 'mdoc';

const DIGITAL_SIGNATURE = 0x100;
/** Called nonRepudiation before. */
const CONTENT_COMMITMENT = 0x080;
const KEY_CERT_SIGN = 0x008;
const CRL_SIGN = 0x004;

/** A seal requires one of these. */
const SEALS = DIGITAL_SIGNATURE | CONTENT_COMMITMENT;
/** RFC 5280, 4.2.1.3 and 4.2.1.9: for CAs only. */
const OF_AUTHORITIES = KEY_CERT_SIGN | CRL_SIGN;

interface UsageRule {
  /** The usage must include at least one of them; 0: any usage will do. */
  readonly oneOf: number;
  /** The usage must include none of them. */
  readonly noneOf: number;
}

const RULES: Readonly<Record<Signed, UsageRule>> = {
  /**
   * ETSI TS 119 412-6, PID-4.4.1-02, and EN 319 412-3, LEG-4.3.1-3 and -4: only contentCommitment is preferred for
   * seals.
   */
  credential: { oneOf: SEALS, noneOf: OF_AUTHORITIES },
  /** ETSI TS 119 412-6, 4.4.1: wallet providers have the same rules as PID providers. */
  attestation: { oneOf: SEALS, noneOf: OF_AUTHORITIES },
  /**
   * Token Status List specifies no usage. The provider that seals credentials seals their lists (ETSI TS 119 412-6, as
   * above).
   */
  list: { oneOf: SEALS, noneOf: OF_AUTHORITIES },
  /** ETSI TS 119 411-8 by EN 319 412-2, NAT-4.3.2-1: types A to F, so no bit is demanded. */
  access: { oneOf: 0, noneOf: OF_AUTHORITIES },
  /** ISO/IEC 18013-5, annex B: a document signer has digitalSignature. */
  mdoc: { oneOf: DIGITAL_SIGNATURE, noneOf: OF_AUTHORITIES },
};

/** Whether the key may sign this; a certificate that restricts no usage may. */
export function mayBeUsedFor(signed: Signed, certificate: X509Certificate): boolean {
  const usage = keyUsage(certificate);
  if (usage === undefined) return true;
  const { oneOf, noneOf } = RULES[signed];
  return (oneOf === 0 || (usage & oneOf) !== 0) && (usage & noneOf) === 0;
}
