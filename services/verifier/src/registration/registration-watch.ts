/** The hourly check of all registration certificates: the operator learns of an end 30 days before, and of a revocation at once. */
import { claimsIn, endOf } from '@countersign/european-trust/tenant/registration-view';
import type { Registrations, TenantRegistration } from '@countersign/european-trust/tenant/registrations';
import { isoTime } from '@countersign/shared/kernel/clock';
import { errorFields } from '@countersign/shared/kernel/log-error';
import { tenantsByFolder } from '@countersign/shared/kernel/versioned-file';
import { tenants } from '@countersign/shared/model/tenant/tenants';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { pages } from '@countersign/shared/store/pages';
import type { Configurations } from '../query/configurations.ts';
import { type ChecksByUse, checksOf, configurationsByCertificate } from './registration-parts.ts';

const HOUR = 3_600_000;
const DAY = 86_400_000;
/** Days before the end at which the operator is told, each once. */
const STAGES = [3, 14, 30] as const;
const PAGE = 100;

type State = 'valid' | 'ends' | 'refused';

interface WatchParts {
  readonly platform: Pick<Platform, 'store' | 'settings' | 'clock' | 'log' | 'metrics' | 'requirementsOf'>;
  readonly registrations: Pick<Registrations, 'list'>;
  readonly checks: ChecksByUse;
  readonly configurations: Pick<Configurations, 'list'>;
}

/** What was found, and what the log says of it. */
interface Found {
  readonly state: State;
  readonly detail?: string;
}

export function registrationWatch(parts: WatchParts): Job {
  const { platform } = parts;
  const { log, metrics } = platform;
  /** The last text of each certificate: each is logged once. */
  let said = new Map<string, string>();
  let counts: Readonly<Record<State, number>> = { valid: 0, ends: 0, refused: 0 };
  metrics.watch('countersign_registration_certificates', async () =>
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
          for (const { id, state, detail } of await ofTenant(parts, tenant)) {
            found[state] += 1;
            if (detail === undefined) continue;
            const key = `${tenant}/${id}`;
            now.set(key, detail);
            if (said.get(key) === detail) continue;
            const line = { tenant, certificate: id, detail };
            if (state === 'refused') log.error('Wallets refuse a registration certificate', line);
            else log.warn('A registration certificate ends soon', line);
          }
        } catch (error) {
          log.warn('Registration certificates not checked', { tenant, ...errorFields(error) });
        }
      }
      [said, counts] = [now, found];
    },
  };
}

async function ofTenant(
  { platform, registrations, checks, configurations }: WatchParts,
  tenant: string,
): Promise<readonly (Found & { readonly id: string })[]> {
  const all = await registrations.list(tenant);
  if (all.length === 0) return [];
  const rules = platform.requirementsOf(tenant).registration;
  const named = await configurationsByCertificate(configurations, tenant);
  return Promise.all(
    all.map(async (one) => {
      const its = checksOf(checks, rules, { id: one.id, isNamed: named.has(one.id) });
      const verdict = await its.watched(tenant, one.jwt, named.get(one.id)?.[0]?.keySet);
      const [first] = verdict.ok ? [] : verdict.findings;
      if (first !== undefined) return { id: one.id, state: 'refused', detail: `${first.reason}: ${first.detail}` };
      return { id: one.id, ...endingOf(one, platform.clock()) };
    }),
  );
}

/** The text changes at each stage, so that the log has one line for each. */
function endingOf({ jwt }: TenantRegistration, now: number): Found {
  const claims = claimsIn(jwt);
  const end = claims === undefined ? now : endOf(claims);
  const stage = STAGES.find((days) => end - now <= days * DAY);
  return stage === undefined
    ? { state: 'valid' }
    : { state: 'ends', detail: `It ends on ${isoTime(end)}, in at most ${stage} days: store the next one` };
}

/** Those of files, and those of the interface that are served. */
async function allTenants({ store, settings }: Pick<Platform, 'store' | 'settings'>): Promise<readonly string[]> {
  const found = new Set(tenantsByFolder(settings.CONFIG_FOLDER));
  for await (const page of pages(store, tenants, { index: 'newest', limit: PAGE })) {
    for (const { id, life } of page) {
      if (life.state === 'active') found.add(id);
    }
  }
  return [...found];
}
