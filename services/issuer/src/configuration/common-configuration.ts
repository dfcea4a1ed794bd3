/** The shared part of all credential formats' configurations: members, checks and metadata. */
import type { WrittenPolicy } from '@countersign/shared/configuration-documents/disclosure-policy';
import { type DocumentCheck, withChecks } from '@countersign/shared/flow-config/document-findings';
import { neutralWebhook } from '@countersign/shared/flow-config/webhook-config';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { ID_PATTERN } from '@countersign/shared/kernel/identifiers';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { disclosurePolicyFindings, publishedPolicy, readablePolicy } from './disclosure-policy.ts';
import { checkCredentialMetadata, checkDisplay, withImageUris } from './display/display.ts';
import type { ImageContext } from './display/display-findings.ts';
import type { DocumentRules } from './document-rules.ts';
import { type OneActive, oneActive, oneActiveFindings } from './one-active.ts';
import { PLAIN_PROOF_TYPES, type ProofTypes, proofTypesFindings, proofTypesOf } from './proof-types.ts';
import { type RefreshConfiguration, refreshConfiguration } from './refresh-configuration.ts';
import { checkReusePolicy, type ReuseDemands, reuseDemands } from './reuse-policy.ts';
import { SHORT_LIFE, shortLivedFindings } from './short-lived.ts';

export interface CommonConfiguration extends ReuseDemands {
  readonly id: string;
  /** Entry of `credential_configurations_supported` (OpenID4VCI 1.0, 12.2.4), complete. */
  readonly metadata: JsonObject;
  readonly scope: string;
  /** Set if the configuration contains them, or the tenant's profile decides. */
  readonly proofTypes?: ProofTypes;
  /** Static claims; of an mdoc by namespace. */
  readonly claims: JsonObject;
  /** JSON Schema of the final payload; for an mdoc, of the claims by namespace. */
  readonly schema?: JsonObject;
  /** Id of the presentation configuration that the wallet must satisfy first. */
  readonly presentationDuringIssuance?: string;
  /** A wallet may start without an offer. The user then signs in. */
  readonly walletInitiated?: true;
  /** The user must sign in, even with an offer. */
  readonly signIn?: true;
  /** WebhookConfig, neutral form, of the webhook that returns the claims after that presentation. */
  readonly claimsWebhook?: JsonObject;
  /** The key set that signs the credentials. */
  readonly keySet?: string;
  /** The credentials are revoked with their wallet and its keys. */
  readonly revocationChaining?: true;
  /** As written; the metadata has it too. */
  readonly disclosurePolicy?: WrittenPolicy;
  /** Seconds from issue to `exp`. */
  readonly lifetime?: number;
  /** The credentials have no status, and end within 24 hours. */
  readonly shortLived?: true;
  /** Set if the credentials have no status: the longest life of one, seconds. */
  readonly withoutStatus?: number;
  /** Set if the type has rules of its own. */
  readonly rules?: DocumentRules;
  /** Set if the claims must contain the place that the signer's certificate states. */
  readonly needsSignerPlace?: true;
  /** Set if its credentials may be renewed with a refresh token. */
  readonly refresh?: RefreshConfiguration;
  /** The attribute provider that returns the claims of each issuance. */
  readonly attributeProvider?: string;
  /** Set if a holder has only one valid credential of it. */
  readonly oneActive?: OneActive;
}

export interface ConfigurationContext {
  readonly publicUrl: string;
  readonly tenant: string;
  readonly id: string;
  /** Checks the shape with the API's schema. */
  readonly checkShape: (value: Json) => readonly FieldError[];
  readonly checkWebhook: (webhook: Json, pointer: string) => readonly FieldError[];
  readonly imageExists: ImageContext['imageExists'];
  /** Check of the disclosure frame (never-disclosable names). */
  readonly checkFrame: (frame: JsonObject) => readonly FieldError[];
}

/** The part of a configuration that its format decides. */
export interface FormatPart<P> {
  readonly part: P;
  /** Member of the metadata entry that contains the type. */
  readonly type: JsonObject;
  /** Its algorithms and binding methods, completed. */
  readonly methods: JsonObject;
  /** Find errors in `config`, in the claims and in what describes them. */
  readonly checks: readonly DocumentCheck[];
  /** Errors for which a write is refused although the configuration can be used. */
  readonly findings: readonly FieldError[];
}

/** A configuration's errors: in its shape, from its format's checks, and from the common checks. */
export function configurationErrors(
  value: JsonObject,
  context: ConfigurationContext,
  { shape, checks }: Pick<FormatPart<unknown>, 'checks'> & { readonly shape: readonly FieldError[] },
): readonly FieldError[] {
  const config = object(value.config);
  const webhook = claimsWebhook(value);
  const refresh = refreshConfiguration(value.refresh);
  return withChecks(shape, [
    () => checkId(context.id),
    ...checks,
    () => (config.display === undefined ? [] : checkDisplay(config.display, '/config/display')),
    () => checkCredentialMetadata(config.credential_metadata, '/config/credential_metadata'),
    (isClear) =>
      checkReusePolicy(reusePolicy(config), REUSE_POLICY, isClear('/lifetime') ? lifetimeOf(value) : ANY_LIFETIME),
    () => checkSignIn(value),
    () => disclosurePolicyFindings(value),
    (isClear) => (isClear('/lifetime') ? shortLivedFindings(value) : []),
    () => oneActiveFindings(value),
    () =>
      value.attribute_provider === undefined || value.presentation_during_issuance === undefined ? [] : [TWO_SOURCES],
    () => (webhook === undefined ? [] : context.checkWebhook(webhook, '/presentation_during_issuance/webhook')),
    () => (refresh?.webhook === undefined ? [] : context.checkWebhook(refresh.webhook, '/refresh/webhook')),
  ]);
}

const TWO_SOURCES: FieldError = {
  pointer: '/attribute_provider',
  detail: 'The webhook of presentation_during_issuance returns the claims: remove one of the two',
};

/** Replaces an invalid lifetime, so that it is reported once, not twice. */
const ANY_LIFETIME = Number.POSITIVE_INFINITY;

const REUSE_POLICY = '/config/credential_metadata/credential_reuse_policy';

/** A configuration's common members. A member of the wrong type is left out. */
export function commonConfiguration(
  value: JsonObject,
  id: string,
  format: Pick<FormatPart<unknown>, 'type' | 'methods'>,
): CommonConfiguration {
  const config = object(value.config);
  const presentation = object(value.presentation_during_issuance);
  const webhook = claimsWebhook(value);
  const refresh = refreshConfiguration(value.refresh);
  const active = oneActive(value.one_active);
  const lifetime = lifetimeOf(value);
  const policy = readablePolicy(value.disclosure_policy);
  const scope = typeof config.scope === 'string' ? config.scope : id;
  return {
    id,
    metadata: metadataEntry(config, { ...format.type, scope, ...format.methods }, publishedPolicy(policy)),
    scope,
    claims: object(value.claims),
    ...proofTypes(config.proof_types_supported),
    ...(isObject(value.schema) ? { schema: value.schema } : {}),
    ...(typeof presentation.type === 'string' ? { presentationDuringIssuance: presentation.type } : {}),
    ...(value.wallet_initiated === true ? { walletInitiated: true as const } : {}),
    ...(value.sign_in === true ? { signIn: true as const } : {}),
    ...(webhook === undefined ? {} : { claimsWebhook: webhook }),
    ...(refresh === undefined ? {} : { refresh }),
    ...(active === undefined ? {} : { oneActive: active }),
    ...(typeof value.attribute_provider === 'string' ? { attributeProvider: value.attribute_provider } : {}),
    ...(typeof value.keys === 'string' ? { keySet: value.keys } : {}),
    ...(value.revocation_chaining === true ? { revocationChaining: true as const } : {}),
    ...(policy === undefined ? {} : { disclosurePolicy: policy }),
    ...(lifetime === undefined ? {} : { lifetime }),
    ...(value.short_lived === true ? { shortLived: true as const, withoutStatus: SHORT_LIFE } : {}),
    ...reuseDemands(reusePolicy(config)),
  };
}

function proofTypes(supported: Json | undefined): Pick<CommonConfiguration, 'proofTypes'> {
  const usable = supported !== undefined && proofTypesFindings(supported).length === 0;
  return usable ? { proofTypes: proofTypesOf(supported) } : {};
}

function claimsWebhook(value: JsonObject): JsonObject | undefined {
  return neutralWebhook(object(value.presentation_during_issuance).webhook);
}

function reusePolicy(config: JsonObject): Json | undefined {
  return object(config.credential_metadata).credential_reuse_policy;
}

function lifetimeOf({ lifetime }: JsonObject): number | undefined {
  return typeof lifetime === 'number' ? lifetime : undefined;
}

function checkId(id: string): FieldError[] {
  return ID_PATTERN.test(id) ? [] : [{ pointer: '/id', detail: 'The id must match [A-Za-z0-9][A-Za-z0-9._-]{0,127}' }];
}

/** One page requests one thing: a sign-in and a presentation for the same credential are not built. */
function checkSignIn(value: JsonObject): FieldError[] {
  if (value.presentation_during_issuance === undefined) return [];
  return ['wallet_initiated', 'sign_in']
    .filter((name) => value[name] === true)
    .map((name) => ({
      pointer: `/${name}`,
      detail: 'A sign-in and a presentation during issuance exclude each other',
    }));
}

function metadataEntry(config: JsonObject, completed: JsonObject, policy: JsonObject): JsonObject {
  const display = withImageUris(config.display);
  const credentialMetadata = object(config.credential_metadata);
  return {
    ...config,
    ...completed,
    proof_types_supported: config.proof_types_supported ?? PLAIN_PROOF_TYPES,
    ...(display === undefined ? {} : { display }),
    // OpenID4VCI 1.0 reads display here, older drafts at the top level: both are served.
    credential_metadata: { ...(display === undefined ? {} : { display }), ...credentialMetadata, ...policy },
  };
}

/** Paths of the described claims. */
export function describedPaths(config: JsonObject): readonly (readonly Json[])[] {
  const { claims } = object(config.credential_metadata);
  if (!Array.isArray(claims)) return [];
  return claims.map((claim: Json) => {
    const { path } = object(claim);
    return Array.isArray(path) ? path : [];
  });
}

/** The value as an object; an empty one if it isn't an object. */
export function object(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
