/**
 * Whether a tenant may use a registration certificate: with its access certificate, the providers that it trusts, and
 * its rules. Checks that don't depend on the request run once per minute.
 */
import { X509Certificate } from 'node:crypto';
import type { KeyRing } from '@countersign/shared/crypto/keys';
import { hashOf } from '@countersign/shared/crypto/sha256';
import type { RegistrationRules } from '@countersign/shared/flow-config/registration-rules';
import type { RequirementsOf } from '@countersign/shared/flow-config/tenant-profile';
import type { Clock } from '@countersign/shared/kernel/clock';
import type { StatusLookup } from '@countersign/shared/trust/status-lookup';
import type { TrustAnchors } from '@countersign/shared/trust/trust-anchors';
import { LRUCache } from 'lru-cache';
import type { RegistrationProvider } from '../registration/anchors.ts';
import {
  checkRegistrationInBackground,
  checkRequestRegistration,
  checkStoredRegistration,
  type RegisteredUse,
  type Verdict,
} from '../registration/check-registration.ts';
import type { Finding } from '../registration/registration-error.ts';
import type { RegistrationForms } from './registration-files.ts';
import { registrationProviders } from './registration-providers.ts';
import { registrationSettings } from './registration-settings.ts';
import { type RevokedAccess, revokedFinding } from './revoked-access.ts';

/**
 * Each with the access certificate of the tenant or of a named key set. The JWT must pass, and the CWT if there is one.
 */
export interface RegistrationChecks {
  /** Before it is stored, or before a configuration that uses it is. Calls no other server. */
  stored(tenant: string, forms: RegistrationForms, use: RegisteredUse, keySet?: string): Promise<Verdict>;
  /** Before a request or metadata are sent with it: its status too, as it is known. */
  inUse(tenant: string, forms: RegistrationForms, use: RegisteredUse, keySet?: string): Promise<Verdict>;
  /** Whether it is valid at all, with its status. */
  watched(tenant: string, forms: RegistrationForms, keySet?: string): Promise<Verdict>;
}

export interface RegistrationCheckParts {
  /** What the access certificate's key signs: requests, or issuer metadata. */
  readonly purpose: 'request' | 'metadata';
  readonly keys: Pick<KeyRing, 'signer'>;
  readonly trustAnchors: TrustAnchors;
  readonly requirementsOf: RequirementsOf;
  readonly statusOf: StatusLookup;
  readonly revokedAccess: Pick<RevokedAccess, 'of'>;
  readonly clock: Clock;
}

const NONE: ReadonlySet<string> = new Set();
/** Milliseconds. */
const CHECK_EVERY = 60_000;
const MAX_KNOWN = 1000;

interface Known {
  readonly checkedAt: number;
  readonly verdict: Verdict;
}

export function createRegistrationChecks(parts: RegistrationCheckParts): RegistrationChecks {
  const { purpose, keys, trustAnchors, requirementsOf, statusOf, revokedAccess, clock } = parts;
  const known = new LRUCache<string, Known>({ max: MAX_KNOWN });

  const surroundings = async (tenant: string, keySet?: string) => {
    const { registration, certificateRevocation: rule } = requirementsOf(tenant);
    const [providers, key, revoked] = await Promise.all([
      registrationProviders(trustAnchors, tenant),
      keys.signer(tenant, purpose, keySet),
      rule === 'off' ? NONE : revokedAccess.of(tenant),
    ]);
    const settings = registrationSettings(purpose === 'request' ? registration : ofItself(registration));
    return { providers, leaf: key.x5c[0] ?? '', revoked: revokedFinding(revoked, key), settings, now: clock() };
  };
  type Surroundings = Awaited<ReturnType<typeof surroundings>>;

  const checked = (given: string | Buffer, use: RegisteredUse, { leaf, revoked, ...context }: Surroundings): Verdict =>
    revoked === undefined
      ? checkStoredRegistration({ ...context, given, access: new X509Certificate(Buffer.from(leaf, 'base64')), use })
      : { ok: false, findings: [revoked] };

  /** The checks that don't depend on the use. */
  const valid = (given: string | Buffer, around: Surroundings): Verdict => {
    if (around.revoked !== undefined) return { ok: false, findings: [around.revoked] };
    const key = keyOf(given, around);
    const before = known.get(key);
    if (before !== undefined && Math.abs(around.now - before.checkedAt) < CHECK_EVERY) return before.verdict;
    const verdict = checked(given, { role: 'none' }, around);
    known.set(key, { checkedAt: around.now, verdict });
    return verdict;
  };

  const lookUp = (tenant: string, atOnce: boolean) => (reference: Parameters<StatusLookup>[0]['reference']) =>
    statusOf({ reference, tenant, atOnce });

  return {
    stored: async (tenant, forms, use, keySet) => {
      const around = await surroundings(tenant, keySet);
      const { isoRegistration } = requirementsOf(tenant).registration;
      return ofForms(forms, { use, isoRegistration }, async (given) => checked(given, use, around));
    },
    inUse: async (tenant, forms, use, keySet) => {
      const around = await surroundings(tenant, keySet);
      const { isoRegistration } = requirementsOf(tenant).registration;
      return ofForms(forms, { use, isoRegistration }, async (given) => {
        const verdict = valid(given, around);
        if (!verdict.ok) return verdict;
        return checkRequestRegistration({
          ...around,
          certificate: verdict.certificate,
          lookUp: lookUp(tenant, true),
          use,
        });
      });
    },
    watched: async (tenant, forms, keySet) => {
      const around = await surroundings(tenant, keySet);
      return ofForms(forms, {}, async (given) => {
        const verdict = checked(given, { role: 'none' }, around);
        if (!verdict.ok) return verdict;
        return checkRegistrationInBackground({
          ...around,
          certificate: verdict.certificate,
          lookUp: lookUp(tenant, false),
        });
      });
    },
  };
}

/** Nobody issues on behalf of others (ARF, RPI_01). */
function ofItself({ actsFor: _, ...rules }: RegistrationRules): RegistrationRules {
  return rules;
}

interface FormRules {
  readonly use?: RegisteredUse;
  readonly isoRegistration?: RegistrationRules['isoRegistration'];
}

/** The JWT's verdict, or the CWT's if that refuses. */
async function ofForms(
  { jwt, cwt }: RegistrationForms,
  { use, isoRegistration }: FormRules,
  verdictOf: (given: string | Buffer) => Promise<Verdict>,
): Promise<Verdict> {
  const verdict = await verdictOf(jwt);
  if (!verdict.ok) return verdict;
  if (cwt === undefined) {
    const isNeeded = use?.role === 'verifier' && use.byIso === true && isoRegistration === 'cwt';
    return isNeeded ? { ok: false, findings: [WITHOUT_CWT] } : verdict;
  }
  const other = await verdictOf(Buffer.from(cwt, 'base64url'));
  if (other.ok)
    return { ...verdict, warnings: [...verdict.warnings, ...other.warnings.filter(isNew(verdict.warnings))] };
  return { ok: false, findings: other.findings.map((finding) => ({ ...finding, form: 'cwt' })) };
}

const WITHOUT_CWT: Finding = {
  reason: 'registration_certificate_missing',
  document: 'claims',
  form: 'cwt',
  pointer: '',
  detail: "Requests through org-iso-mdoc need this certificate's CWT (isoRegistration), but only the JWT exists",
};

/** Both forms report the same errors about the requested claims. */
function isNew(known: readonly Finding[]): (finding: Finding) => boolean {
  return ({ pointer, detail }) => !known.some((one) => one.pointer === pointer && one.detail === detail);
}

function keyOf(
  given: string | Buffer,
  {
    providers,
    leaf,
    settings,
  }: { readonly providers: readonly RegistrationProvider[]; readonly leaf: string; readonly settings: object },
): string {
  const anchors = providers.flatMap(({ issuance }) =>
    issuance.certificates.map(({ fingerprint256 }) => fingerprint256),
  );
  return hashOf(
    [typeof given === 'string' ? given : given.toString('base64'), leaf, JSON.stringify(settings), ...anchors].join(
      ' ',
    ),
  );
}
