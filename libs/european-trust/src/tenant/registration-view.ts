/** A registration certificate as users and backends read it, whatever is wrong with it. */
import { isoTime } from '@countersign/shared/kernel/clock';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Verdict } from '../registration/check-registration.ts';
import { LONGEST_LIFE } from '../registration/lifetime.ts';
import { readCertificate } from '../registration/read-certificate.ts';
import { readClaims } from '../registration/registration-certificate.ts';
import type { RegistrationClaims } from '../registration/registration-claims.ts';
import { RegistrationError } from '../registration/registration-error.ts';
import type { WrittenCertificate } from '../registration/written-certificate.ts';
import { findingText } from './field-errors.ts';
import type { TenantRegistration } from './registrations.ts';

const DAY = 86_400_000;

export interface ViewedRegistration {
  readonly registration: TenantRegistration;
  readonly verdict: Verdict;
  /** Ids of the presentation configurations that name it. */
  readonly configurations: readonly string[];
  /** Whether the issuer metadata has it. */
  readonly issuer: boolean;
  /** Milliseconds. */
  readonly now: number;
}

export function registrationView({
  registration,
  verdict,
  configurations,
  issuer,
  now,
}: ViewedRegistration): JsonObject {
  const { id, source, createdAt, jwt, cwt } = registration;
  const claims = claimsIn(jwt);
  return {
    id,
    source,
    ...(createdAt === undefined ? {} : { createdAt: isoTime(createdAt) }),
    state: verdict.ok ? 'valid' : 'refused',
    findings: (verdict.ok ? verdict.warnings : verdict.findings).map((finding) => ({
      reason: finding.reason,
      pointer: finding.pointer,
      detail: findingText(finding),
    })),
    configurations,
    issuer,
    ...(claims === undefined ? {} : contentView(claims, now)),
    jwt,
    ...(cwt === undefined ? {} : { cwt }),
  };
}

function contentView(claims: RegistrationClaims, now: number): JsonObject {
  const end = endOf(claims);
  const { name, sub, intended_use_id: intendedUse, purpose, entitlements } = claims;
  const { support_uri: support, supervisory_authority: supervisoryAuthority } = claims;
  return {
    ...(name === undefined ? {} : { name }),
    ...(sub === undefined ? {} : { subject: sub }),
    ...(intendedUse === undefined ? {} : { intendedUse }),
    purpose: (purpose ?? []).map(({ lang, value }) => ({ lang, value })),
    entitlements,
    ...(support === undefined ? {} : { support }),
    ...(supervisoryAuthority === undefined ? {} : { supervisoryAuthority: contactsOf(supervisoryAuthority) }),
    covers: (claims.credentials ?? []) as unknown as readonly JsonObject[],
    provides: (claims.provides_attestations ?? []) as unknown as readonly JsonObject[],
    expiresAt: isoTime(end),
    daysLeft: Math.floor((end - now) / DAY),
  };
}

/** Other members of the certificate are not shown. */
function contactsOf({ email, phone, uri }: NonNullable<RegistrationClaims['supervisory_authority']>): JsonObject {
  return {
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
    ...(uri === undefined ? {} : { uri }),
  };
}

/** Milliseconds. Without `exp` it is valid for 366 days. */
export function endOf({ iat, exp }: Pick<RegistrationClaims, 'iat' | 'exp'>): number {
  return (exp ?? iat + LONGEST_LIFE) * 1000;
}

/** The claims, not verified; undefined if they cannot be read. */
export function claimsIn(jwt: string): RegistrationClaims | undefined {
  return contentIn(jwt)?.claims;
}

/** The claims and the signer's chain, not verified; undefined if they cannot be read. */
export function contentIn(
  jwt: string,
): { readonly claims: RegistrationClaims; readonly chain: WrittenCertificate['chain'] } | undefined {
  try {
    const written = readCertificate(jwt);
    return { claims: readClaims(written, []).claims, chain: written.chain };
  } catch (error) {
    if (error instanceof RegistrationError) return undefined;
    throw error;
  }
}
