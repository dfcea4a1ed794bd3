/** Applies a tenant's profile to a credential configuration. Pure. */
import type { ProfileName } from '@countersign/shared/flow-config/tenant-profile';
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { CredentialConfiguration } from './credential-configuration.ts';
import { ATTESTED_PROOF_TYPES, PLAIN, type ProofTypes, proofTypesOf } from './proof-types.ts';
import { type Attributed, missingAttributes } from './rulebook.ts';

type Attestable = Pick<CredentialConfiguration, 'metadata' | 'proofTypes'>;
type Configured = Attestable & Attributed & Partial<Pick<CredentialConfiguration, 'format' | 'lifetime'>>;

/** The configuration with the profile's proof types, if it specifies none itself. */
export function underProfile<C extends Attestable>(configuration: C, profile: ProfileName): C {
  if (profile === 'open' || configuration.proofTypes !== undefined) return configuration;
  return {
    ...configuration,
    metadata: { ...configuration.metadata, proof_types_supported: ATTESTED_PROOF_TYPES },
    proofTypes: proofTypesOf(ATTESTED_PROOF_TYPES),
  };
}

/**
 * Why a tenant of this profile can't have the configuration. EUDI wallet libraries refuse the whole issuer metadata if
 * a proof type does not specify which key attestations are required (EU TS 3, 2.2.2.2).
 */
export function profileFindings(configuration: Configured, profile: ProfileName): readonly FieldError[] {
  if (profile === 'open') return [];
  const found = [...formatFindings(configuration, profile), ...unattested(configuration.proofTypes ?? PLAIN, profile)];
  return profile === 'eu' ? [...europeanFindings(configuration), ...found] : found;
}

/** HAIP 1.0, 6: credentials are SD-JWT VCs or mdocs. */
function formatFindings({ format }: Configured, profile: ProfileName): readonly FieldError[] {
  if (format !== 'jwt_vc_json') return [];
  return [{ pointer: '/config/format', detail: `A tenant of profile ${profile} issues only dc+sd-jwt and mso_mdoc` }];
}

function europeanFindings(configuration: Configured): readonly FieldError[] {
  const { format, lifetime } = configuration;
  const ends = {
    pointer: '/lifetime',
    detail: 'A tenant of profile eu needs lifetime here: its credentials have an end',
  };
  // An mdoc always has an end.
  const isEndless = format === 'dc+sd-jwt' && lifetime === undefined;
  return [...(isEndless ? [ends] : []), ...missingAttributes(configuration)];
}

function unattested(proofTypes: ProofTypes, profile: ProfileName): readonly FieldError[] {
  return Object.entries(proofTypes).flatMap(([name, { attested }]) =>
    attested === undefined
      ? [
          {
            pointer: `/config/proof_types_supported/${name}`,
            detail: `A tenant of profile ${profile} needs key_attestations_required here; {} accepts any level`,
          },
        ]
      : [],
  );
}

/**
 * If some of a tenant's configurations require key attestations, returns those whose `jwt` proof does not: wallets that
 * reject such metadata cannot receive any of the tenant's credentials.
 */
export function withoutAttestation<C extends Attestable>(configurations: readonly C[]): readonly C[] {
  const attested = configurations.some(({ proofTypes = PLAIN }) =>
    Object.values(proofTypes).some((type) => type.attested !== undefined),
  );
  if (!attested) return [];
  return configurations.filter(
    ({ proofTypes = PLAIN }) => proofTypes.jwt !== undefined && proofTypes.jwt.attested === undefined,
  );
}
