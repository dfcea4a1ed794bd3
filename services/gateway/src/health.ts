/** Health of the components in use, liveness of the process, and readiness for requests. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Audit } from '@countersign/shared/audit/record';
import type { CallOperation, Operation, OperationReply } from '@countersign/shared/http/message';
import { DEFAULT_TENANT, ID_PATTERN } from '@countersign/shared/kernel/identifiers';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { isObject } from '@countersign/shared/kernel/json';
import {
  type ComponentChecks,
  type ComponentStates,
  componentStates,
  isUsable,
  joinStates,
} from '@countersign/shared/runtime/component-health';
import type { Platform } from '@countersign/shared/runtime/service';

export interface WorkerCount {
  readonly ready: number;
  /** How many there should be. */
  readonly of: number;
}

interface Options {
  readonly platform: Pick<Platform, 'settings' | 'clock'>;
  /** Checks of this process. */
  readonly checks: ComponentChecks;
  /** Component states of the other processes; absent for a single process. */
  readonly others?: () => Promise<ComponentStates>;
  readonly call: CallOperation;
  readonly accepting: () => boolean;
  /** Set if AUDIT_FILE is set. */
  readonly audit?: Pick<Audit, 'trouble'>;
  /** Set if several processes handle requests. */
  readonly workers?: () => WorkerCount;
}

/** Shortest time between two counts of configuration files, milliseconds: health needs no login. */
const COUNT_EVERY = 10_000;

export function healthOperations({ platform, checks, others, call, accepting, audit, workers }: Options): {
  readonly health: Operation;
  readonly live: Operation;
  readonly ready: Operation;
} {
  const ignoredFiles = createFileCount(platform, call);
  return {
    health: async ({ id }) => {
      const info: Record<string, Json> = {};
      const error: Record<string, Json> = {};
      const [own, theirs] = await Promise.all([componentStates(checks), others?.() ?? {}]);
      for (const [name, state] of Object.entries(joinStates(own, theirs))) {
        if (state === 'up') info[name] = { status: 'up' };
        else error[name] = { status: 'down', message: 'does not answer' };
      }
      const count = await ignoredFiles(id);
      info.configuration = { status: 'up', ...(count > 0 ? { message: `${count} files ignored` } : {}) };
      const trouble = audit?.trouble();
      // A failing audit file does not make the service unhealthy: the store has the missing records.
      if (audit !== undefined) info.auditFile = { status: 'up', ...(trouble && { message: trouble }) };
      // A restarted worker isn't an error of the service: the others respond.
      if (workers !== undefined) info.workers = { status: 'up', message: workersText(workers()) };
      const failed = Object.keys(error).length > 0;
      return report(failed, { status: failed ? 'error' : 'ok', info, error, details: { ...info, ...error } });
    },
    live: async () => ({ body: { status: 'ok' } }),
    ready: async () => {
      const up = accepting() && (await isUsable(checks));
      return report(!up, { status: up ? 'ok' : 'error' });
    },
  };
}

function workersText({ ready, of }: WorkerCount): string {
  return `${ready} of ${of} ready`;
}

function report(failed: boolean, body: JsonObject): OperationReply {
  return failed ? { status: 503, headers: { 'retry-after': '2' }, body } : { status: 200, body };
}

/** Counts all tenants' broken configurations, from the issuer's lists. */
function createFileCount(
  { settings, clock }: Pick<Platform, 'settings' | 'clock'>,
  call: CallOperation,
): (requestId: string) => Promise<number> {
  let counted = { at: Number.NEGATIVE_INFINITY, count: 0 };
  return async (requestId) => {
    if (clock() - counted.at < COUNT_EVERY) return counted.count;
    counted = { ...counted, at: clock() };
    let count = 0;
    for (const tenant of [DEFAULT_TENANT, ...(await folders(join(settings.CONFIG_FOLDER, 'tenants')))]) {
      count += await brokenOf(tenant, requestId, call);
    }
    counted = { at: clock(), count };
    return count;
  };
}

async function brokenOf(tenant: string, id: string, call: CallOperation): Promise<number> {
  const request = { id, tenant, method: 'GET', url: '', params: {}, query: {}, headers: {}, body: undefined } as const;
  try {
    const { body } = await call('issuer.configuration.list', { ...request, encoding: 'none' });
    return Array.isArray(body) ? body.filter((item) => isObject(item) && item.error !== undefined).length : 0;
  } catch {
    // The report has its own line for the component that is down.
    return 0;
  }
}

async function folders(path: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory() && ID_PATTERN.test(entry.name)).map((entry) => entry.name);
  } catch {
    return [];
  }
}
