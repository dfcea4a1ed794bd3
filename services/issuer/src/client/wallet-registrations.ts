/** The registrations of a tenant's wallets: the contents of `wallets.json`. Pure. */
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { isAdmissibleScheme } from './redirect-uri.ts';

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

/** An unusable registration: what is wrong, and at which JSON pointer. */
export class RegistrationError extends Error {
  readonly pointer: string;
  constructor(pointer: string, message: string) {
    super(message);
    this.pointer = pointer;
  }
}

/** Reads `{"public_clients", "public_redirect_schemes", "clients": [{"client_id", "redirect_uris", "jwks"}]}`. @throws RegistrationError */
export function parseRegistrations(value: Json): WalletClients {
  if (!isObject(value)) throw new RegistrationError('', 'wallets.json must contain an object');
  if (value.public_clients !== undefined && typeof value.public_clients !== 'boolean') {
    throw new RegistrationError('/public_clients', 'public_clients must be true or false');
  }
  const clients = value.clients ?? [];
  if (!Array.isArray(clients)) throw new RegistrationError('/clients', 'clients must be an array');
  const registered = new Map<string, RegisteredClient>();
  for (const [index, client] of clients.entries()) {
    const at = `/clients/${index}`;
    const parsed = parseClient(client, at);
    if (registered.has(parsed.clientId)) {
      throw new RegistrationError(`${at}/client_id`, `client_id ${parsed.clientId} stands twice`);
    }
    registered.set(parsed.clientId, parsed);
  }
  const redirectSchemes = parseSchemes(value.public_redirect_schemes);
  return { publicClients: value.public_clients !== false, redirectSchemes, registered };
}

function parseSchemes(value: unknown): readonly string[] {
  if (value === undefined) return [];
  const admissible = (scheme: unknown): scheme is string => typeof scheme === 'string' && isAdmissibleScheme(scheme);
  if (!Array.isArray(value) || !value.every(admissible)) {
    const detail = 'public_redirect_schemes must be schemes of wallet apps, in lower case and without a colon';
    throw new RegistrationError('/public_redirect_schemes', detail);
  }
  return value;
}

function parseClient(client: Json, at: string): RegisteredClient {
  const refuse = (member: string, detail: string): never => {
    throw new RegistrationError(`${at}${member}`, detail);
  };
  if (!isObject(client) || typeof client.client_id !== 'string') {
    return refuse('/client_id', 'A client needs a client_id');
  }
  const { client_id: clientId, jwks } = client;
  const uris = client.redirect_uris ?? [];
  if (!Array.isArray(uris) || !uris.every((uri): uri is string => typeof uri === 'string')) {
    return refuse('/redirect_uris', `redirect_uris of ${clientId} must be an array of strings`);
  }
  // RFC 6749, 3.1.2: no fragment.
  if (uris.some((uri) => uri.includes('#'))) {
    return refuse('/redirect_uris', `redirect_uris of ${clientId} have no fragment`);
  }
  const keys = isObject(jwks) ? jwks.keys : undefined;
  if (!Array.isArray(keys) || keys.length === 0 || !keys.every(isObject)) {
    return refuse('/jwks', `jwks of ${clientId} must contain keys`);
  }
  // A key of another type is useless but harmless; a private key must not be stored here.
  if (keys.some((key) => isObject(key) && key.d !== undefined)) {
    return refuse('/jwks', `jwks of ${clientId} must contain only public keys`);
  }
  return { clientId, redirectUris: uris, keys: keys as readonly JsonObject[] };
}
