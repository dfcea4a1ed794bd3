/** A user's tenant and role here, from the ID token's claims. Pure. */
import { hashOf } from '@countersign/shared/crypto/sha256';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { isRole, type Role, roles } from '@countersign/shared/kernel/role';
import type { Settings } from '@countersign/shared/settings/settings';
import type { SignedInPerson } from '../authenticate/console-sessions.ts';

export type PersonSettings = Pick<
  Settings,
  'MANAGEMENT_OIDC_TENANT' | 'MANAGEMENT_OIDC_TENANT_CLAIM' | 'MANAGEMENT_OIDC_ROLE_CLAIM' | 'MANAGEMENT_OIDC_ROLES'
>;

const LONGEST_NAME = 120;

/** @throws ProtocolError `forbidden` if the claims contain no role, or no tenant */
export function personOf(claims: JsonObject, settings: PersonSettings): SignedInPerson {
  const { sub } = claims;
  if (typeof sub !== 'string' || sub === '') throw refused('subject');
  const role = roleOf(claimAt(claims, settings.MANAGEMENT_OIDC_ROLE_CLAIM), settings.MANAGEMENT_OIDC_ROLES);
  if (role === undefined) throw refused('role');
  const tenant = tenantOf(claims, settings);
  if (tenant === undefined) throw refused('tenant');
  // The audit log does not accept arbitrary text.
  const subject = /^[A-Za-z0-9._@:|+-]{1,128}$/.test(sub) ? sub : hashOf(sub);
  return { tenant, role, subject, name: nameOf(claims) ?? subject };
}

/** Names of the claims that tenant and role need, for the UserInfo endpoint. */
export function neededClaims({
  MANAGEMENT_OIDC_TENANT_CLAIM: tenant,
  MANAGEMENT_OIDC_ROLE_CLAIM: role,
}: PersonSettings) {
  return [role, ...(tenant === undefined ? [] : [tenant])].map((path) => path.split('.')[0] ?? path);
}

function tenantOf(claims: JsonObject, settings: PersonSettings): string | undefined {
  const { MANAGEMENT_OIDC_TENANT_CLAIM: path } = settings;
  if (path === undefined) return settings.MANAGEMENT_OIDC_TENANT;
  const value = claimAt(claims, path);
  const [only, ...others] = Array.isArray(value) ? value : [value];
  return typeof only === 'string' && others.length === 0 ? only : undefined;
}

/** The highest role that a value stands for. Without a list the values are role names. */
function roleOf(value: Json | undefined, mapping: readonly string[]): Role | undefined {
  const values = Array.isArray(value) ? value : [value];
  const named = new Map(mapping.map((entry) => splitLast(entry)));
  const found = values.flatMap((one) => {
    const role = mapping.length === 0 ? one : named.get(String(one));
    return isRole(role) ? [role] : [];
  });
  return roles.findLast((role) => found.includes(role));
}

/** `value=role`. The value may contain a `=`. */
function splitLast(entry: string): readonly [string, string] {
  const at = entry.lastIndexOf('=');
  return [entry.slice(0, at), entry.slice(at + 1)];
}

/** The claim of that name, otherwise the member at the path of its parts between dots. */
function claimAt(claims: JsonObject, path: string): Json | undefined {
  if (Object.hasOwn(claims, path)) return claims[path];
  let value: Json | undefined = claims;
  for (const name of path.split('.')) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

function nameOf({ name, preferred_username: username, email }: JsonObject): string | undefined {
  const [first] = [name, username, email].filter((value) => typeof value === 'string' && value.trim() !== '');
  if (first === undefined) return undefined;
  return String(first).replaceAll(/\p{C}/gu, '').slice(0, LONGEST_NAME);
}

function refused(detail: 'subject' | 'role' | 'tenant'): ProtocolError {
  return new ProtocolError('forbidden', 'Your account has no access here', {
    reason: 'person_not_admitted',
    facts: { detail },
  });
}
