/** Access certificates (ETSI TS 119 411-8; their subject by EN 319 412-2 and -3). */
import type { KeyObject, X509Certificate } from 'node:crypto';
import { keyUsage } from '@countersign/shared/crypto/certificate-extensions';
import { verifyCertificateChain } from '@countersign/shared/crypto/certificate-path';
import { certificateFacts, hasKnownKey, isSelfSigned } from '@countersign/shared/crypto/x509';
import type { AnchorsOf } from './anchors.ts';
import {
  ATTRIBUTE,
  hasContact,
  hasTimestamps,
  policiesOf,
  sourcesOf,
  subjectAttributes,
} from './certificate-content.ts';
import { type Finding, RegistrationError, withChainFinding } from './registration-error.ts';
import type { RegistrationSettings } from './settings.ts';

export interface AccessChain {
  /** Leaf first, without the anchor, as sent. */
  readonly chain: readonly X509Certificate[];
  readonly anchors: AnchorsOf<'WRPAC'>;
  /** The tenant's key, which signs requests and metadata with this certificate. */
  readonly publicKey: KeyObject;
  /** Milliseconds. */
  readonly now: number;
  readonly settings: Pick<RegistrationSettings, 'requireSct'>;
}

export interface CheckedAccessCertificate {
  readonly leaf: X509Certificate;
  /** Accepted, but should be fixed. */
  readonly warnings: readonly Finding[];
}

/** @throws RegistrationError with every error */
export function checkAccessCertificate(access: AccessChain): CheckedAccessCertificate {
  const [leaf] = access.chain;
  if (leaf === undefined) throw new RegistrationError([untrusted('', 'The chain must have the access certificate')]);
  const chainFindings = [...checkChain(access, leaf)];
  const broken = [...chainFindings, ...keyFindings(access, leaf), ...contentFindings(leaf)];
  const timestamps = hasTimestamps(leaf) || access.settings.requireSct === 'off' ? [] : [NO_TIMESTAMP];
  const isRefused = access.settings.requireSct === 'refuse';
  const findings = isRefused ? [...broken, ...timestamps] : broken;
  if (findings.length > 0) throw new RegistrationError(findings);
  return { leaf, warnings: isRefused ? [] : timestamps };
}

/** ARF CT_04: "if such a log is available". */
const NO_TIMESTAMP = invalid('/extensions', 'No log of certificate transparency has signed a timestamp');

/** ARF Reg_10b: leaf first, no anchor. A self-signed leaf is one. */
function checkChain({ chain, anchors, now }: AccessChain, leaf: X509Certificate): readonly Finding[] {
  const sent = chain.findIndex((one) => anchors.certificates.some(({ raw }) => raw.equals(one.raw)));
  if (sent !== -1) return [untrusted(`/${sent}`, 'The chain must not contain the anchor')];
  if (isSelfSigned(leaf)) return [untrusted('/0', 'The access certificate must not be self-signed')];
  const finding = untrusted(
    '',
    'The chain does not end at a trusted access certificate authority, or is not valid now',
  );
  try {
    const der = chain.map(({ raw }) => raw);
    withChainFinding(finding, () => verifyCertificateChain(der, anchors.certificates, now, 'access'));
    return [];
  } catch (error) {
    if (error instanceof RegistrationError) return error.findings;
    throw error;
  }
}

function keyFindings({ publicKey }: AccessChain, leaf: X509Certificate): readonly Finding[] {
  if (hasKnownKey(leaf) && leaf.publicKey.equals(publicKey)) return [];
  const detail = "The access certificate must be for the tenant's key";
  const facts = certificateFacts(leaf);
  return [{ reason: 'access_certificate_key', document: 'access certificate', pointer: '/0', detail, facts }];
}

interface ContentRule {
  readonly holds: (leaf: X509Certificate) => boolean;
  readonly pointer: string;
  readonly detail: string;
}

/** One row a rule, with its clause. */
const RULES: readonly ContentRule[] = [
  // GEN-6.6.1-03: a policy of the standard, or one of the authority's own
  {
    holds: (leaf) => policiesOf(leaf).named,
    pointer: '/0/extensions/certificatePolicies',
    detail: 'The certificate must contain a certificate policy',
  },
  // GEN-6.6.1-06
  {
    holds: (leaf) => policiesOf(leaf).address,
    pointer: '/0/extensions/certificatePolicies',
    detail: "A policy must contain its practice statement's address",
  },
  // GEN-6.6.1-07
  {
    holds: hasContact,
    pointer: '/0/extensions/subjectAltName',
    detail: 'The certificate must contain a web address, an email address or a telephone number',
  },
  // EN 319 412-2, NAT-4.3.2-1
  { holds: hasUsageType, pointer: '/0/extensions/keyUsage', detail: 'The key usage must be one of the types A to F' },
  // EN 319 412-2, 4.4.1
  {
    holds: (leaf) => sourcesOf(leaf).issuer,
    pointer: '/0/extensions/authorityInfoAccess',
    detail: "The certificate must contain the address of its issuer's certificate",
  },
  // EN 319 412-2, 4.3.11 and 4.4.1
  {
    holds: (leaf) => sourcesOf(leaf).revocation,
    pointer: '/0/extensions',
    detail: 'The certificate must have an address of OCSP or of a revocation list',
  },
];

function contentFindings(leaf: X509Certificate): readonly Finding[] {
  const broken = RULES.filter(({ holds }) => !holds(leaf)).map(({ pointer, detail }) => invalid(pointer, detail));
  return [...subjectFindings(leaf), ...broken];
}

/** LEG-4.2.1-2 and -3: each exactly once. */
const LEGAL = ['country', 'organization', 'organizationIdentifier', 'commonName'] as const;
/** NAT-4.2.4-1, and the identifier (ETSI TS 119 475, 5.1.4). */
const NATURAL = ['country', 'commonName', 'serialNumber'] as const;
const NAMES = ['givenName', 'surname', 'pseudonym'] as const;

/** EN 319 412-1, 5.1.3 and 5.1.4: the kind of register, the country, the number. Greece is EL. */
const IDENTIFIER = /^[A-Z]{3}(?!GR)[A-Z]{2}-\S(.*\S)?$/s;

function subjectFindings(leaf: X509Certificate): readonly Finding[] {
  const attributes = subjectAttributes(leaf);
  const valuesOf = (name: keyof typeof ATTRIBUTE): readonly string[] => attributes.get(ATTRIBUTE[name]) ?? [];
  const isNatural = valuesOf('organizationIdentifier').length === 0 && NAMES.some((name) => valuesOf(name).length > 0);
  const [needed, identifier] = isNatural
    ? [NATURAL, 'serialNumber' as const]
    : [LEGAL, 'organizationIdentifier' as const];
  const missing = needed.filter((name) => valuesOf(name).length !== 1 || valuesOf(name)[0] === '');
  const findings = missing.map((name) => invalid(`/0/subject/${name}`, `The subject must have ${name} exactly once`));
  const [value] = valuesOf(identifier);
  if (missing.some((name) => name === identifier) || (value !== undefined && IDENTIFIER.test(value))) return findings;
  const detail = 'The identifier must have the form of ETSI EN 319 412-1, such as NTRDE-HRB123456';
  return [...findings, invalid(`/0/subject/${identifier}`, detail)];
}

const SIGNATURES = 0x100;
const COMMITMENT = 0x080;
/** Key encipherment and key agreement. */
const ENCRYPTION = 0x050;

/** A commitment; B commitment and signatures; C signatures; D C and encryption; E encryption; F all. */
function hasUsageType(leaf: X509Certificate): boolean {
  const usage = keyUsage(leaf) ?? 0;
  if (usage === 0 || (usage & ~(SIGNATURES | COMMITMENT | ENCRYPTION)) !== 0) return false;
  // No type has a commitment and encryption without signatures.
  return (usage & COMMITMENT) === 0 || (usage & ENCRYPTION) === 0 || (usage & SIGNATURES) !== 0;
}

function untrusted(pointer: string, detail: string): Finding {
  return { reason: 'access_certificate_untrusted', document: 'access certificate', pointer, detail };
}

function invalid(pointer: string, detail: string): Finding {
  return { reason: 'access_certificate_invalid', document: 'access certificate', pointer, detail };
}
