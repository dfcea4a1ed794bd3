/**
 * The library's records, in our store: by kind and the hash of their id, sealed, each with its expiry. A single-use
 * record is marked as used by compare-and-set: of several concurrent uses, one succeeds.
 */
import { hashOf } from '@countersign/shared/crypto/sha256';
import { isObject, type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import { type LoginRecord, type LoginsDocument, logins } from '@countersign/shared/model/login/logins';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { grantAdapters, type References } from './grants.ts';
import { type Adapter, nothing } from './library.ts';

export interface AdapterParts extends Pick<Platform, 'store' | 'vaults' | 'clock'> {
  readonly tenant: string;
  /** Milliseconds: the expiry of a login that its browser keeps; undefined for any other. */
  readonly keptUntil: (account: string) => Promise<number | undefined>;
  /** The error if something was used before. */
  readonly used: () => Error;
  readonly references: References;
  /** How interactions ended whose browser is being redirected back. Nobody else asks, so nothing is written. */
  readonly ended: ReadonlyMap<string, JsonObject>;
}

/** The factory that the library calls with each kind's name. */
export function adapterFor(parts: AdapterParts): (kind: string) => Adapter {
  const known: Readonly<Record<string, Adapter>> = {
    ...grantAdapters(recordAdapter(parts, 'AuthorizationCode'), parts.references),
    Interaction: interactionAdapter(parts),
    // The provider is created with its clients. The library asks only for unknown ones.
    Client: nothing,
  };
  return (kind) => known[kind] ?? recordAdapter(parts, kind);
}

function interactionAdapter(parts: AdapterParts): Adapter {
  const records = recordAdapter(parts, 'Interaction');
  return {
    ...records,
    find: async (id) => {
      const found = await records.find(id);
      const result = parts.ended.get(id);
      return found === undefined || result === undefined ? found : { ...found, result };
    },
  };
}

function recordAdapter(parts: AdapterParts, kind: string): Adapter {
  const { store, vaults, clock, tenant, keptUntil, used } = parts;
  const own = ofTenant(store, tenant);
  const idOf = (id: string): string => `${kind}/${tenant}/${hashOf(id)}`;

  const read = async (id: string): Promise<LoginRecord | undefined> => asRecord(await own.get(logins, id));

  const open = async (found: LoginRecord | undefined): Promise<JsonObject | undefined> => {
    if (found === undefined || found.endsAt <= clock()) return undefined;
    const value = parseJson((await vaults.of(tenant)).open(found.sealed, contextOf(found.id)));
    if (!isObject(value)) throw new Error('A login record is not an object');
    return found.consumedAt === undefined ? value : { ...value, consumed: Math.floor(found.consumedAt / 1000) };
  };

  return {
    ...nothing,
    upsert: async (id, payload, expiresIn) => {
      // Kept only if the client allows it: the next user at the same screen would be taken for the previous one.
      const account = kind === 'Session' ? payload.accountId : undefined;
      const kept = typeof account === 'string' ? await keptUntil(account) : undefined;
      if (typeof account === 'string' && kept === undefined) return;
      const key = idOf(id);
      const sealed = (await vaults.of(tenant)).seal(JSON.stringify(payload), contextOf(key));
      const { uid } = payload;
      const fresh = {
        id: key,
        tenant,
        kind: 'record',
        endsAt: kept ?? clock() + expiresIn * 1000,
        sealed,
        ...(typeof uid === 'string' ? { uid } : {}),
      } as const;
      for (;;) {
        if ((await own.insert<LoginsDocument>(logins, fresh)) !== undefined) return;
        // The library looks before it writes, so two concurrent uses of one assertion would both find nothing.
        if (kind === 'ReplayDetection') throw used();
        const written = await own.update<LoginsDocument>(logins, key, (before) =>
          before.kind === 'record' ? { ...before, ...fresh } : before,
        );
        if (written !== undefined) return;
      }
    },
    find: async (id) => open(await read(idOf(id))),
    findByUid: async (uid) => open(asRecord(await first(parts, 'uid', uid))),
    consume: async (id) => {
      const taken = await own.takeTransition<LoginsDocument, boolean>(logins, idOf(id), (found) => {
        if (found.kind !== 'record' || found.consumedAt !== undefined) return { document: found, result: false };
        return { document: { ...found, consumedAt: clock() }, result: true };
      });
      if (taken?.result !== true) throw used();
    },
    destroy: async (id) => remove(parts, idOf(id)),
  };
}

async function first(
  { store, tenant }: AdapterParts,
  index: 'uid',
  value: string,
): Promise<LoginsDocument | undefined> {
  const { documents } = await ofTenant(store, tenant).find(logins, { index, equal: [value], limit: 1 });
  return documents[0];
}

async function remove({ store, tenant }: AdapterParts, id: string): Promise<void> {
  const own = ofTenant(store, tenant);
  for (let found = await own.get(logins, id); found !== undefined; found = await own.get(logins, id)) {
    if (await own.delete(logins, found)) return;
  }
}

function asRecord(found: LoginsDocument | undefined): LoginRecord | undefined {
  return found?.kind === 'record' ? found : undefined;
}

function contextOf(id: string): string {
  return `login/${id}`;
}
