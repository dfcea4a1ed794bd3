/** Management clients of variant B: the first from the environment, more from `clients.json`, read anew each time. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProtocolError } from '@countersign/shared/errors';
import { ID_PATTERN } from '@countersign/shared/identifiers';
import type { Json, JsonObject } from '@countersign/shared/json';
import { isObject, parseJson } from '@countersign/shared/json';
import type { Log } from '@countersign/shared/log';
import type { Environment } from '@countersign/shared/read-settings';
import type { Settings } from '@countersign/shared/settings';
import { isSecretHash } from './client-secret.ts';

export interface Client {
  readonly id: string;
  readonly tenant: string;
  /** Plain from the environment, or a scrypt hash from the file. */
  readonly secret: { readonly kind: 'plain' | 'scrypt'; readonly stored: string };
}

export type Clients = () => Promise<ReadonlyMap<string, Client>>;

interface Options {
  readonly settings: Settings;
  /** For `secret_env`. */
  readonly environment: Environment;
  readonly log: Log;
  readonly reserved: ReadonlySet<string>;
}

/** @returns reads the clients of this moment; an entry that can't be used is left out and logged, the others work */
export function createClients({ settings, environment, log, reserved }: Options): Clients {
  const file = join(settings.CONFIG_FOLDER, 'clients.json');
  let told = '';
  return async () => {
    const { entries, problem } = await readEntries(file);
    const clients = new Map<string, Client>();
    const problems = problem === undefined ? [] : [problem];
    const first = firstClient(settings);
    if (first !== undefined) clients.set(first.id, first);
    for (const [index, entry] of entries.entries()) {
      const client = toClient(entry, environment, clients);
      if (typeof client === 'string') problems.push(`entry ${index}: ${client}`);
      else clients.set(client.id, client);
    }
    for (const { id, tenant } of clients.values()) {
      if (isTenantId(tenant, reserved)) continue;
      problems.push(`a tenant id is reserved or not valid`);
      clients.delete(id);
    }
    // Once for each state of the file, not once for each request.
    const text = problems.join('; ');
    if (text !== told && text !== '') log.warn('clients.json has problems', { file: 'clients.json', detail: text });
    told = text;
    return clients;
  };
}

/** True where an id may name a tenant of variant B. */
export function isTenantId(id: string, reserved: ReadonlySet<string>): boolean {
  return ID_PATTERN.test(id) && !reserved.has(id);
}

function firstClient(settings: Settings): Client | undefined {
  const { AUTH_CLIENT_ID: id, AUTH_CLIENT_SECRET: stored } = settings;
  return stored === undefined ? undefined : { id, tenant: id, secret: { kind: 'plain', stored } };
}

async function readEntries(file: string): Promise<{ entries: readonly Json[]; problem?: string }> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return missing ? { entries: [] } : { entries: [], problem: 'can not be read' };
  }
  try {
    const parsed = parseJson(text);
    if (isObject(parsed) && Array.isArray(parsed.clients)) return { entries: parsed.clients as readonly Json[] };
    return { entries: [], problem: '/clients must be an array' };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return { entries: [], problem: error.message };
  }
}

/** A client, or what is wrong with the entry. */
function toClient(entry: Json, environment: Environment, clients: ReadonlyMap<string, Client>): Client | string {
  if (!isObject(entry) || typeof entry.client_id !== 'string' || entry.client_id === '') return 'client_id is missing';
  const known = clients.get(entry.client_id);
  const tenant = entry.tenant ?? known?.tenant ?? entry.client_id;
  if (typeof tenant !== 'string') return 'tenant must be a text';
  const secret = toSecret(entry, environment) ?? known?.secret;
  if (secret === undefined) return 'secret_scrypt or secret_env is needed';
  return typeof secret === 'string' ? secret : { id: entry.client_id, tenant, secret };
}

function toSecret(entry: JsonObject, environment: Environment): Client['secret'] | string | undefined {
  const { secret_scrypt: hash, secret_env: variable } = entry;
  if (hash !== undefined && variable !== undefined) return 'secret_scrypt and secret_env exclude each other';
  if (hash !== undefined) {
    const usable = typeof hash === 'string' && isSecretHash(hash);
    return usable ? { kind: 'scrypt', stored: hash } : 'secret_scrypt is no hash of npm run hash-secret';
  }
  if (variable === undefined) return undefined;
  const stored = typeof variable === 'string' ? environment[variable] : undefined;
  return stored === undefined || stored === '' ? 'the variable of secret_env is not set' : { kind: 'plain', stored };
}
