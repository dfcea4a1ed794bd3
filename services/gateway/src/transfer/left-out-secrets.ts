/**
 * Secrets in a file of configurations: replaced by a mask, and restored if the tenant has one at the same place. Pure.
 */
import { MASK, withoutSecrets } from '@countersign/shared/flow-config/for-role';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { escapePointer } from '@countersign/shared/kernel/json-pointer';

/** The document with a mask for each secret: webhooks', and the secret of the client at the identity provider. */
export function leaveOutSecrets(document: JsonObject): JsonObject {
  const masked = withoutSecrets(document);
  return typeof document.clientSecret === 'string' ? { ...masked, clientSecret: MASK } : masked;
}

export interface Completed {
  readonly document: JsonObject;
  /** Masks for which the tenant has no secret. */
  readonly mistakes: readonly FieldError[];
}

/** @param present what the tenant has under the same id; `{}` if nothing */
export function putInSecrets(document: JsonObject, present: JsonObject): Completed {
  const mistakes: FieldError[] = [];
  const secrets = leaveOutSecrets(document);
  return { document: completed(document, secrets, { present, pointer: '', mistakes }) as JsonObject, mistakes };
}

interface Place {
  readonly present: Json | undefined;
  readonly pointer: string;
  readonly mistakes: FieldError[];
}

function completed(value: Json, secret: Json | undefined, place: Place): Json {
  const { present, pointer, mistakes } = place;
  if (value === MASK && secret === MASK && isSecret(pointer)) {
    if (typeof present === 'string' && present !== MASK) return present;
    mistakes.push({ pointer, detail: 'The secret was left out of the file: write it here' });
    return value;
  }
  const below = (name: string | number, item: Json): Json =>
    completed(item, memberOf(secret, name), {
      present: memberOf(present, name),
      pointer: `${pointer}/${escapePointer(String(name))}`,
      mistakes,
    });
  if (Array.isArray(value)) return value.map((item: Json, index) => below(index, item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, item === undefined ? item : below(name, item)]),
  );
}

/** Elsewhere three stars are just a string. */
function isSecret(pointer: string): boolean {
  return /\/signingSecret$|\/(?:auth|auhth)\/config(?:\/value)?$|^\/clientSecret$/.test(pointer);
}

function memberOf(value: Json | undefined, name: string | number): Json | undefined {
  if (Array.isArray(value)) return value[Number(name)];
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
