/** The claims of an SD-JWT VC. Pure. */
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import { findClaimInPlain } from './frame-names.ts';
import { findUndescribedClaim } from './plain-claims.ts';
import type { SdJwtConfiguration } from './sd-jwt-configuration.ts';

/** The first claim that would not be disclosable although the frame says so. */
export function sdJwtFinding(
  { disclosureFrame, unconfirmedNames, frameLevels }: SdJwtConfiguration,
  claims: JsonObject,
): FieldError | undefined {
  return (
    (unconfirmedNames && findClaimInPlain(disclosureFrame, unconfirmedNames, claims)) ??
    (frameLevels && findUndescribedClaim(frameLevels, claims))
  );
}

/** The claim map serves all configurations of a tenant, so each schema uses only the claims that it defines. */
export function fittingClaims({ schema }: Pick<SdJwtConfiguration, 'schema'>, signedIn: JsonObject): JsonObject {
  const named = schema?.properties;
  if (!isObject(named)) return signedIn;
  return Object.fromEntries(Object.entries(signedIn).filter(([name]) => Object.hasOwn(named, name)));
}
