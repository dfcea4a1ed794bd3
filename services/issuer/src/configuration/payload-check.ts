/**
 * Checks claims against a configuration. SD-JWT VC: its schema, on the payload to sign, and its disclosure frame. mdoc: its
 * namespaces and element types, its schema on the claims by namespace.
 */
import type { PublicJwk } from '@countersign/shared/crypto/keys';
import { atNewPlaces } from '@countersign/shared/flow-config/document-findings';
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { type CompiledSchema, everyViolation } from '../schema/claims-schema.ts';
import { SchemaTimeout, type TimeBudget } from '../schema/time-budget.ts';
import { type OfferedIssuance, resolveClaims, resolveLifetime } from './claims.ts';
import type { CredentialConfiguration } from './credential-configuration.ts';
import { credentialPayload } from './credential-payload.ts';
import { findClaimInPlain } from './frame-names.ts';
import type { MdocConfiguration } from './mdoc-configuration.ts';
import { mdocElements, placeFinding, type SignerPlace } from './mdoc-elements.ts';
import { subjectFinding } from './one-active.ts';
import { findUndescribedClaim } from './plain-claims.ts';
import type { SdJwtConfiguration } from './sd-jwt-configuration.ts';

/** A placeholder key: payloads of a batch differ in key and status only, so one check covers all. */
const SAMPLE: PublicJwk = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' };

export interface PayloadCheck {
  readonly configuration: Checked<CredentialConfiguration>;
  readonly offered: OfferedIssuance;
  readonly key?: PublicJwk;
  /** The request's remaining time budget, if it checks several payloads. */
  readonly budget?: TimeBudget;
  /** The document signer's, if the doctype needs it. */
  readonly place?: SignerPlace;
}

/**
 * Finds the first invalid claim. A check that exceeds the time budget is reported as an error.
 * @param issuer credential issuer identifier
 * @param now milliseconds
 * @returns a pointer from the claims and the rule; undefined if all claims are valid
 */
export function payloadFinding(issuer: string, now: number, check: PayloadCheck): FieldError | undefined {
  const { configuration } = check;
  const claims = resolveClaims(configuration, check.offered);
  const { oneActive } = configuration;
  const unidentified = oneActive && subjectFinding(oneActive, claims);
  if (unidentified !== undefined) return unidentified;
  return configuration.format === 'mso_mdoc'
    ? mdocFinding(configuration, claims, check)
    : sdJwtFinding(configuration, claims, { ...check, issuer, now });
}

/**
 * Finds every claim that does not match the schema, and the first that another rule refuses. For a write: it compiles
 * the schema again if there is anything to report.
 */
export function payloadFindings(issuer: string, now: number, check: PayloadCheck): readonly FieldError[] {
  const first = payloadFinding(issuer, now, check);
  const { schema } = check.configuration;
  if (first === undefined || schema === undefined) return first === undefined ? [] : [first];
  const { validate: _, ...configuration } = check.configuration;
  const byOtherRule = payloadFinding(issuer, now, { ...check, configuration });
  const payload = checkedPayload(issuer, now, check);
  try {
    const violations = everyViolation(schema, payload);
    const others = byOtherRule === undefined ? [] : [byOtherRule];
    return violations.length === 0 ? [first] : [...others, ...atNewPlaces(others, violations)];
  } catch (error) {
    if (error instanceof SchemaTimeout) return [first];
    throw error;
  }
}

/** The payload that the schema applies to. */
function checkedPayload(
  issuer: string,
  now: number,
  { configuration, offered, key = SAMPLE }: PayloadCheck,
): JsonObject {
  const claims = resolveClaims(configuration, offered);
  if (configuration.format === 'mso_mdoc') return claims;
  const lifetime = resolveLifetime(configuration, offered);
  return credentialPayload({
    issuer,
    vct: configuration.vct,
    claims,
    key,
    status: configuration.withoutStatus !== undefined ? undefined : { uri: issuer, idx: 0 },
    now,
    ...(lifetime === undefined ? {} : { lifetime }),
  });
}

/** A configuration with its compiled schema. */
type Checked<C> = C & { readonly validate?: CompiledSchema };

function sdJwtFinding(
  configuration: Checked<SdJwtConfiguration>,
  claims: JsonObject,
  { issuer, now, ...check }: PayloadCheck & { readonly issuer: string; readonly now: number },
): FieldError | undefined {
  const { disclosureFrame, unconfirmedNames, frameLevels } = configuration;
  const inPlain =
    (unconfirmedNames && findClaimInPlain(disclosureFrame, unconfirmedNames, claims)) ??
    (frameLevels && findUndescribedClaim(frameLevels, claims));
  if (inPlain !== undefined || configuration.validate === undefined) return inPlain;
  return schemaFinding(configuration, checkedPayload(issuer, now, check), check.budget);
}

function mdocFinding(
  configuration: Checked<MdocConfiguration>,
  claims: JsonObject,
  { place = {}, budget }: PayloadCheck,
): FieldError | undefined {
  const elements = mdocElements(configuration, claims);
  if (!elements.ok) return elements.finding;
  return placeFinding(configuration, claims, place) ?? schemaFinding(configuration, claims, budget);
}

function schemaFinding(
  { validate }: Pick<Checked<CredentialConfiguration>, 'validate'>,
  payload: JsonObject,
  budget: TimeBudget | undefined,
): FieldError | undefined {
  try {
    return validate?.(payload, budget);
  } catch (error) {
    if (error instanceof SchemaTimeout) return { pointer: '', detail: 'take too long to check against the schema' };
    throw error;
  }
}
