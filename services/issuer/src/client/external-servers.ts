/** The external authorization server of a tenant, and its keys: RFC 8414 metadata and JWKS through the guarded outbound client. */
import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { importPublicJwk } from '@countersign/shared/crypto/jwk';
import type { KnownKeys } from '@countersign/shared/crypto/known-keys';
import type { Outbound } from '@countersign/shared/http/outbound';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import { createFileReader, tenantFolder } from '@countersign/shared/kernel/versioned-file';
import type { Platform } from '@countersign/shared/runtime/service';
import { LRUCache } from 'lru-cache';
import { type ExternalServer, parseExternalServer } from './external-server.ts';

export interface ExternalServers {
  /** @returns undefined if the tenant does not use one @throws ProtocolError `server_error` if its file is broken */
  of(tenant: string): ExternalServer | undefined;
  /**
   * The key with that id; without an id the only key.
   * @returns undefined if the server publishes none @throws ProtocolError `temporarily_unavailable`
   */
  key(server: ExternalServer, kid: string | undefined): Promise<KeyObject | undefined>;
}

/** Milliseconds for which a key set is used, and for which a set without the requested key is not fetched again. */
const FRESH = 300_000;
const PAUSE = 30_000;
const MAX_BYTES = 256 * 1024;
const PATIENCE = 5000;
/** Most servers whose keys are kept. */
const MAX_KEPT = 1000;

interface KeySet {
  readonly at: number;
  readonly keys: Promise<readonly JsonObject[]>;
}

export function createExternalServers(
  { settings, log, clock, edits, knownKeys }: Pick<Platform, 'settings' | 'log' | 'clock' | 'edits' | 'knownKeys'>,
  outbound: Outbound,
): ExternalServers {
  const reader = createFileReader(parseExternalServer, edits);
  const sets = new LRUCache<string, KeySet>({ max: MAX_KEPT });

  const fetchSet = (server: ExternalServer): Promise<readonly JsonObject[]> => {
    const name = `${server.issuer} ${server.jwksUri ?? ''}`;
    const keys = keysOf(outbound, server);
    const set = { at: clock(), keys };
    sets.set(name, set);
    // A failure is not kept: the next request tries again.
    keys.catch(() => sets.peek(name) === set && sets.delete(name));
    return keys;
  };

  return {
    of(tenant) {
      const content = reader.read(join(tenantFolder(settings.CONFIG_FOLDER, tenant), 'authorization-server.json'));
      if (content === undefined) return undefined;
      if (content.ok) return content.value;
      const detail = content.error instanceof Error ? content.error.message : 'It cannot be read';
      log.error('authorization-server.json is broken', { tenant, detail });
      throw new ProtocolError('server_error', 'The authorization server is not configured correctly', {
        cause: content.error,
        reason: 'external_server_broken',
      });
    },

    async key(server, kid) {
      const known = sets.get(`${server.issuer} ${server.jwksUri ?? ''}`);
      const age = known === undefined ? Number.POSITIVE_INFINITY : clock() - known.at;
      try {
        const found = named(await (known !== undefined && age < FRESH ? known.keys : fetchSet(server)), kid, knownKeys);
        if (found !== undefined || age < PAUSE) return found;
        // A key that was published later.
        return age < FRESH ? named(await fetchSet(server), kid, knownKeys) : undefined;
      } catch (cause) {
        throw new ProtocolError('temporarily_unavailable', 'The keys of the authorization server are not available', {
          cause,
          reason: 'dependency_away',
          facts: { dependency: 'keys of the authorization server' },
        });
      }
    },
  };
}

function named(
  keys: readonly JsonObject[],
  kid: string | undefined,
  known: KnownKeys | undefined,
): KeyObject | undefined {
  const fitting = keys.filter((key) => kid === undefined || key.kid === kid);
  const [only, ...others] = fitting;
  if (only === undefined || others.length > 0) return undefined;
  try {
    return importPublicJwk(only, known);
  } catch {
    return undefined;
  }
}

async function keysOf(outbound: Outbound, server: ExternalServer): Promise<readonly JsonObject[]> {
  const jwksUri = server.jwksUri ?? (await publishedJwksUri(outbound, server.issuer));
  const { keys } = await fetchObject(outbound, jwksUri);
  if (!Array.isArray(keys)) throw new Error('A key set has keys');
  return keys.filter(isObject);
}

/** RFC 8414, 3: the well-known path is inserted between host and path, and the document contains its issuer. */
async function publishedJwksUri(outbound: Outbound, issuer: string): Promise<string> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const metadata = await fetchObject(outbound, `${origin}/.well-known/oauth-authorization-server${path}`);
  if (metadata.issuer !== issuer || typeof metadata.jwks_uri !== 'string')
    throw new Error("The response is not this server's metadata");
  return metadata.jwks_uri;
}

async function fetchObject(outbound: Outbound, url: string): Promise<JsonObject> {
  const answer = await outbound.request({ url, method: 'GET', maxBytes: MAX_BYTES, timeout: PATIENCE });
  const value = answer.status === 200 ? parseJson(answer.body.toString('utf8')) : undefined;
  if (!isObject(value)) throw new Error('The response is not a JSON object');
  return value;
}
