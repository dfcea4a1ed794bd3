/** Whether a certificate may sign a list: configured, under a configured authority, or announced by the list before. */
import { X509Certificate } from 'node:crypto';
import { CertificateError } from '@countersign/shared/crypto/certificate-error';
import { hasPurpose } from '@countersign/shared/crypto/certificate-extensions';
import { verifiedCertificates } from '@countersign/shared/crypto/certificate-path';
import { mayBeUsedFor } from '@countersign/shared/crypto/key-usage';
import { certificateFacts, hasKnownKey, isValidAt } from '@countersign/shared/crypto/x509';
import { ATTRIBUTE, subjectAttributes } from '../registration/certificate-content.ts';
import { refusedList } from './list-error.ts';
import { type ListWarning, type ListWarningCode, listWarning } from './list-warnings.ts';
import type { ListSigner } from './trust-list.ts';

export interface SignerRules {
  /** DER, in base64. */
  readonly pins: readonly string[];
  /** DER, in base64: of the last good list. */
  readonly successors: readonly string[];
  /** Milliseconds. */
  readonly now: number;
}

type Chain = readonly [X509Certificate, ...X509Certificate[]];

/**
 * Checks that the leaf is valid now, and is one of the certificates or issued by one that is an authority. @throws
 * ListError
 */
export function checkSigner(chain: Chain, { pins, successors, now }: SignerRules): ListSigner {
  const [leaf] = chain;
  const { subject, sha256 } = certificateFacts(leaf);
  if (pins.length === 0) throw refusedSigner(leaf, 'The source has no signer, so the list is not used');
  if (!hasKnownKey(leaf) || !isValidAt(leaf, now)) {
    throw refusedSigner(leaf, "The signer's certificate is not valid now");
  }
  const der = leaf.raw.toString('base64');
  if (pins.includes(der)) return { subject, sha256, by: 'pin' };
  if (isUnderAuthority(chain, pins, now)) return { subject, sha256, by: 'authority' };
  if (successors.includes(der)) return { subject, sha256, by: 'successor' };
  throw refusedSigner(leaf, 'The list is signed by a certificate that the source does not name');
}

function isUnderAuthority(chain: Chain, pins: readonly string[], now: number): boolean {
  const authorities = pins.map((pin) => new X509Certificate(Buffer.from(pin, 'base64'))).filter(({ ca }) => ca);
  if (authorities.length === 0) return false;
  // The authority itself may be in the chain.
  const sent = chain.filter((one, index) => index === 0 || !authorities.some(({ raw }) => raw.equals(one.raw)));
  try {
    verifiedCertificates(
      sent.map(({ raw }) => raw),
      authorities,
      now,
      'list',
    );
    return true;
  } catch (error) {
    if (error instanceof CertificateError) return false;
    throw error;
  }
}

/** 0.4.0.2231.3.0 (ETSI TS 119 612, 5.7.1): signs lists. */
const LIST_SIGNING = '040091370300';

/** Requirements of the standards that real lists' signers violate. */
export function signerFindings([leaf]: Chain): readonly ListWarning[] {
  return [
    ...(hasPurpose(leaf, LIST_SIGNING) ? [] : [warning('signer_purpose')]),
    ...(leaf.ca || !mayBeUsedFor('list', leaf) ? [warning('signer_key_usage')] : []),
  ];
}

/**
 * ETSI TS 119 602, 6.8: country and organisation match the scheme's. Case is ignored, because it differs in real lists.
 */
export function signerNameFindings(
  [leaf]: Chain,
  territory: string,
  operators: readonly string[],
): readonly ListWarning[] {
  const attributes = subjectAttributes(leaf);
  const has = (name: keyof typeof ATTRIBUTE, expected: readonly string[]): boolean => {
    const values = attributes.get(ATTRIBUTE[name]) ?? [];
    return values.some((value) => expected.some((one) => one.toLowerCase() === value.toLowerCase()));
  };
  return [
    ...(has('country', [territory]) ? [] : [warning('signer_country')]),
    ...(has('organization', operators) ? [] : [warning('signer_organisation')]),
  ];
}

function warning(code: ListWarningCode): ListWarning {
  return listWarning(code, '/x5c/0');
}

function refusedSigner(leaf: X509Certificate, detail: string): Error {
  const facts = certificateFacts(leaf);
  return refusedList('trust_list_signer', ['/x5c/0', `${detail}: ${facts.subject}`], { facts });
}
