/**
 * Checks claims against a configuration: by the rules of its format, then by its schema. The schema of an SD-JWT VC
 * describes the payload to sign, other schemas describe the claims.
 */
import type { PublicJwk } from '@countersign/shared/crypto/keys';
import { atNewPlaces } from '@countersign/shared/flow-config/document-findings';
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { type CompiledSchema, everyViolation } from '../schema/claims-schema.ts';
import { SchemaTimeout, type TimeBudget } from '../schema/time-budget.ts';
import { claimRules } from './claim-rules.ts';
import { type OfferedIssuance, resolveClaims, resolveLifetime } from './claims.ts';
import type { CredentialConfiguration } from './credential-configuration.ts';
import { credentialPayload } from './credential-payload.ts';
import type { SignerPlace } from './mdoc-elements.ts';
import { subjectFinding } from './one-active.ts';

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
  const { configuration, offered, place = {}, budget } = check;
  const claims = resolveClaims(configuration, offered);
  const { oneActive } = configuration;
  const unidentified = oneActive && subjectFinding(oneActive, claims);
  if (unidentified !== undefined) return unidentified;
  const refused = claimRules[configuration.format].finding(configuration, claims, place);
  if (refused !== undefined || configuration.validate === undefined) return refused;
  return schemaFinding(configuration.validate, checkedPayload(issuer, now, check), budget);
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

/** What the schema describes: the payload of an SD-JWT VC; otherwise the claims. */
function checkedPayload(
  issuer: string,
  now: number,
  { configuration, offered, key = SAMPLE }: PayloadCheck,
): JsonObject {
  const claims = resolveClaims(configuration, offered);
  if (configuration.format !== 'dc+sd-jwt') return claims;
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

function schemaFinding(
  validate: CompiledSchema,
  payload: JsonObject,
  budget: TimeBudget | undefined,
): FieldError | undefined {
  try {
    return validate(payload, budget);
  } catch (error) {
    if (error instanceof SchemaTimeout) return { pointer: '', detail: 'take too long to check against the schema' };
    throw error;
  }
}
