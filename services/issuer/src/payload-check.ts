/** Whether claims fit the schema of a configuration, in the payload that would be signed. */
import type { PublicJwk } from '@countersign/shared/crypto/keys';
import { credentialIssuer } from '@countersign/shared/identifiers';
import type { Platform } from '@countersign/shared/runtime/service';
import { type OfferedIssuance, resolveClaims, resolveLifetime } from './claims.ts';
import { checkBudget } from './claims-schema.ts';
import type { Configuration } from './listed-configuration.ts';
import { credentialPayload } from './protocol/credential-payload.ts';
import { SchemaTimeout, type TimeBudget } from './time-budget.ts';

/** Any key: payloads of a batch differ in key and status only, so one check serves all. */
const SAMPLE: PublicJwk = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' };

export interface PayloadCheck {
  readonly tenant: string;
  readonly configuration: Configuration;
  readonly offered: OfferedIssuance;
  readonly key?: PublicJwk;
  /** What is left of the time of the request, where it checks several payloads. */
  readonly budget?: TimeBudget;
}

/** False also where the check was stopped because the time of the request was used up. */
export function fitsConfiguration(
  { settings, clock }: Pick<Platform, 'settings' | 'clock'>,
  { tenant, configuration, offered, key = SAMPLE, budget = checkBudget() }: PayloadCheck,
): boolean {
  if (configuration.validate === undefined) return true;
  const issuer = credentialIssuer(settings.PUBLIC_URL, tenant);
  const lifetime = resolveLifetime(configuration, offered);
  const payload = credentialPayload({
    issuer,
    vct: configuration.vct,
    claims: resolveClaims(configuration, offered),
    key,
    status: { uri: issuer, idx: 0 },
    now: clock(),
    ...(lifetime === undefined ? {} : { lifetime }),
  });
  try {
    return configuration.validate(payload, budget);
  } catch (error) {
    if (error instanceof SchemaTimeout) return false;
    throw error;
  }
}
