/**
 * Registers the party, and obtains and renews its registration certificates, on one replica. The current ones stay
 * until new ones are stored.
 */
import { hashOf } from '@countersign/shared/crypto/sha256';
import type { Outbound } from '@countersign/shared/http/outbound';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { type RegistrarTaskDocument, registrarTasks } from '@countersign/shared/model/tenant/registrar-tasks';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { attempt } from '../renewal/attempt.ts';
import { claimsIn } from '../tenant/registration-view.ts';
import type { Registrations } from '../tenant/registrations.ts';
import type { WrittenRegistration } from '../tenant/stored-registrations.ts';
import { createRegistrar, type Registrar } from './registrar-client.ts';
import { RegistrarError } from './registrar-error.ts';
import { isCertificateDue, newTask, type TaskOf, taskDone, taskFailed } from './registrar-tasks.ts';
import type { TenantRegistrar, TenantRegistrars } from './tenant-registrar.ts';

export interface RegistrarJobParts {
  readonly platform: Pick<Platform, 'store' | 'clock' | 'log' | 'metrics' | 'newEventId'>;
  readonly outbound: Outbound;
  readonly registrars: TenantRegistrars;
  readonly registrations: Pick<Registrations, 'of'>;
  /** Checks and stores a certificate as the API does. @throws ProtocolError */
  readonly write: (tenant: string, written: WrittenRegistration) => Promise<void>;
  /** Value of an environment variable that the file names. */
  readonly variable: (name: string) => string | undefined;
  readonly tenants: () => Promise<readonly string[]>;
}

/** Milliseconds between two checks for due work. */
const EVERY = 30_000;

export function renewRegistrationsJob(parts: RegistrarJobParts): Job {
  return {
    name: 'renew-registration-certificates',
    every: EVERY,
    exclusive: true,
    isUsed: async () => (await parts.tenants()).some((tenant) => parts.registrars(tenant) !== undefined),
    run: async () => {
      for (const tenant of await parts.tenants()) {
        const found = parts.registrars(tenant);
        if (found !== undefined) await workFor(parts, tenant, found);
      }
    },
  };
}

async function workFor(parts: RegistrarJobParts, tenant: string, found: TenantRegistrar): Promise<void> {
  const { party, certificates = [] } = found.written;
  const registrar = registrarOf(parts, found);
  if (party !== undefined) {
    const registered = hashOf(JSON.stringify(party));
    await perform(parts, { tenant, of: { party: true } }, async (task) => {
      if (task.registered === registered) return undefined;
      await registrar.register(party);
      return { registered };
    });
  }
  for (const certificate of certificates) {
    await perform(parts, { tenant, of: { certificate: certificate.id } }, async () => {
      const present = await parts.registrations.of(tenant, certificate.id);
      const claims = present === undefined ? undefined : claimsIn(present.jwt);
      if (!isCertificateDue(claims, parts.platform.clock())) return undefined;
      await obtain(parts, { tenant, found, registrar, certificate });
      return {};
    });
  }
}

/** The client of a tenant's registrar. */
export function registrarOf(
  {
    outbound,
    platform,
    variable,
  }: Pick<RegistrarJobParts, 'outbound' | 'variable'> & { readonly platform: Pick<Platform, 'clock'> },
  { written, anchors }: TenantRegistrar,
): Registrar {
  const { url, issuer = url, tokenEnv } = written;
  const token = tokenEnv === undefined ? undefined : variable(tokenEnv);
  return createRegistrar({ outbound, clock: platform.clock, url, trust: { anchors, issuer }, token });
}

interface Obtaining {
  readonly tenant: string;
  readonly found: TenantRegistrar;
  readonly registrar: Registrar;
  readonly certificate: NonNullable<TenantRegistrar['written']['certificates']>[number];
}

async function obtain(parts: RegistrarJobParts, { tenant, found, registrar, certificate }: Obtaining): Promise<void> {
  const { identifier } = found.written;
  const { id, intendedUse, request: more = {} } = certificate;
  const issued = await registrar.certificate({ identifier, intendedUse, more });
  if (isCertificateDue(claimsIn(issued.jwt), parts.platform.clock())) {
    throw new RegistrarError('registrar_certificate_refused', { detail: 'it is not readable, or expires too soon' });
  }
  try {
    await parts.write(tenant, { id, ...issued, createdAt: parts.platform.clock() });
  } catch (cause) {
    if (!(cause instanceof ProtocolError)) throw cause;
    const detail = cause.options.errors?.[0]?.detail ?? cause.message;
    throw new RegistrarError('registrar_certificate_refused', { detail }, cause);
  }
}

interface Task {
  readonly tenant: string;
  readonly of: TaskOf;
}

/** @param work undefined: nothing was due */
async function perform(
  { platform }: RegistrarJobParts,
  { tenant, of }: Task,
  work: (task: RegistrarTaskDocument) => Promise<{ readonly registered?: string } | undefined>,
): Promise<void> {
  const { clock, metrics } = platform;
  await attempt(platform, {
    tenant,
    collection: registrarTasks,
    fresh: newTask(tenant, of),
    name: 'party' in of ? 'party' : of.certificate,
    work: async (own, task) => {
      const done = await work(task);
      if (done === undefined) return undefined;
      await own.update(registrarTasks, task.id, (present) => taskDone(present, clock(), done.registered));
      return 'done';
    },
    failureOf: async (error) => (error instanceof RegistrarError ? error : undefined),
    failed: taskFailed,
    count: (outcome) =>
      metrics.count('countersign_registrar_requests_total', { outcome: outcome === 'done' ? 'ok' : 'failed' }),
    says: {
      done: 'The registrar completed its tasks',
      failed: 'The registrar did not complete its tasks',
      broken: 'A registrar task failed',
    },
  });
}
