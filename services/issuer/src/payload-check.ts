/** Whether claims fit the schema of a configuration, in the payload that would be signed. */
import type { PublicJwk } from '@countersign/shared/crypto/keys';
import { credentialIssuer } from '@countersign/shared/identifiers';
import type { Platform } from '@countersign/shared/runtime/service';
import { type OfferedIssuance, resolveClaims, resolveLifetime } from './claims.ts';
import { SchemaTimeout } from './claims-schema.ts';
import type { Configuration } from './listed-configuration.ts';
import { credentialPayload } from './protocol/credential-payload.ts';

/** Any key: payloads of a batch differ in key and status only, so one check serves all. */
const SAMPLE: PublicJwk = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' };

/** False also where the check was stopped at its time limit. */
export function fitsConfiguration(
  { settings, clock }: Pick<Platform, 'settings' | 'clock'>,
  tenant: string,
  configuration: Configuration,
  offered: OfferedIssuance,
  key: PublicJwk = SAMPLE,
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
    return configuration.validate(payload);
  } catch (error) {
    if (error instanceof SchemaTimeout) return false;
    throw error;
  }
}
