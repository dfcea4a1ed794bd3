/** Management clients of variant B: the first from the environment, more from the current `clients.json`. */

import { join } from 'node:path';
import { type FieldError, ProtocolError } from '@countersign/shared/kernel/errors';
import type { FolderEdits } from '@countersign/shared/kernel/folder-edits';
import { ID_PATTERN } from '@countersign/shared/kernel/identifiers';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { isObject, parseJson } from '@countersign/shared/kernel/json';
import type { Log } from '@countersign/shared/kernel/log';
import { isRole, roles } from '@countersign/shared/kernel/role';
import { createFileReader } from '@countersign/shared/kernel/versioned-file';
import type { Environment } from '@countersign/shared/settings/read-settings';
import type { Settings } from '@countersign/shared/settings/settings';
import type { Client } from './client.ts';
import { isSecretHash } from './client-secret.ts';

export type Clients = () => Promise<ReadonlyMap<string, Client>>;

interface Options {
  readonly settings: Settings;
  /** Variables of `secret_env`. */
  readonly environment: Environment;
  readonly log: Log;
  readonly reserved: ReadonlySet<string>;
  /** The configuration folder's edits; absent: each read asks the file system. */
  readonly edits?: FolderEdits;
}

/** @returns a function that reads the current clients; an unusable entry is left out and logged */
export function createClients(options: Options): Clients {
  const read = createClientsReader(options);
  let logged = '';
  return async () => {
    const { clients, problems } = read();
    // Logged once per state of the file, not once per request.
    const text = problems.map(({ pointer, detail }) => `${pointer} ${detail}`.trim()).join('; ');
    if (text !== logged && text !== '') {
      options.log.warn('clients.json has problems', { file: 'clients.json', detail: text });
    }
    logged = text;
    return clients;
  };
}

/** The content of one state of the file. */
interface PresentClients {
  readonly clients: ReadonlyMap<string, Client>;
  /** The faults of the other entries. */
  readonly problems: readonly FieldError[];
}

/** The usable clients, and what is wrong with the file's other entries. */
export function readClients(options: Omit<Options, 'log'>): PresentClients {
  return createClientsReader(options)();
}

/** The file is parsed once per version. */
function createClientsReader(options: Omit<Options, 'log'>): () => PresentClients {
  const file = join(options.settings.CONFIG_FOLDER, 'clients.json');
  const reader = createFileReader((text) => usable(options, entriesIn(text)), options.edits);
  const withoutFile = usable(options, { entries: [] });
  const unreadable = usable(options, { entries: [], problem: { pointer: '', detail: 'cannot be read' } });
  return () => {
    const content = reader.read(file);
    if (content === undefined) return withoutFile;
    return content.ok ? content.value : unreadable;
  };
}

function usable(
  { settings, environment, reserved }: Omit<Options, 'log'>,
  { entries, problem }: { readonly entries: readonly Json[]; readonly problem?: FieldError },
): PresentClients {
  const clients = new Map<string, Client>();
  const problems = problem === undefined ? [] : [problem];
  const first = firstClient(settings);
  if (first !== undefined) clients.set(first.id, first);
  for (const [index, entry] of entries.entries()) {
    const client = toClient(entry, environment, clients);
    const detail = typeof client === 'string' ? client : tenantProblem(client, reserved);
    if (detail !== undefined) problems.push({ pointer: `/clients/${index}`, detail });
    else if (typeof client !== 'string') clients.set(client.id, client);
  }
  return { clients, problems };
}

function tenantProblem({ tenant }: Client, reserved: ReadonlySet<string>): string | undefined {
  return isTenantId(tenant, reserved) ? undefined : 'a tenant id is reserved or not valid';
}

/** True if a tenant of variant B may have this id. */
export function isTenantId(id: string, reserved: ReadonlySet<string>): boolean {
  return ID_PATTERN.test(id) && !reserved.has(id);
}

function firstClient(settings: Settings): Client | undefined {
  const { AUTH_CLIENT_ID: id, AUTH_CLIENT_SECRET: stored } = settings;
  return stored === undefined ? undefined : { id, tenant: id, role: 'admin', secret: { kind: 'plain', stored } };
}

function entriesIn(text: string): { readonly entries: readonly Json[]; readonly problem?: FieldError } {
  try {
    const parsed = parseJson(text);
    if (isObject(parsed) && Array.isArray(parsed.clients)) return { entries: parsed.clients as readonly Json[] };
    return { entries: [], problem: { pointer: '/clients', detail: 'must be an array' } };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return { entries: [], problem: { pointer: '', detail: error.message } };
  }
}

/** A client, or what is wrong with the entry. */
function toClient(entry: Json, environment: Environment, clients: ReadonlyMap<string, Client>): Client | string {
  if (!isObject(entry) || typeof entry.client_id !== 'string' || entry.client_id === '') return 'client_id is missing';
  const known = clients.get(entry.client_id);
  const tenant = entry.tenant ?? known?.tenant ?? entry.client_id;
  if (typeof tenant !== 'string') return 'tenant must be a string';
  const role = entry.role ?? known?.role ?? 'admin';
  if (!isRole(role)) return `role must be one of ${roles.join(', ')}`;
  const secret = toSecret(entry, environment) ?? known?.secret;
  if (secret === undefined) return 'secret_scrypt or secret_env is needed';
  return typeof secret === 'string' ? secret : { id: entry.client_id, tenant, role, secret };
}

function toSecret(entry: JsonObject, environment: Environment): Client['secret'] | string | undefined {
  const { secret_scrypt: hash, secret_env: variable } = entry;
  if (hash !== undefined && variable !== undefined) return 'secret_scrypt and secret_env exclude each other';
  if (hash !== undefined) {
    const usable = typeof hash === 'string' && isSecretHash(hash);
    return usable ? { kind: 'scrypt', stored: hash } : 'secret_scrypt is not a hash from npm run hash-secret';
  }
  if (variable === undefined) return undefined;
  const stored = typeof variable === 'string' ? environment[variable] : undefined;
  return stored === undefined || stored === '' ? 'the variable of secret_env is not set' : { kind: 'plain', stored };
}
