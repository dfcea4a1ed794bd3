/**
 * The checks of a registration certificate, in order. The first one to fail decides the reason.
 *
 * | column | when |
 * |---|---|
 * | `stored` | a certificate or a configuration is written, and at start |
 * | `request` | before each request, with the requested claims |
 * | `background` | hourly |
 */
import type { X509Certificate } from 'node:crypto';
import { checkTable, type Reporting } from '@countersign/shared/http/check-table';
import type { SignedStatusReference } from '@countersign/shared/trust/status-reference';
import type { RegistrationProvider } from './anchors.ts';
import type { AskedCredential } from './asked.ts';
import { checkBinding, checkClient } from './binding.ts';
import { type Coverage, coverageOf } from './coverage.ts';
import { checkEntitlement, type RegisteredRole } from './entitlements.ts';
import { followIssuerChain } from './issuer-chain.ts';
import { checkLifetime } from './lifetime.ts';
import { readCertificate } from './read-certificate.ts';
import { offeredFindings, type WrittenType } from './registered-types.ts';
import { type RegistrationCertificate, readClaims } from './registration-certificate.ts';
import { type Finding, RegistrationError } from './registration-error.ts';
import type { RegistrationSettings } from './settings.ts';
import { checkStatus, type LookUpStatus, statusReferenceOf } from './status.ts';
import type { WrittenCertificate } from './written-certificate.ts';

export interface AskingUse {
  readonly role: 'verifier';
  readonly asked: readonly AskedCredential[];
  /** If the tenant is an intermediary: the identifier of the party it asks for. */
  readonly client?: string | undefined;
  /** Whether it can also request with ISO/IEC 18013-5. */
  readonly byIso?: boolean;
}

/** What the tenant does with the certificate. Empty lists: nothing yet. */
export type RegisteredUse =
  | AskingUse
  | { readonly role: Exclude<RegisteredRole, 'verifier'>; readonly offered: readonly WrittenType[] }
  /** No configuration uses it yet. */
  | { readonly role: 'none' };

interface Context {
  readonly providers: readonly RegistrationProvider[];
  /** Milliseconds. */
  readonly now: number;
  readonly settings: RegistrationSettings;
}

export interface StoredRegistration extends Context {
  /** A compact JWT, base64url of it or of a CWT, or the bytes of a CWT. */
  readonly given: string | Buffer;
  /** The leaf of the access certificate that the configuration uses. */
  readonly access: X509Certificate;
  readonly use: RegisteredUse;
}

export interface RegistrationInUse extends Context {
  readonly certificate: RegistrationCertificate;
  readonly lookUp: LookUpStatus;
}

export interface RegistrationOfRequest extends RegistrationInUse {
  readonly use: RegisteredUse;
}

/** The outcome. Warnings do not refuse. */
export type Verdict =
  | { readonly ok: true; readonly certificate: RegistrationCertificate; readonly warnings: readonly Finding[] }
  | { readonly ok: false; readonly findings: readonly Finding[] };

interface Read {
  readonly written: WrittenCertificate;
}

interface Followed extends Read {
  readonly path: readonly X509Certificate[];
}

interface Valid extends Context {
  readonly certificate: RegistrationCertificate;
}

interface Bound {
  readonly certificate: RegistrationCertificate;
  readonly use: RegisteredUse;
  readonly settings: RegistrationSettings;
}

const check = {
  readCertificate: ({ given }: StoredRegistration) => ({ written: readCertificate(given) }),
  followIssuerChain: ({ written, providers, now }: Read & Context) => ({
    path: followIssuerChain(written.chain, providers, now),
  }),
  checkSignature: ({ written, path: [leaf] }: Followed) => {
    if (leaf !== undefined) written.checkSignature(leaf.publicKey);
  },
  readClaims: ({ written, path }: Followed) => ({ certificate: readClaims(written, path) }),
  checkBinding: ({ certificate: { claims }, access, settings }: Valid & StoredRegistration) =>
    checkBinding(claims, access, settings),
  checkClient: ({ certificate: { claims }, use, settings }: Bound) =>
    use.role === 'verifier' ? checkClient(claims, use.client ?? settings.actsFor?.sub) : false,
  checkLifetime: ({ certificate: { claims }, now, settings }: Valid) => checkLifetime(claims, now, settings),
  readStatus: ({ certificate, providers }: Valid) => ({ reference: statusReferenceOf(certificate, providers) }),
  checkStatus: ({ reference, lookUp }: RegistrationInUse & { readonly reference: SignedStatusReference }) =>
    checkStatus(reference, lookUp),
  checkEntitlement: ({ certificate: { claims }, use }: Bound) =>
    use.role === 'none' ? false : checkEntitlement(claims, use.role),
  checkCoverage: ({ certificate: { claims }, use, settings }: Bound) => {
    const { refused, warnings } = coverageOfUse(claims, use, settings);
    if (refused.length > 0) throw new RegistrationError(refused);
    return { warnings };
  },
};

function coverageOfUse(
  claims: RegistrationCertificate['claims'],
  use: RegisteredUse,
  settings: RegistrationSettings,
): Coverage {
  if (use.role === 'none') return { refused: [], warnings: [] };
  if (use.role === 'verifier') return coverageOf(use.asked, claims, settings.coverage);
  return { refused: offeredFindings(use.offered, claims.provides_attestations), warnings: [] };
}

/** ETSI TS 119 475, 5.1 and 5.2; ARF RPRC. */
export const registrationChecks = checkTable<{
  stored: StoredRegistration & Reporting;
  request: RegistrationOfRequest & Reporting;
  background: RegistrationInUse & Reporting;
}>()
  .row(check.readCertificate, 'stored')
  .row(check.followIssuerChain, 'stored')
  .row(check.checkSignature, 'stored')
  .row(check.readClaims, 'stored')
  .row(check.checkBinding, 'stored')
  .row(check.checkClient, 'stored', 'request')
  .row(check.checkLifetime, 'stored', 'request', 'background')
  .row(check.readStatus, 'stored', 'request', 'background')
  .row(check.checkStatus, 'request', 'background')
  .row(check.checkEntitlement, 'stored', 'request')
  .row(check.checkCoverage, 'stored', 'request');

/** Checks a certificate before it is stored or used. */
export function checkStoredRegistration(stored: StoredRegistration): Verdict {
  try {
    const { certificate, warnings } = registrationChecks.runNow('stored', { ...stored, reports: { checks: [] } });
    return { ok: true, certificate, warnings };
  } catch (error) {
    return refusedBy(error);
  }
}

/** Checks a stored certificate for one request. With `onInvalidRegistration` warn, errors are warnings. */
export async function checkRequestRegistration(request: RegistrationOfRequest): Promise<Verdict> {
  const { certificate, settings } = request;
  try {
    const { warnings } = await registrationChecks.run('request', { ...request, reports: { checks: [] } });
    return { ok: true, certificate, warnings };
  } catch (error) {
    const verdict = refusedBy(error);
    if (settings.onInvalidRegistration === 'refuse') return verdict;
    return { ok: true, certificate, warnings: verdict.findings };
  }
}

/** Checks that a stored certificate is still valid. */
export async function checkRegistrationInBackground(inUse: RegistrationInUse): Promise<Verdict> {
  try {
    await registrationChecks.run('background', { ...inUse, reports: { checks: [] } });
    return { ok: true, certificate: inUse.certificate, warnings: [] };
  } catch (error) {
    return refusedBy(error);
  }
}

/** Any other error is a defect. */
function refusedBy(error: unknown): Extract<Verdict, { ok: false }> {
  if (error instanceof RegistrationError) return { ok: false, findings: error.findings };
  throw error;
}
