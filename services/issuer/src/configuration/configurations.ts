/** A tenant's credential configurations. */

import { withChecks } from '@countersign/shared/flow-config/document-findings';
import { createFlowConfigurations, type FlowConfigurations } from '@countersign/shared/flow-config/flow-configurations';
import {
  type ConfigurationWrite,
  errorsBelow,
  type FlowKind,
  isWorking,
  type Listed,
  readableOf,
  withPublicUrl,
} from '@countersign/shared/flow-config/listed';
import { createStoredDisplay, type StoredDisplay } from '@countersign/shared/flow-config/stored-display';
import { isHighAssurance, type ProfileName } from '@countersign/shared/flow-config/tenant-profile';
import { onBehalfOf } from '@countersign/shared/http/message';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { isObject } from '@countersign/shared/kernel/json';
import type { Log } from '@countersign/shared/kernel/log';
import type { Platform } from '@countersign/shared/runtime/service';
import { missingImages } from './configuration-findings.ts';
import { profileFindings, underProfile } from './configuration-under-profile.ts';
import { signerFindings } from './credential-signer.ts';
import { type CredentialType, isSameType, typeOf } from './credential-type.ts';
import { imagesOf } from './display/image-files.ts';
import { type Configuration, listConfiguration } from './listed-configuration.ts';
import { placeFinding } from './mdoc-elements.ts';
import { signerPlace } from './mdoc-signer.ts';

export type Configurations = FlowConfigurations<Configuration>;

/** How credential configurations are read. Both folder names are accepted. @param profileOf of a tenant, at each read */
export function credentialConfigurationKind(
  settings: Parameters<typeof listConfiguration>[1],
  profileOf: (tenant: string) => ProfileName,
): Pick<FlowKind<Configuration>, 'kind' | 'folders' | 'noun' | 'check'> &
  Required<Pick<FlowKind<Configuration>, 'forTenant'>> {
  return {
    kind: 'issuance',
    folders: ['issuance', 'credentials'],
    noun: 'credential configuration',
    check: (text) => listConfiguration(text, settings),
    forTenant: (tenant, listed) => listedUnder(profileOf(tenant), listed),
  };
}

/** A configuration that the profile refuses is broken. It works again with another profile. */
function listedUnder(profile: ProfileName, listed: Listed<Configuration>): Listed<Configuration> {
  const before = profile === 'open' ? undefined : readableOf(listed);
  if (before === undefined) return listed;
  const configuration = underProfile(before.configuration, profile);
  const errors = withChecks(isWorking(listed) ? [] : listed.errors, [() => profileFindings(configuration, profile)]);
  const { id, source, version } = configuration;
  // Documents that are cached by the configurations' versions are created again after the profile changes.
  const readable = { ...before, configuration: { ...configuration, version: `${version} ${profile}` } };
  return errors.length === 0 ? readable : { ...(isWorking(listed) ? { id, source } : listed), errors, readable };
}

type HasProvider = (tenant: string, id: string) => boolean;

export interface ConfigurationSurroundings {
  /** Images that were written through the API, which a configuration may show. */
  readonly stored?: Pick<StoredDisplay, 'now'>;
  /** What the tenant's registration certificate does not cover in a configuration. */
  readonly registrationFindings?: NonNullable<FlowKind<Configuration>['checkWrite']>;
  /** Whether the tenant has a usable attribute provider with this id. */
  readonly hasProvider?: HasProvider;
}

export function createConfigurations(
  platform: Platform,
  { stored = createStoredDisplay(platform), registrationFindings, hasProvider }: ConfigurationSurroundings = {},
): Configurations {
  const checkWrite = async (write: ConfigurationWrite<Configuration>): Promise<readonly FieldError[]> => {
    const ofSigner = await signerFindings(platform.keys, write.tenant, write.configuration);
    return ofSigner.length > 0 ? ofSigner : otherFindings(write);
  };
  const otherFindings = async (write: ConfigurationWrite<Configuration>): Promise<readonly FieldError[]> => [
    ...scopeFindings(write.configuration, write.others),
    ...typeFindings(platform.requirementsOf(write.tenant).profile, write.configuration, write.others),
    ...(await imageFindings(platform, stored, write)),
    ...(await placeFindings(platform, write)),
    ...(await presentationFindings(platform, write)),
    ...providerFindings(hasProvider, write),
    ...((await registrationFindings?.(write)) ?? []),
  ];
  const kind = credentialConfigurationKind(platform.settings, (tenant) => platform.requirementsOf(tenant).profile);
  const forTenant = withReport(platform.log, kind.forTenant);
  return createFlowConfigurations(platform, { ...kind, forTenant, checkWrite });
}

/** A file's configuration is checked by `check-config`, and again when a wallet requests the credential. */
function providerFindings(
  hasProvider: HasProvider | undefined,
  { tenant, configuration: { attributeProvider: id } }: ConfigurationWrite<Configuration>,
): readonly FieldError[] {
  if (hasProvider === undefined || id === undefined || hasProvider(tenant, id)) return [];
  const detail = 'attribute-providers.json of the tenant has no usable provider with this id';
  return [{ pointer: '/attribute_provider', detail }];
}

/** Logs the profile's refusals once per version: the files themselves are valid, so nothing else reports it. */
function withReport(log: Log, forTenant: NonNullable<FlowKind<Configuration>['forTenant']>): typeof forTenant {
  const reported = new Map<string, string>();
  return (tenant, listed) => {
    const adapted = forTenant(tenant, listed);
    if (adapted === listed || !isWorking(listed) || isWorking(adapted)) return adapted;
    const place = `${tenant}/${listed.id}`;
    if (reported.get(place) === listed.configuration.version) return adapted;
    reported.set(place, listed.configuration.version);
    const [finding] = adapted.errors;
    log.warn("Configuration refused by the tenant's profile", { tenant, configuration: listed.id, ...finding });
    return adapted;
  };
}

/**
 * A scope belongs to one configuration. Otherwise a wallet that authorizes by scope would receive credentials it did
 * not request.
 */
export function scopeFindings(
  { scope }: Pick<Configuration, 'scope'>,
  others: readonly Pick<Configuration, 'id' | 'scope'>[],
): readonly FieldError[] {
  const same = others.find((other) => other.scope === scope);
  if (same === undefined) return [];
  return [{ pointer: '/config/scope', detail: `The configuration ${same.id} has this scope; each has its own` }];
}

/**
 * HAIP 1.0, 4.1 and 4.3: a scope identifies one type, and a type has one scope, so a second configuration of a type is
 * refused.
 */
export function typeFindings(
  profile: ProfileName,
  configuration: CredentialType,
  others: readonly (CredentialType & Pick<Configuration, 'id'>)[],
): readonly FieldError[] {
  const same = isHighAssurance(profile) ? others.find((other) => isSameType(configuration, other)) : undefined;
  if (same === undefined) return [];
  const { member, type } = typeOf(configuration);
  const detail = `The configuration ${same.id} has this type (${type}), and the profile ${profile} has one scope for each type`;
  return [{ pointer: `/config/${member}`, detail }];
}

/** Images of this server that the configuration shows, and that are neither in the folder `public` nor stored. */
async function imageFindings(
  { settings: { PUBLIC_URL, CONFIG_FOLDER } }: Pick<Platform, 'settings'>,
  stored: Pick<StoredDisplay, 'now'>,
  { tenant, written, images = [] }: ConfigurationWrite<Configuration>,
): Promise<readonly FieldError[]> {
  const issuer = credentialIssuer(PUBLIC_URL, tenant);
  const config = isObject(written.config) ? withPublicUrl(written.config, issuer) : {};
  const missing = (known: readonly string[]): readonly FieldError[] => {
    const inFolder = imagesOf(CONFIG_FOLDER, tenant);
    const imageExists = (file: string): boolean => known.includes(file) || inFolder(file);
    return isObject(config) ? missingImages(config, { issuer, imageExists }) : [];
  };
  // Most refer to files or external images. Then the store need not be read.
  if (missing(images).length === 0) return [];
  return missing([...images, ...(await stored.now(tenant)).images.map(({ file }) => file)]);
}

/** Static claims of an mDL with a country or state that differs from the signer's certificate. */
async function placeFindings(
  platform: Pick<Platform, 'keys' | 'knownKeys'>,
  { tenant, configuration }: ConfigurationWrite<Configuration>,
): Promise<readonly FieldError[]> {
  const { place = {} } = await signerPlace(platform, tenant, configuration);
  const finding = placeFinding(configuration.claims, place);
  return finding === undefined ? [] : errorsBelow('/claims', [finding]);
}

/** A credential configuration can't be offered without its presentation configuration. */
async function presentationFindings(
  { call }: Pick<Platform, 'call'>,
  { tenant, configuration, cause, alongside = [] }: ConfigurationWrite<Configuration>,
): Promise<readonly FieldError[]> {
  const id = configuration.presentationDuringIssuance;
  if (id === undefined || alongside.includes(id)) return [];
  const request = onBehalfOf(cause, { method: 'GET', tenant, params: { id } });
  const { body } = await call('verifier.configuration.exists', request);
  if (isObject(body) && body.exists === true) return [];
  const detail = 'There is no usable presentation configuration with this id; write it first';
  return [{ pointer: '/presentation_during_issuance/type', detail }];
}
