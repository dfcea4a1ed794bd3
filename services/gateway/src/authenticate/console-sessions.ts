/**
 * Console sessions: one per sign-in, read from the store at each call, so that a sign-out takes effect at every replica
 * immediately.
 */

import { DEFAULT_TENANT } from '@countersign/shared/kernel/identifiers';
import type { Role } from '@countersign/shared/kernel/role';
import {
  type ConsoleCredential,
  type ConsoleSessionDocument,
  consoleSessionId,
  consoleSessions,
} from '@countersign/shared/model/tenant/console-sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { apiKeyClient } from './api-key.ts';
import type { Caller } from './caller.ts';
import type { Client } from './client.ts';
import type { ClientOf } from './client-of.ts';
import { isPresentSecret, secretFingerprint } from './client-secret.ts';
import { CONSOLE_SESSION_TTL, consoleCookie, cookieContents, cookieValue } from './console-cookie.ts';
import { managesPlatform } from './platform-callers.ts';
import type { TenantExists } from './tenants.ts';

/** A user that a provider has identified. */
export interface SignedInPerson {
  readonly tenant: string;
  readonly role: Role;
  readonly subject: string;
  readonly name: string;
}

export interface ConsoleSession {
  readonly id: string;
  readonly caller: Caller;
  /** The signed-in user as the console shows it. */
  readonly name: string;
  /** Milliseconds. */
  readonly expiresAt: number;
}

export interface ConsoleSessions {
  /** The live session in a `Cookie` header, if any. */
  read(cookie: string | undefined): Promise<ConsoleSession | undefined>;
  /** Signs in, under a new secret. @returns the session, and the header `Set-Cookie` */
  begin(who: Client | SignedInPerson): Promise<{ readonly session: ConsoleSession; readonly setCookie: string }>;
  /** Ends the session in a `Cookie` header, if there is one. */
  end(cookie: string | undefined): Promise<void>;
}

interface Parts extends Pick<Platform, 'settings' | 'store' | 'vaults' | 'clock' | 'random'> {
  readonly clientOf: ClientOf;
  readonly tenantExists: TenantExists;
}

export function createConsoleSessions(parts: Parts): ConsoleSessions {
  const { settings, store, clock, random } = parts;
  const cookie = consoleCookie(settings.PUBLIC_URL);
  const find = async (header: string | undefined) => {
    const value = cookie.read(header);
    if (value === undefined) return undefined;
    const { secret, tenant } = cookieContents(value);
    const document = await ofTenant(store, tenant).get(consoleSessions, consoleSessionId(secret));
    return document === undefined ? undefined : { document, secret };
  };
  return {
    read: async (header) => {
      const found = await find(header);
      if (found === undefined || found.document.expiresAt <= clock()) return undefined;
      return toSession(parts, found.document, found.secret);
    },
    begin: async (who) => {
      const secret = random(32).toString('base64url');
      const id = consoleSessionId(secret);
      const now = clock();
      const by = await credentialOf(parts, who, { id, secret });
      const times = { createdAt: now, expiresAt: now + CONSOLE_SESSION_TTL * 1000 };
      const document = await ofTenant(store, who.tenant).insert(consoleSessions, {
        id,
        tenant: who.tenant,
        by,
        ...times,
      });
      const session = document && (await toSession(parts, document, secret));
      if (session === undefined) throw new Error('The client changed during its sign-in');
      return { session, setCookie: cookie.set(cookieValue({ secret, tenant: who.tenant })) };
    },
    end: async (header) => {
      const found = await find(header);
      if (found !== undefined) await ofTenant(store, found.document.tenant).delete(consoleSessions, found.document);
    },
  };
}

async function credentialOf(
  { vaults }: Parts,
  who: Client | SignedInPerson,
  { id, secret }: { readonly id: string; readonly secret: string },
): Promise<ConsoleCredential> {
  if ('secret' in who) {
    return { kind: 'client', client: who.id, fingerprint: secretFingerprint(who.secret.stored, who.id, secret) };
  }
  const vault = await vaults.of(who.tenant);
  const sealedName = vault.seal(who.name, nameContext(id));
  return { kind: 'person', role: who.role, client: `person:${who.subject}`, sealedName };
}

/** The session with what its credential may do now; undefined once the credential is void. */
async function toSession(
  parts: Parts,
  { id, tenant, by, expiresAt }: ConsoleSessionDocument,
  secret: string,
): Promise<ConsoleSession | undefined> {
  const variant = tenant === DEFAULT_TENANT ? 'a' : 'b';
  const callerOf = (role: Role): Caller => {
    return { variant, tenant, client: by.client, role, platform: managesPlatform(tenant, role), consoleSession: id };
  };
  if (by.kind === 'person') {
    if (variant === 'b' && !(await parts.tenantExists(tenant))) return undefined;
    const vault = await parts.vaults.of(tenant);
    return { id, caller: callerOf(by.role), name: vault.open(by.sealedName, nameContext(id)), expiresAt };
  }
  const client = variant === 'a' ? apiKeyClient(parts.settings) : await parts.clientOf(by.client);
  const valid = client?.tenant === tenant && isPresentSecret(client, by.fingerprint, secret);
  return valid ? { id, caller: callerOf(client.role), name: client.id, expiresAt } : undefined;
}

function nameContext(id: string): string {
  return `console-session/${id}/name`;
}
