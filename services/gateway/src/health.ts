/** Health: of the components in use, of the process, and whether it takes requests. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallOperation, Operation, OperationReply } from '@countersign/shared/http/message';
import { DEFAULT_TENANT, ID_PATTERN } from '@countersign/shared/identifiers';
import type { Json, JsonObject } from '@countersign/shared/json';
import { isObject } from '@countersign/shared/json';
import type { Platform } from '@countersign/shared/runtime/service';

/** Component name -> resolves when it answers. Components that are not in use are left out. */
export type ComponentChecks = Readonly<Record<string, () => Promise<void>>>;

interface Options {
  readonly platform: Pick<Platform, 'settings' | 'clock'>;
  readonly checks: ComponentChecks;
  readonly call: CallOperation;
  readonly accepting: () => boolean;
}

/** A component that hasn't answered by then is down, milliseconds. */
const PATIENCE = 2000;
/** Configuration files are counted at most so often, milliseconds: health needs no login. */
const COUNT_EVERY = 10_000;

export function healthOperations({ platform, checks, call, accepting }: Options): {
  readonly health: Operation;
  readonly live: Operation;
  readonly ready: Operation;
} {
  const ignoredFiles = createFileCount(platform, call);
  return {
    health: async ({ id }) => {
      const names = Object.keys(checks);
      const up = await Promise.all(names.map((name) => answers(checks[name])));
      const info: Record<string, Json> = {};
      const error: Record<string, Json> = {};
      for (const [index, name] of names.entries()) {
        if (up[index] === true) info[name] = { status: 'up' };
        else error[name] = { status: 'down', message: 'does not answer' };
      }
      const count = await ignoredFiles(id);
      info.configuration = { status: 'up', ...(count > 0 ? { message: `${count} files ignored` } : {}) };
      const failed = Object.keys(error).length > 0;
      return report(failed, { status: failed ? 'error' : 'ok', info, error, details: { ...info, ...error } });
    },
    live: async () => ({ body: { status: 'ok' } }),
    ready: async () => {
      const up = accepting() && (await Promise.all(Object.values(checks).map(answers))).every(Boolean);
      return report(!up, { status: up ? 'ok' : 'error' });
    },
  };
}

function report(failed: boolean, body: JsonObject): OperationReply {
  return failed ? { status: 503, headers: { 'retry-after': '2' }, body } : { status: 200, body };
}

async function answers(check: (() => Promise<void>) | undefined): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, false);
  });
  const answer = Promise.resolve(check?.()).then(
    () => true,
    () => false,
  );
  const up = await Promise.race([answer, late]);
  clearTimeout(timer);
  return up;
}

/** How many configurations of all tenants are broken, as the lists tell it. */
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
  const request = { id, tenant, method: 'GET', url: '', params: {}, query: {}, headers: {}, encoding: 'none' } as const;
  try {
    const { body } = await call('issuer.configuration.list', request);
    return Array.isArray(body) ? body.filter((item) => isObject(item) && item.error !== undefined).length : 0;
  } catch {
    // Which component is down is told by its own line of the report.
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
