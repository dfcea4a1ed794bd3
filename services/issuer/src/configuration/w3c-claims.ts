/** The claims of a W3C credential: what it says about its holder, and what explains it (VCDM 1.1, 4 and 5). Pure. */
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { CommonConfiguration } from './common-configuration.ts';
import { pointerOf } from './plain-claims.ts';
import { fittingClaims } from './sd-jwt-claims.ts';

/** The service sets every other member of a credential. */
const MEMBERS = ['credentialSubject', 'credentialSchema', 'evidence', 'refreshService', 'termsOfUse'] as const;

export function isClaimMember(name: string): boolean {
  return MEMBERS.some((member) => member === name);
}

/** The first claim that a W3C credential can't have, and that no schema needs to refuse. */
export function w3cFinding(claims: JsonObject): FieldError | undefined {
  const other = Object.keys(claims).find((name) => !isClaimMember(name));
  if (other !== undefined) return { pointer: pointerOf([other]), detail: 'must be below credentialSubject' };
  const subject = own(claims, 'credentialSubject');
  if (!isObject(subject) || Object.keys(subject).length === 0) {
    return { pointer: '/credentialSubject', detail: 'must be an object with at least one claim about the holder' };
  }
  if (!Object.hasOwn(subject, 'id')) return undefined;
  return { pointer: '/credentialSubject/id', detail: "is set by the service: it is the wallet's key" };
}

/** The claims of a signed-in user that the schema of the subject defines, or all without such a schema. */
export function signedInSubject({ schema }: Pick<CommonConfiguration, 'schema'>, signedIn: JsonObject): JsonObject {
  const subject = isObject(schema?.properties) ? schema.properties.credentialSubject : undefined;
  const fitting = fittingClaims(isObject(subject) ? { schema: subject } : {}, signedIn);
  return Object.keys(fitting).length === 0 ? {} : { credentialSubject: fitting };
}

/** Names that may be in an error's pointer although no configuration contains them. */
export const w3cNames: readonly string[] = [...MEMBERS, 'id'];
