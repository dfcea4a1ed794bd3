/** Checks claims against a configuration: its schema, on the payload to sign, and its disclosure frame. */
import type { PublicJwk } from '@countersign/shared/crypto/keys';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { type OfferedIssuance, resolveClaims, resolveLifetime } from '../protocol/claims.ts';
import { credentialPayload } from '../protocol/credential-payload.ts';
import { findClaimInPlain } from '../protocol/frame-names.ts';
import { findUndescribedClaim } from '../protocol/plain-claims.ts';
import { checkBudget } from '../schema/claims-schema.ts';
import { SchemaTimeout, type TimeBudget } from '../schema/time-budget.ts';
import type { Configuration } from './listed-configuration.ts';

/** A placeholder key: payloads of a batch differ in key and status only, so one check covers all. */
const SAMPLE: PublicJwk = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' };

export interface PayloadCheck {
  readonly configuration: Configuration;
  readonly offered: OfferedIssuance;
  readonly key?: PublicJwk;
  /** The remaining time budget of the request, where it checks several payloads. */
  readonly budget?: TimeBudget;
}

/**
 * Finds the first invalid claim. A check that exceeds the time budget counts as a finding.
 * @param issuer credential issuer identifier
 * @param now milliseconds
 * @returns a pointer from the claims and the rule; undefined where all claims are valid
 */
export function payloadFinding(
  issuer: string,
  now: number,
  { configuration, offered, key = SAMPLE, budget = checkBudget() }: PayloadCheck,
): FieldError | undefined {
  const claims = resolveClaims(configuration, offered);
  const { disclosureFrame, unconfirmedNames = [], frameLevels = [] } = configuration;
  const inPlain =
    findClaimInPlain(disclosureFrame, unconfirmedNames, claims) ?? findUndescribedClaim(frameLevels, claims);
  if (inPlain !== undefined || configuration.validate === undefined) return inPlain;
  const lifetime = resolveLifetime(configuration, offered);
  const payload = credentialPayload({
    issuer,
    vct: configuration.vct,
    claims,
    key,
    status: { uri: issuer, idx: 0 },
    now,
    ...(lifetime === undefined ? {} : { lifetime }),
  });
  try {
    return configuration.validate(payload, budget);
  } catch (error) {
    if (error instanceof SchemaTimeout) return { pointer: '', detail: 'take too long to check against the schema' };
    throw error;
  }
}
