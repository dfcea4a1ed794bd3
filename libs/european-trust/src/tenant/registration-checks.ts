/**
 * Whether a tenant may use a registration certificate: with its access certificate, the providers that it trusts, and its rules.
 * What does not depend on the request is checked once a minute.
 */
import { X509Certificate } from 'node:crypto';
import type { KeyRing } from '@countersign/shared/crypto/keys';
import { hashOf } from '@countersign/shared/crypto/sha256';
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
import { registrationProviders } from './registration-providers.ts';
import { registrationSettings } from './registration-settings.ts';

/** Each with the access certificate of the tenant, or that of a named set of its keys. */
export interface RegistrationChecks {
  /** Before it is stored, or before a configuration that names it is. Calls no other server. */
  stored(tenant: string, jwt: string, use: RegisteredUse, keySet?: string): Promise<Verdict>;
  /** Before a request or metadata are sent with it: its status too. */
  inUse(tenant: string, jwt: string, use: RegisteredUse, keySet?: string): Promise<Verdict>;
  /** Whether it is valid at all, with its status. */
  watched(tenant: string, jwt: string, keySet?: string): Promise<Verdict>;
}

export interface RegistrationCheckParts {
  /** Which key the access certificate is for: that of requests, or that of issuer metadata. */
  readonly purpose: 'request' | 'metadata';
  readonly keys: Pick<KeyRing, 'signer'>;
  readonly trustAnchors: TrustAnchors;
  readonly requirementsOf: RequirementsOf;
  readonly statusOf: StatusLookup;
  readonly clock: Clock;
}

/** Milliseconds. */
const CHECK_EVERY = 60_000;
const MAX_KNOWN = 1000;

interface Known {
  readonly checkedAt: number;
  readonly verdict: Verdict;
}

export function createRegistrationChecks(parts: RegistrationCheckParts): RegistrationChecks {
  const { purpose, keys, trustAnchors, requirementsOf, statusOf, clock } = parts;
  const known = new LRUCache<string, Known>({ max: MAX_KNOWN });

  const surroundings = async (tenant: string, keySet?: string) => {
    const [providers, key] = await Promise.all([
      registrationProviders(trustAnchors, tenant),
      keys.signer(tenant, purpose, keySet),
    ]);
    const settings = registrationSettings(requirementsOf(tenant).registration);
    return { providers, leaf: key.x5c[0] ?? '', settings, now: clock() };
  };
  type Surroundings = Awaited<ReturnType<typeof surroundings>>;

  const checked = (jwt: string, use: RegisteredUse, { leaf, ...context }: Surroundings): Verdict =>
    checkStoredRegistration({ ...context, given: jwt, access: new X509Certificate(Buffer.from(leaf, 'base64')), use });

  /** What does not depend on the use. */
  const valid = (jwt: string, around: Surroundings): Verdict => {
    const key = keyOf(jwt, around);
    const before = known.get(key);
    if (before !== undefined && Math.abs(around.now - before.checkedAt) < CHECK_EVERY) return before.verdict;
    const verdict = checked(jwt, { role: 'none' }, around);
    known.set(key, { checkedAt: around.now, verdict });
    return verdict;
  };

  const lookUp = (tenant: string) => (reference: Parameters<StatusLookup>[0]['reference']) =>
    statusOf({ reference, tenant });

  return {
    stored: async (tenant, jwt, use, keySet) => checked(jwt, use, await surroundings(tenant, keySet)),
    inUse: async (tenant, jwt, use, keySet) => {
      const around = await surroundings(tenant, keySet);
      const verdict = valid(jwt, around);
      if (!verdict.ok) return verdict;
      return checkRequestRegistration({ ...around, certificate: verdict.certificate, lookUp: lookUp(tenant), use });
    },
    watched: async (tenant, jwt, keySet) => {
      const around = await surroundings(tenant, keySet);
      const verdict = checked(jwt, { role: 'none' }, around);
      if (!verdict.ok) return verdict;
      return checkRegistrationInBackground({ ...around, certificate: verdict.certificate, lookUp: lookUp(tenant) });
    },
  };
}

function keyOf(
  jwt: string,
  {
    providers,
    leaf,
    settings,
  }: { readonly providers: readonly RegistrationProvider[]; readonly leaf: string; readonly settings: object },
): string {
  const anchors = providers.flatMap(({ issuance }) =>
    issuance.certificates.map(({ fingerprint256 }) => fingerprint256),
  );
  return hashOf([jwt, leaf, JSON.stringify(settings), ...anchors].join(' '));
}
