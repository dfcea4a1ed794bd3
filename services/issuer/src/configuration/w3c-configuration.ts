/** The part of a credential configuration that a W3C credential as a JWT decides (OpenID4VCI 1.0, A.1.1). Pure. */
import { w3cEntry } from '@countersign/shared/configuration-documents/credential-entry';
import { compileMembers } from '@countersign/shared/configuration-documents/member-findings';
import type { SigningAlgorithm } from '@countersign/shared/crypto/keys';
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { type CommonConfiguration, describedPaths, type FormatPart, object } from './common-configuration.ts';
import { mdocMemberErrors, sdJwtMemberErrors } from './members-of-format.ts';
import { proofTypesFindings } from './proof-types.ts';
import { isClaimMember } from './w3c-claims.ts';

interface W3cPart {
  readonly format: 'jwt_vc_json';
  /** What its key must sign with; default ES256. */
  readonly algorithm?: SigningAlgorithm;
  /** `VerifiableCredential` and its own. */
  readonly types: readonly string[];
}

export type W3cConfiguration = CommonConfiguration & W3cPart;

const checkEntry = compileMembers(w3cEntry, ['format', 'credential_definition']);

/** The part of a configuration with the right shape, `<PUBLIC_URL>` replaced, and its errors. */
export function w3cPart(value: JsonObject): FormatPart<W3cPart> {
  const config = object(value.config);
  const algorithms = (config.credential_signing_alg_values_supported ?? ['ES256']) as readonly SigningAlgorithm[];
  const { type } = object(config.credential_definition);
  const types = (Array.isArray(type) ? (type as readonly Json[]) : []).filter((one) => typeof one === 'string');
  return {
    part: { format: 'jwt_vc_json', algorithm: algorithms[0] ?? 'ES256', types },
    type: {},
    methods: {
      credential_signing_alg_values_supported: algorithms,
      cryptographic_binding_methods_supported: config.cryptographic_binding_methods_supported ?? ['jwk'],
    },
    checks: [
      () => [...checkEntry(config, '/config'), ...proofTypesFindings(config.proof_types_supported)],
      () => mdocMemberErrors(value),
      () => sdJwtMemberErrors(value, WITHOUT),
      () => checkPaths(config),
    ],
    findings: [],
  };
}

const WITHOUT = {
  frame: 'Remove disclosureFrame: the holder of a W3C credential always shows the whole credential',
  type: 'A W3C credential has no type metadata',
};

/** OpenID4VCI 1.0, Appendix C: a path starts at the credential. */
function checkPaths(config: JsonObject): FieldError[] {
  return describedPaths(config).flatMap(([first], index) =>
    typeof first === 'string' && isClaimMember(first)
      ? []
      : [
          {
            pointer: `/config/credential_metadata/claims/${index}/path`,
            detail: 'The path of a claim about the holder must start with credentialSubject',
          },
        ],
  );
}
