/** Wallet clients of `config/wallets.json`; the file of a tenant replaces that of the root. */
import { join } from 'node:path';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import { isAdmissibleScheme } from '@countersign/shared/kernel/redirect-uri';
import { createFileReader, tenantFolder } from '@countersign/shared/kernel/versioned-file';
import type { Platform } from '@countersign/shared/runtime/service';

export interface RegisteredClient {
  readonly clientId: string;
  readonly redirectUris: readonly string[];
  /** Public JWKs for private_key_jwt. */
  readonly keys: readonly JsonObject[];
}

export interface WalletClients {
  /** Whether unregistered clients are allowed, without authentication. */
  readonly publicClients: boolean;
  /** Redirect URI schemes of public clients, in addition to https, loopback and schemes with a dot. */
  readonly redirectSchemes: readonly string[];
  readonly registered: ReadonlyMap<string, RegisteredClient>;
}

const NO_FILE: WalletClients = { publicClients: true, redirectSchemes: [], registered: new Map() };

/** Returns the clients of a tenant from the present files. With a broken file every client is refused. */
export function createWalletClients({
  settings,
  log,
  edits,
}: Pick<Platform, 'settings' | 'log' | 'edits'>): (tenant: string) => WalletClients {
  const reader = createFileReader(parseWalletClients, edits);
  return (tenant) => {
    for (const folder of new Set([tenantFolder(settings.CONFIG_FOLDER, tenant), settings.CONFIG_FOLDER])) {
      const content = reader.read(join(folder, 'wallets.json'));
      if (content === undefined) continue;
      if (content.ok) return content.value;
      log.error('wallets.json is broken, so no wallet is served', { tenant, file: join(folder, 'wallets.json') });
      throw new ProtocolError('server_error', 'The wallet clients are not configured correctly', {
        cause: content.error,
        ...{ reason: 'clients_broken', facts: { place: 'wallets.json' } },
      });
    }
    return NO_FILE;
  };
}

/** Reads `{"public_clients", "public_redirect_schemes", "clients": [{"client_id", "redirect_uris", "jwks"}]}`. @throws Error naming the field */
export function parseWalletClients(text: string): WalletClients {
  const value = parseJson(text);
  if (!isObject(value)) throw new Error('wallets.json must hold an object');
  if (value.public_clients !== undefined && typeof value.public_clients !== 'boolean') {
    throw new Error('public_clients must be true or false');
  }
  const clients = value.clients ?? [];
  if (!Array.isArray(clients)) throw new Error('clients must be an array');
  const registered = new Map<string, RegisteredClient>();
  for (const client of clients) {
    const parsed = parseClient(client);
    if (registered.has(parsed.clientId)) throw new Error(`client_id ${parsed.clientId} stands twice`);
    registered.set(parsed.clientId, parsed);
  }
  const redirectSchemes = parseSchemes(value.public_redirect_schemes);
  return { publicClients: value.public_clients !== false, redirectSchemes, registered };
}

function parseSchemes(value: unknown): readonly string[] {
  if (value === undefined) return [];
  const admissible = (scheme: unknown): scheme is string => typeof scheme === 'string' && isAdmissibleScheme(scheme);
  if (!Array.isArray(value) || !value.every(admissible)) {
    throw new Error('public_redirect_schemes must be schemes of wallet apps, in lower case and without a colon');
  }
  return value;
}

function parseClient(client: unknown): RegisteredClient {
  if (!isObject(client) || typeof client.client_id !== 'string') throw new Error('A client needs a client_id');
  const uris = client.redirect_uris ?? [];
  if (!Array.isArray(uris) || !uris.every((uri): uri is string => typeof uri === 'string')) {
    throw new Error(`redirect_uris of ${client.client_id} must be an array of strings`);
  }
  // RFC 6749, 3.1.2: no fragment.
  if (uris.some((uri) => uri.includes('#'))) throw new Error(`redirect_uris of ${client.client_id} have no fragment`);
  const keys = isObject(client.jwks) ? client.jwks.keys : undefined;
  if (!Array.isArray(keys) || keys.length === 0 || !keys.every(isObject)) {
    throw new Error(`jwks of ${client.client_id} must hold keys`);
  }
  // A key of another type is useless but harmless; a private key must not be stored here.
  if (keys.some((key) => isObject(key) && key.d !== undefined)) {
    throw new Error(`jwks of ${client.client_id} must hold public keys only`);
  }
  return { clientId: client.client_id, redirectUris: uris, keys: keys as readonly JsonObject[] };
}
