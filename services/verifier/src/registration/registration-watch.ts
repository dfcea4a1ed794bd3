/**
 * The hourly check of all registration certificates. The operator hears of an expiry 30 days ahead, and of a revocation
 * immediately.
 */
import type { Finding } from '@countersign/european-trust/registration/registration-error';
import { claimsIn, endOf } from '@countersign/european-trust/tenant/registration-view';
import type { Registrations, TenantRegistration } from '@countersign/european-trust/tenant/registrations';
import { hashOf } from '@countersign/shared/crypto/sha256';
import { createEventAppender } from '@countersign/shared/event-log/append';
import { isoTime } from '@countersign/shared/kernel/clock';
import { errorFields } from '@countersign/shared/kernel/log-error';
import type { PublicEvent } from '@countersign/shared/model/session/public-events';
import { allTenants } from '@countersign/shared/runtime/all-tenants';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import type { Configurations } from '../query/configurations.ts';
import { verdictOfFitting } from './fitting-set.ts';
import { type ChecksByUse, checksOf, configurationsByCertificate } from './registration-parts.ts';

const HOUR = 3_600_000;
const DAY = 86_400_000;
/** Days before expiry at which the operator is notified, once each. */
const STAGES = [3, 14, 30] as const;

type State = 'valid' | 'ends' | 'refused';

interface WatchParts {
  readonly platform: Pick<
    Platform,
    'store' | 'settings' | 'keys' | 'clock' | 'log' | 'metrics' | 'requirementsOf' | 'newEventId'
  >;
  readonly registrations: Pick<Registrations, 'list'>;
  readonly checks: ChecksByUse;
  readonly configurations: Pick<Configurations, 'list'>;
}

/** A result, and its log message. */
interface Found {
  readonly state: State;
  /** For the operator and for backends. Both change at each stage, so that each stage is reported once. */
  readonly told?: { readonly detail: string; readonly event: PublicEvent };
}

interface FoundCertificate extends Found {
  readonly tenant: string;
  readonly certificate: string;
}

export function registrationWatch(parts: WatchParts): Job {
  const { platform } = parts;
  const tell = createTell(platform);
  /** The last message for each certificate. */
  let said = new Map<string, string>();
  let counts: Readonly<Record<State, number>> = { valid: 0, ends: 0, refused: 0 };
  platform.metrics.watch('countersign_registration_certificates', async () =>
    (Object.keys(counts) as State[]).map((state) => ({ labels: { state }, value: counts[state] })),
  );
  return {
    name: 'registration-certificates',
    every: HOUR,
    run: async () => {
      const now = new Map<string, string>();
      const found = { valid: 0, ends: 0, refused: 0 };
      for (const tenant of await allTenants(platform)) {
        try {
          for (const one of await ofTenant(parts, tenant)) {
            found[one.state] += 1;
            if (one.told === undefined) continue;
            const key = `${tenant}/${one.certificate}`;
            now.set(key, one.told.detail);
            if (said.get(key) !== one.told.detail) await tell(one);
          }
        } catch (error) {
          platform.log.warn('Registration certificates not checked', { tenant, ...errorFields(error) });
        }
      }
      [said, counts] = [now, found];
    },
  };
}

/** Writes one line to this process's log, and one event to the tenant's. The event's id is the same in each replica. */
function createTell({ log, store, clock, newEventId }: WatchParts['platform']) {
  const { append } = createEventAppender({ store, clock });
  return async ({ tenant, certificate, state, told }: FoundCertificate): Promise<void> => {
    if (told === undefined) return;
    const line = { tenant, certificate, detail: told.detail };
    if (state === 'refused') log.error('Wallets refuse a registration certificate', line);
    else log.warn('A registration certificate expires soon', line);
    if (newEventId === undefined) return;
    const day = Math.floor(clock() / DAY);
    const id = hashOf(`${tenant} ${certificate} ${told.detail} ${state === 'refused' ? day : ''}`);
    await append({ tenant, events: [{ id, at: clock(), ...told.event }] });
  };
}

async function ofTenant(
  { platform, registrations, checks, configurations }: WatchParts,
  tenant: string,
): Promise<readonly FoundCertificate[]> {
  const all = await registrations.list(tenant);
  if (all.length === 0) return [];
  const rules = platform.requirementsOf(tenant).registration;
  const named = await configurationsByCertificate(configurations, tenant);
  return Promise.all(
    all.map(async (one) => {
      const its = checksOf(checks, rules, { id: one.id, isNamed: named.has(one.id) });
      const fitting = { tenant, named: named.get(one.id) ?? [], isOfMetadata: its === checks.metadata };
      const verdict = await verdictOfFitting(platform, fitting, (set) => its.watched(tenant, one, set));
      const [first] = verdict.ok ? [] : verdict.findings;
      const found = first === undefined ? endingOf(one, platform.clock()) : refusedOf(one, first);
      return { tenant, certificate: one.id, ...found };
    }),
  );
}

function refusedOf({ id }: TenantRegistration, { reason, detail }: Finding): Found {
  const event = { type: 'registration.refused', data: { certificate: id, reason } } as const;
  return { state: 'refused', told: { detail: `${reason}: ${detail}`, event } };
}

function endingOf({ id, jwt }: TenantRegistration, now: number): Found {
  const claims = claimsIn(jwt);
  const end = claims === undefined ? now : endOf(claims);
  const stage = STAGES.find((days) => end - now <= days * DAY);
  if (stage === undefined) return { state: 'valid' };
  const expiresAt = isoTime(end);
  const event = { type: 'registration.ending', data: { certificate: id, expiresAt } } as const;
  return {
    state: 'ends',
    told: { detail: `It expires on ${expiresAt}, in at most ${stage} days: store its successor`, event },
  };
}
