/** The part of a credential configuration that SD-JWT VC decides: type, disclosure frame, type metadata. Pure. */
import { sdJwtEntry } from '@countersign/shared/configuration-documents/credential-entry';
import { compileMembers } from '@countersign/shared/configuration-documents/member-findings';
import type { SigningAlgorithm } from '@countersign/shared/crypto/keys';
import { errorsBelow } from '@countersign/shared/flow-config/listed';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { credentialIssuer, vctUrl } from '@countersign/shared/kernel/identifiers';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { reservedClaims } from '../schema/reserved-claims.ts';
import {
  type CommonConfiguration,
  type ConfigurationContext,
  type FormatPart,
  object,
} from './common-configuration.ts';
import type { DisclosureFrame } from './disclosure-frame.ts';
import { checkFrameNames, type FrameNames, type FramePath } from './frame-names.ts';
import { mdocMemberErrors } from './members-of-format.ts';
import type { FrameLevel } from './plain-claims.ts';
import { proofTypesFindings } from './proof-types.ts';
import { confirmsPayments, scaTypeFindings } from './sca-type-metadata.ts';

interface SdJwtPart {
  readonly format: 'dc+sd-jwt';
  /** What its key must sign with; default ES256. */
  readonly algorithm?: SigningAlgorithm;
  readonly vct: string;
  readonly disclosureFrame: JsonObject;
  /** The same, checked once for all credentials; absent in a configuration with errors. */
  readonly checkedFrame?: DisclosureFrame;
  /** Names in the disclosure frame that neither schema nor static claims nor claim descriptions contain. */
  readonly unconfirmedNames?: readonly FramePath[];
  /** The allowed claims of an issuance at the levels at which the frame has members. */
  readonly frameLevels?: readonly FrameLevel[];
  /** The document at the `vct` URL; undefined if the type is described elsewhere. */
  readonly typeMetadata?: JsonObject;
  /** Set if the credential's proofs confirm payments. */
  readonly confirmsPayments?: true;
}

const checkEntry = compileMembers(sdJwtEntry, ['format']);

export type SdJwtConfiguration = CommonConfiguration & SdJwtPart;

/** The part of a configuration with the right shape, `<PUBLIC_URL>` replaced, and its errors. */
export function sdJwtPart(value: JsonObject, context: ConfigurationContext): FormatPart<SdJwtPart> {
  const config = object(value.config);
  const frame = object(value.disclosureFrame);
  const algorithms = (config.credential_signing_alg_values_supported ?? ['ES256']) as readonly SigningAlgorithm[];
  const vct = typeof config.vct === 'string' ? config.vct : vctUrl(context.publicUrl, context.tenant, context.id);
  const names = frameNames(value, config, frame);
  const type = typeMetadata(value.vct, vct, config, context);
  return {
    part: {
      format: 'dc+sd-jwt',
      algorithm: algorithms[0] ?? 'ES256',
      vct,
      disclosureFrame: frame,
      ...(names.unconfirmed.length === 0 ? {} : { unconfirmedNames: names.unconfirmed }),
      ...(names.levels.length === 0 ? {} : { frameLevels: names.levels }),
      ...(type === undefined ? {} : { typeMetadata: type }),
      ...(confirmsPayments(type) ? { confirmsPayments: true as const } : {}),
    },
    type: { vct },
    methods: {
      credential_signing_alg_values_supported: algorithms,
      cryptographic_binding_methods_supported: config.cryptographic_binding_methods_supported ?? ['jwk'],
    },
    checks: [
      () => [...checkEntry(config, '/config'), ...proofTypesFindings(config.proof_types_supported)],
      () => reservedClaims(object(value.claims), '/claims'),
      () => mdocMemberErrors(value),
      () => errorsBelow('/disclosureFrame', context.checkFrame(frame)),
      // A description that can't be read may contain the name.
      (isClear) => (isClear('/claims', '/schema/properties') ? errorsBelow('/disclosureFrame', names.errors) : []),
      () => (context.id === '' && config.vct === undefined ? [] : checkTypeMetadata(value.vct, vct)),
      () => scaTypeFindings(value.vct),
    ],
    findings: [],
  };
}

/** Compares the names of the frame with all descriptions of claims. */
function frameNames(value: JsonObject, config: JsonObject, frame: JsonObject): FrameNames {
  const described = [object(config.credential_metadata).claims, object(value.vct).claims].flatMap((claims) =>
    Array.isArray(claims) ? claims.filter(isObject) : [],
  );
  return checkFrameNames(frame, {
    claims: object(value.claims),
    paths: described.flatMap(({ path }) => (Array.isArray(path) ? [path as readonly Json[]] : [])),
    ...(isObject(value.schema) ? { schema: value.schema } : {}),
  });
}

function checkTypeMetadata(type: Json | undefined, vct: string): FieldError[] {
  if (!isObject(type) || type.vct === vct) return [];
  // SD-JWT VC, type metadata: `vct` is identical to the credential's.
  return [{ pointer: '/vct/vct', detail: "The type metadata's vct must equal the configuration's vct" }];
}

function typeMetadata(
  type: Json | undefined,
  vct: string,
  config: JsonObject,
  context: ConfigurationContext,
): JsonObject | undefined {
  if (isObject(type)) return type;
  const issuer = credentialIssuer(context.publicUrl, context.tenant);
  const ours = [vctUrl(context.publicUrl, context.tenant, context.id), `${issuer}/credentials/vct/${context.id}`];
  // A vct at this server must resolve, even without written type metadata.
  if (!ours.includes(vct)) return undefined;
  const first = Array.isArray(config.display) ? config.display[0] : undefined;
  return isObject(first) && typeof first.name === 'string' ? { vct, name: first.name } : { vct };
}
