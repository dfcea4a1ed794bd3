/** `GET /eu-parts`: which of the parts that EU wallets require a tenant has. */
import { accessFindings } from '@countersign/european-trust/tenant/access-findings';
import { certifiedKey } from '@countersign/european-trust/tenant/certified-key';
import { type EuPartName, type EuTenant, euParts, type FoundEuPart } from '@countersign/european-trust/tenant/eu-parts';
import { findingText } from '@countersign/european-trust/tenant/field-errors';
import { areStated, type SignedConfiguration } from '@countersign/european-trust/tenant/public-body-issuer';
import type { Registrations } from '@countersign/european-trust/tenant/registrations';
import { createRevokedAccess, revokedFinding } from '@countersign/european-trust/tenant/revoked-access';
import type { SigningKey } from '@countersign/shared/crypto/keys';
import type { Listed } from '@countersign/shared/flow-config/listed';
import { type ReadConfiguration, readConfigurations } from '@countersign/shared/flow-config/read-configurations';
import type { ActsFor } from '@countersign/shared/flow-config/registration-rules';
import type { Operation } from '@countersign/shared/http/message';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import type { TrustAnchors } from '@countersign/shared/trust/trust-anchors';
import type { Configurations } from '../configuration/configurations.ts';
import { purposeOf } from '../configuration/credential-signer.ts';
import type { Configuration } from '../configuration/listed-configuration.ts';

export interface EuPartsOf {
  readonly platform: Pick<Platform, 'settings' | 'call' | 'keys' | 'clock' | 'requirementsOf' | 'store' | 'vaults'>;
  readonly trustAnchors: TrustAnchors;
  readonly registrations: Pick<Registrations, 'list'>;
  readonly configurations: Pick<Configurations, 'list'>;
}

/** Each configuration may use its own set of keys: all of them need an access certificate. */
type AccessKeys = Readonly<Record<'request' | 'metadata', readonly (SigningKey | undefined)[]>>;

export function euPartsOperation(parts: EuPartsOf): Operation {
  const revokedAccess = createRevokedAccess(parts.platform);
  return async (request) => {
    const { profile, registration } = parts.platform.requirementsOf(request.tenant);
    const questions = await readConfigurations(parts.platform, request, 'verifier');
    const keys = await accessKeys(parts, request.tenant, questions);
    const found = euParts(await tenantOf(parts, request.tenant, { keys, asks: questions.length > 0 }));
    const revoked = await revokedAccess.of(request.tenant);
    const refused = await refusedCertificates(parts, request.tenant, { keys, revoked });
    const shown = found.map((part) => partView(part, refused[part.part] ?? []));
    const isComplete = shown.every(({ state }) => state === 'present' || state === 'not_needed');
    const complete = profile === 'eu' && isComplete;
    return { body: { profile, complete, ...partyRecord(registration.actsFor), parts: shown } };
  };
}

/** Whom the tenant acts for, and what was agreed with this party. */
function partyRecord(actsFor: ActsFor | undefined): JsonObject {
  if (actsFor === undefined) return {};
  const { sub, eraseAfter, checks } = actsFor;
  return { actsFor: { sub, eraseAfter: eraseAfter / 60_000, checks } };
}

async function accessKeys(
  { platform }: EuPartsOf,
  tenant: string,
  questions: readonly ReadConfiguration[],
): Promise<AccessKeys> {
  const named = questions.map(({ configuration: { keys } }) => (typeof keys === 'string' ? keys : undefined));
  const certified = (purpose: 'request' | 'metadata', set?: string): Promise<SigningKey | undefined> =>
    certifiedKey(platform.keys, tenant, { purpose, set });
  const sets = named.length === 0 ? [undefined] : [...new Set(named)];
  return {
    request: await Promise.all(sets.map((set) => certified('request', set))),
    metadata: [await certified('metadata')],
  };
}

async function tenantOf(
  { platform, trustAnchors, registrations, configurations }: EuPartsOf,
  tenant: string,
  { keys, asks }: { readonly keys: AccessKeys; readonly asks: boolean },
): Promise<EuTenant> {
  const { profile, registration } = platform.requirementsOf(tenant);
  const offered = await configurations.list(tenant);
  const anchors = async (purpose: Parameters<TrustAnchors>[1]): Promise<number> =>
    (await trustAnchors(tenant, purpose)).length;
  return {
    isEu: profile === 'eu',
    asks,
    offers: offered.length > 0,
    certifiedRequests: keys.request.every((key) => key !== undefined),
    certifiedMetadata: keys.metadata.every((key) => key !== undefined),
    accessAuthorities: await anchors('access-authorities'),
    registrationProviders: await anchors('registration-providers'),
    walletProviders: await anchors('wallet-providers'),
    registrations: (await registrations.list(tenant)).map(({ id }) => id),
    issuer: registration.issuer,
    statedPublicBody: await areStated(platform.keys, tenant, offered.flatMap(signedBy)),
  };
}

/** A broken configuration issues nothing. */
function signedBy(listed: Listed<Configuration>): readonly SignedConfiguration[] {
  if (!('configuration' in listed)) return [];
  const { configuration } = listed;
  return [{ configuration, purpose: purposeOf(configuration), set: configuration.keySet }];
}

async function refusedCertificates(
  { platform, trustAnchors }: EuPartsOf,
  tenant: string,
  { keys, revoked }: { readonly keys: AccessKeys; readonly revoked: ReadonlySet<string> },
): Promise<Partial<Record<EuPartName, readonly string[]>>> {
  const { registration: rules, certificateRevocation } = platform.requirementsOf(tenant);
  const authorities = (await trustAnchors(tenant, 'access-authorities')).map(({ certificate }) => certificate);
  const refused = (key: SigningKey | undefined): readonly string[] => {
    if (key === undefined) return [];
    const { refused: found } = accessFindings({ key, authorities, rules, now: platform.clock() });
    const finding = certificateRevocation === 'off' ? undefined : revokedFinding(revoked, key);
    return [...found, ...(finding === undefined ? [] : [finding])].map(findingText);
  };
  return { request_certificate: keys.request.flatMap(refused), metadata_certificate: keys.metadata.flatMap(refused) };
}

function partView(
  { part, state, neededBy, place, detail, todo }: FoundEuPart,
  findings: readonly string[],
): JsonObject & { readonly state: string } {
  const common = { part, neededBy, place };
  if (state === 'missing') return { ...common, state, detail, todo };
  if (state === 'not_needed' || findings.length === 0) return { ...common, state };
  return {
    ...common,
    state: 'refused',
    detail: REFUSED,
    todo: 'Request another certificate from the authority',
    findings,
  };
}

const REFUSED = 'Wallets would refuse the access certificate';
