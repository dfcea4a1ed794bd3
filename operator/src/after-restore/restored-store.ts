/** Opens a restored store for `after-restore`, while no server runs on it. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createGateway } from '@countersign/gateway/gateway';
import { createAudit } from '@countersign/shared/audit/record';
import { createInProcessCache } from '@countersign/shared/cache/in-process';
import type { OperationReply, OperationRequest } from '@countersign/shared/http/message';
import { type Clock, systemClock } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { createLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { noMetrics } from '@countersign/shared/metrics/metrics';
import { ERASED_KEY, keyDocuments } from '@countersign/shared/model/keys/key-documents';
import { createPlatform } from '@countersign/shared/runtime/platform';
import { directCall } from '@countersign/shared/runtime/run';
import type { Platform, Service } from '@countersign/shared/runtime/service';
import { type Environment, readSettings } from '@countersign/shared/settings/read-settings';
import type { Settings } from '@countersign/shared/settings/settings';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { pages } from '@countersign/shared/store/pages';
import type { Store } from '@countersign/shared/store/port';
import { createStatus } from '@countersign/status/status';
import { placeOfFolder, usesMongo } from '../data/command-data.ts';
import { createRehearsalStore } from '../data/rehearsal-store.ts';
import { checkKeyOfStore, completeSecrets } from '../data/secrets.ts';
import type { Replay } from './replay-audit.ts';

export interface RestoredStore {
  /** The store's location, as text. */
  readonly place: string;
  readonly platform: Platform;
  readonly replay: Replay;
  close(): Promise<void>;
}

/**
 * The store of MONGODB_URL if it is set, otherwise DATA_FOLDER's, which no server may have open.
 * @param rehearsal writes are not stored
 * @throws Error if there is no store, a server runs on it, or MASTER_KEY does not open it; SettingsError
 */
export async function openRestoredStore(
  env: Environment,
  clock: Clock = systemClock,
  rehearsal = false,
): Promise<RestoredStore> {
  const opened = usesMongo(env) ? await openMongo(env) : await openFolder(env);
  try {
    const restored = assemble(rehearsal ? rehearsed(opened) : opened, env, clock);
    await checkMasterKey(restored.platform);
    return restored;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

interface OpenedData {
  readonly place: string;
  readonly settings: Settings;
  readonly store: Store;
  close(): Promise<void>;
}

/** Writes reach neither the store nor AUDIT_FILE. */
function rehearsed(opened: OpenedData): OpenedData {
  return {
    ...opened,
    settings: { ...opened.settings, AUDIT_FILE: undefined },
    store: createRehearsalStore(opened.store),
  };
}

async function openFolder(env: Environment): Promise<OpenedData> {
  const folder = readSettings(env).settings.DATA_FOLDER;
  if (!existsSync(join(folder, 'store'))) throw new Error(`There is no store in ${folder}: set DATA_FOLDER`);
  checkKeyOfStore(env, folder);
  // Loaded only here: MongoDB needs no native code.
  const [{ lockFolder }, { openEmbeddedStore }] = await Promise.all([
    import('@countersign/shared/store/lmdb/folder-lock'),
    import('@countersign/shared/store/lmdb/embedded'),
  ]);
  const unlock = await lockFolder(folder);
  try {
    const { settings } = readSettings(completeSecrets(env, folder, systemRandom).environment);
    const store = await openEmbeddedStore({ folder });
    const close = async (): Promise<void> => {
      await store.close();
      await unlock();
    };
    return { place: placeOfFolder(folder), settings, store, close };
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function openMongo(env: Environment): Promise<OpenedData> {
  const { settings } = readSettings(env);
  const log = createLog('warn', systemClock, (line) => process.stderr.write(line));
  // Loaded only here: the embedded store does not need it.
  const { openConfiguredMongo, placeOfMongo } = await import('@countersign/shared/runtime/configured-mongo');
  const store = openConfiguredMongo(settings, log);
  return { place: placeOfMongo(settings), settings, store, close: () => store.close() };
}

/** The services that replay their operations; their jobs and consumers do not run. */
function assemble({ place, settings, store, close }: OpenedData, env: Environment, clock: Clock): RestoredStore {
  const log = createLog('warn', clock, (line) => process.stderr.write(line));
  const cache = createInProcessCache({ clock });
  const services: Service[] = [];
  const { platform } = createPlatform({
    settings,
    store,
    cache,
    clock,
    log,
    random: systemRandom,
    metrics: noMetrics,
    call: directCall(services),
    // When the services start, their sweep publishes the outboxes.
    bus: undefined,
    publishing: [],
  });
  const gateway = createGateway(platform, { environment: env, checks: {}, accepting: () => false });
  services.push(gateway.service, createStatus(platform));
  return {
    place,
    platform,
    replay: replayBy(platform),
    close: async () => {
      await Promise.all(services.map((service) => service.stop?.()));
      await cache.close();
      await close();
    },
  };
}

/** Replays through the operations that a backend calls, so that they do exactly what they did at first. */
function replayBy({ call }: Platform): Replay {
  const none = { url: '', params: {}, query: {}, headers: {}, body: undefined } as const;
  const asked = { ...none, id: 'after-restore', encoding: 'json' } as const;
  const done = async (operation: string, request: OperationRequest): Promise<'done' | 'gone'> => {
    try {
      const reply: OperationReply = await call(operation, request);
      if ((reply.status ?? 200) >= 400) throw new Error(`${operation} answered ${reply.status}`);
      return 'done';
    } catch (error) {
      if (error instanceof ProtocolError && error.code === 'not_found') return 'gone';
      throw error;
    }
  };
  return {
    setStatus: ({ tenant, session, configuration, status }) => {
      const named = configuration === undefined ? {} : { credentialConfigurationId: configuration };
      const body = { sessionId: session, status, ...named };
      return done('status.update', { ...asked, tenant, method: 'POST', body });
    },
    erase: ({ tenant, session, client }) =>
      done('gateway.session.delete', { ...asked, tenant, client, method: 'DELETE', params: { sessionId: session } }),
  };
}

/** Checked before anything is written: a different key opens no sealed data, and a new data key would hide that. */
async function checkMasterKey({ store, vaults }: Platform): Promise<void> {
  const tenants = new Set<string>();
  for await (const documents of pages(store, overAllTenants(keyDocuments), { index: 'purpose', limit: 100 })) {
    for (const { tenant, purpose, sealed } of documents) {
      if (purpose === 'data' && sealed !== ERASED_KEY) tenants.add(tenant);
    }
  }
  for (const tenant of tenants) {
    try {
      await vaults.of(tenant);
    } catch (cause) {
      throw new Error(
        `MASTER_KEY does not open the data of tenant ${tenant}: use the key from the time of the backup, from the environment or secrets.json`,
        {
          cause,
        },
      );
    }
  }
}

/** Records the restore in the audit log. */
export async function recordRestore(platform: Platform, data: JsonObject): Promise<void> {
  const audit = createAudit(platform);
  await audit.record({ tenant: '', action: 'store.restored', client: '[after-restore]', data });
  await audit.close();
}
