/** A credential configuration of a backend or a file, checked and completed. */

import { errorsBelow, withPublicUrl } from '@countersign/shared/flow-config/listed';
import { neutralWebhook } from '@countersign/shared/flow-config/webhook-config';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { credentialIssuer, ID_PATTERN, vctUrl } from '@countersign/shared/kernel/identifiers';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { configFindings } from './configuration-findings.ts';
import { checkCredentialMetadata, checkDisplay, withImageUris } from './display.ts';
import type { ImageContext } from './display-findings.ts';
import { checkFrameNames, type FrameNames, type FramePath } from './frame-names.ts';
import { isLifetime, LIFETIME_RULE } from './lifetime.ts';
import type { FrameLevel } from './plain-claims.ts';
import { PLAIN_PROOF_TYPES, type ProofTypes, proofTypesFindings, proofTypesOf } from './proof-types.ts';
import { type RefreshConfiguration, refreshConfiguration } from './refresh-configuration.ts';
import { reservedClaims } from './reserved-claims.ts';
import { checkReusePolicy, type ReuseDemands, reuseDemands } from './reuse-policy.ts';

export interface CredentialConfiguration extends ReuseDemands {
  readonly id: string;
  /** Entry of `credential_configurations_supported` (OpenID4VCI 1.0, 12.2.4), complete. */
  readonly metadata: JsonObject;
  readonly scope: string;
  readonly vct: string;
  /** Present where the configuration names them, or the profile of the tenant decides. */
  readonly proofTypes?: ProofTypes;
  readonly claims: JsonObject;
  readonly disclosureFrame: JsonObject;
  /** Names in the disclosure frame that neither schema nor static claims nor claim descriptions contain. */
  readonly unconfirmedNames?: readonly FramePath[];
  /** The allowed claims of an issuance at the levels where the frame names members. */
  readonly frameLevels?: readonly FrameLevel[];
  /** JSON Schema of the final payload. */
  readonly schema?: JsonObject;
  /** The document at the `vct` URL; undefined where the type is described elsewhere. */
  readonly typeMetadata?: JsonObject;
  /** Id of the presentation configuration that the wallet must answer first. */
  readonly presentationDuringIssuance?: string;
  /** A wallet may begin without an offer; the person then signs in. */
  readonly walletInitiated?: true;
  /** The person must sign in, with an offer too. */
  readonly signIn?: true;
  /** WebhookConfig, neutral form, of the webhook that returns the claims after that presentation. */
  readonly claimsWebhook?: JsonObject;
  /** The credentials are revoked with their wallet and its keys. */
  readonly revocationChaining?: true;
  /** Seconds from issue to `exp`. */
  readonly lifetime?: number;
  /** Where its credentials may be renewed with a refresh token. */
  readonly refresh?: RefreshConfiguration;
}

export interface ConfigurationContext {
  readonly publicUrl: string;
  readonly tenant: string;
  readonly id: string;
  /** Shape check by the schema of the interface. */
  readonly checkShape: (value: Json) => readonly FieldError[];
  readonly checkWebhook: (webhook: Json, pointer: string) => readonly FieldError[];
  readonly imageExists: ImageContext['imageExists'];
  /** Check of the disclosure frame (never-disclosable names). */
  readonly checkFrame: (frame: JsonObject) => readonly FieldError[];
}

export type ParsedConfiguration =
  | {
      readonly ok: true;
      readonly configuration: CredentialConfiguration;
      /** Mistakes for which a write is refused although the configuration can be used. */
      readonly findings: readonly FieldError[];
    }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/**
 * Checks a configuration as written and completes it: `<PUBLIC_URL>` in every string, default proof types, binding
 * methods, algorithms, scope and vct.
 * @returns the configuration, or every finding with its JSON pointer
 */
export function parseCredentialConfiguration(written: Json, context: ConfigurationContext): ParsedConfiguration {
  const shape = context.checkShape(written);
  if (shape.length > 0) return { ok: false, errors: shape };
  const issuer = credentialIssuer(context.publicUrl, context.tenant);
  const value = withPublicUrl(written, issuer) as JsonObject;
  const config = object(value.config);
  const claims = object(value.claims);
  const frame = object(value.disclosureFrame);
  const vct = typeof config.vct === 'string' ? config.vct : vctUrl(context.publicUrl, context.tenant, context.id);
  const names = frameNames(value, config, frame);
  const presentation = object(value.presentation_during_issuance);
  const webhook = neutralWebhook(presentation.webhook);
  const refresh = refreshConfiguration(value.refresh);
  const policy = object(config.credential_metadata).credential_reuse_policy;
  const lifetime = typeof value.lifetime === 'number' ? value.lifetime : undefined;
  const errors = [
    ...checkId(context.id),
    ...checkConfig(config),
    ...(config.display === undefined ? [] : checkDisplay(config.display, '/config/display')),
    ...checkCredentialMetadata(config.credential_metadata, '/config/credential_metadata'),
    ...reservedClaims(claims, '/claims'),
    ...errorsBelow('/disclosureFrame', context.checkFrame(frame)),
    ...errorsBelow('/disclosureFrame', names.errors),
    ...checkTypeMetadata(value.vct, vct),
    ...checkLifetime(value.lifetime),
    ...checkReusePolicy(policy, '/config/credential_metadata/credential_reuse_policy', lifetime),
    ...checkSignIn(value),
    ...(webhook === undefined ? [] : context.checkWebhook(webhook, '/presentation_during_issuance/webhook')),
    ...(refresh?.webhook === undefined ? [] : context.checkWebhook(refresh.webhook, '/refresh/webhook')),
  ];
  if (errors.length > 0) return { ok: false, errors };
  const scope = typeof config.scope === 'string' ? config.scope : context.id;
  const type = typeMetadata(value.vct, vct, config, context);
  return {
    ok: true,
    configuration: {
      id: context.id,
      metadata: metadataEntry(config, vct, scope),
      scope,
      vct,
      claims,
      disclosureFrame: frame,
      ...(config.proof_types_supported === undefined ? {} : { proofTypes: proofTypesOf(config.proof_types_supported) }),
      ...(names.unconfirmed.length === 0 ? {} : { unconfirmedNames: names.unconfirmed }),
      ...(names.levels.length === 0 ? {} : { frameLevels: names.levels }),
      ...(isObject(value.schema) ? { schema: value.schema } : {}),
      ...(type === undefined ? {} : { typeMetadata: type }),
      ...(typeof presentation.type === 'string' ? { presentationDuringIssuance: presentation.type } : {}),
      ...(value.wallet_initiated === true ? { walletInitiated: true as const } : {}),
      ...(value.sign_in === true ? { signIn: true as const } : {}),
      ...(webhook === undefined ? {} : { claimsWebhook: webhook }),
      ...(refresh === undefined ? {} : { refresh }),
      ...(value.revocation_chaining === true ? { revocationChaining: true as const } : {}),
      ...(lifetime === undefined ? {} : { lifetime }),
      ...reuseDemands(policy),
    },
    findings: configFindings(config, { issuer, imageExists: context.imageExists }),
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

function checkId(id: string): FieldError[] {
  return ID_PATTERN.test(id) ? [] : [{ pointer: '/id', detail: 'The id must match [A-Za-z0-9][A-Za-z0-9._-]{0,127}' }];
}

function checkConfig(config: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const check = (ok: boolean, field: string, detail: string): void => {
    if (!ok) errors.push({ pointer: `/config/${field}`, detail });
  };
  check(config.format === 'dc+sd-jwt', 'format', 'Only the format dc+sd-jwt is built');
  check(config.vct === undefined || nonEmptyText(config.vct), 'vct', 'The vct must be a non-empty string');
  // RFC 6749, 3.3
  check(
    config.scope === undefined || (typeof config.scope === 'string' && SCOPE.test(config.scope)),
    'scope',
    'The scope must be one scope token of RFC 6749',
  );
  check(
    listOr(config.credential_signing_alg_values_supported, 'ES256'),
    'credential_signing_alg_values_supported',
    'Credentials are signed with ES256 only',
  );
  check(
    listOr(config.cryptographic_binding_methods_supported, 'jwk'),
    'cryptographic_binding_methods_supported',
    'Only the binding method jwk is built',
  );
  return [...errors, ...proofTypesFindings(config.proof_types_supported)];
}

function checkTypeMetadata(type: Json | undefined, vct: string): FieldError[] {
  if (!isObject(type) || type.vct === vct) return [];
  // SD-JWT VC, type metadata: `vct` is identical to that of the credential.
  return [{ pointer: '/vct/vct', detail: 'The vct of the type metadata must equal the vct of the configuration' }];
}

function checkLifetime(lifetime: Json | undefined): FieldError[] {
  return lifetime === undefined || isLifetime(lifetime) ? [] : [{ pointer: '/lifetime', detail: LIFETIME_RULE }];
}

/** One page asks for one thing: a sign-in and a presentation for the same credential are not built. */
function checkSignIn(value: JsonObject): FieldError[] {
  if (value.presentation_during_issuance === undefined) return [];
  return ['wallet_initiated', 'sign_in']
    .filter((name) => value[name] === true)
    .map((name) => ({
      pointer: `/${name}`,
      detail: 'A sign-in and a presentation during issuance exclude each other',
    }));
}

function metadataEntry(config: JsonObject, vct: string, scope: string): JsonObject {
  const display = withImageUris(config.display);
  const credentialMetadata = object(config.credential_metadata);
  return {
    ...config,
    vct,
    scope,
    credential_signing_alg_values_supported: config.credential_signing_alg_values_supported ?? ['ES256'],
    cryptographic_binding_methods_supported: config.cryptographic_binding_methods_supported ?? ['jwk'],
    proof_types_supported: config.proof_types_supported ?? PLAIN_PROOF_TYPES,
    ...(display === undefined ? {} : { display }),
    // OpenID4VCI 1.0 reads display here, older drafts at the top level: both are served.
    credential_metadata: { ...(display === undefined ? {} : { display }), ...credentialMetadata },
  };
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
  // A vct at this server must resolve, also without written type metadata.
  if (!ours.includes(vct)) return undefined;
  const first = Array.isArray(config.display) ? config.display[0] : undefined;
  return isObject(first) && typeof first.name === 'string' ? { vct, name: first.name } : { vct };
}

function listOr(value: Json | undefined, only: string): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 1 && value[0] === only);
}

function nonEmptyText(value: Json | undefined): boolean {
  return typeof value === 'string' && value.length > 0;
}

function object(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
