/** A configuration as a role reads it: only administrators see secrets, everybody but viewers sees claims. Pure. */
import { isObject, type Json, type JsonObject } from '../kernel/json.ts';
import type { Role } from '../kernel/role.ts';

/** Replaces a secret. */
export const MASK = '***';

/** @param role undefined: a request of one of the services, which reads the whole */
export function configurationForRole(view: JsonObject, role: Role | undefined): JsonObject {
  if (role === undefined || role === 'admin') return view;
  const masked = withoutSecrets(view);
  if (role === 'operator') return masked;
  const { claims: _, ...rest } = masked;
  return rest;
}

/** Webhooks occur in several members, and `auth` has two spellings, so every object is checked. */
export function withoutSecrets(object: JsonObject): JsonObject {
  const members = Object.entries(object).map(([name, value]): [string, Json | undefined] => {
    if (name === 'signingSecret' || name === 'client_secret') return [name, MASK];
    if ((name === 'auth' || name === 'auhth') && isObject(value)) return [name, maskedAuth(value)];
    return [name, value === undefined ? undefined : inside(value)];
  });
  return Object.fromEntries(members);
}

function inside(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => inside(item));
  return isObject(value) ? withoutSecrets(value) : value;
}

function maskedAuth(auth: JsonObject): JsonObject {
  const { config } = auth;
  return { ...auth, config: isObject(config) ? { ...config, value: MASK } : MASK };
}
