/** The configuration files of one tenant, each checked like the service that reads it. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { ACME_FILE, readAcmeFile } from '@countersign/european-trust/acme/acme-certificates';
import { REGISTRAR_FILES, registrarFindings } from '@countersign/european-trust/registrar/tenant-registrar';
import { REGISTRATION_FOLDER } from '@countersign/european-trust/tenant/registration-files';
import { isTenantId } from '@countersign/gateway/authenticate/clients';
import type { LoginClient } from '@countersign/gateway/login/client';
import { loginClientKind } from '@countersign/gateway/login/clients';
import {
  ATTRIBUTE_PROVIDERS_FILE,
  attributeProviderFindings,
  providerIds,
} from '@countersign/issuer/claims/attribute-providers';
import { parseExternalServer } from '@countersign/issuer/client/external-server';
import { parseRegistrations } from '@countersign/issuer/client/wallet-registrations';
import { withoutAttestation } from '@countersign/issuer/configuration/configuration-under-profile';
import {
  credentialConfigurationKind,
  scopeFindings,
  typeFindings,
} from '@countersign/issuer/configuration/configurations';
import { isSameType, typeOf } from '@countersign/issuer/configuration/credential-type';
import { imagesOf } from '@countersign/issuer/configuration/display/image-files';
import type { Configuration } from '@countersign/issuer/configuration/listed-configuration';
import { checkIssuerDisplay } from '@countersign/issuer/metadata/issuer-display';
import { parseSignIn } from '@countersign/issuer/sign-in/sign-in-settings';
import { createConfigurationFiles } from '@countersign/shared/flow-config/configuration-files';
import { withChecks } from '@countersign/shared/flow-config/document-findings';
import { missingWalletProviders } from '@countersign/shared/flow-config/haip-parts';
import {
  type FlowKind,
  findingsOf,
  isWorking,
  type Listed,
  readableOf,
  type Sourced,
} from '@countersign/shared/flow-config/listed';
import {
  createTenantProfiles,
  isHighAssurance,
  type ProfileName,
  parseTenantFile,
  type Rights,
} from '@countersign/shared/flow-config/tenant-profile';
import { mayBeShared } from '@countersign/shared/flow-config/unique-claims';
import { parseAllowList } from '@countersign/shared/kernel/address';
import type { Clock } from '@countersign/shared/kernel/clock';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { parseJson } from '@countersign/shared/kernel/json';
import { silentLog } from '@countersign/shared/kernel/log';
import { tenantFolder } from '@countersign/shared/kernel/versioned-file';
import type { Environment } from '@countersign/shared/settings/read-settings';
import type { Settings } from '@countersign/shared/settings/settings';
import {
  type Configuration as PresentationConfiguration,
  presentationConfigurationKind,
} from '@countersign/verifier/query/configurations';
import { euFindings } from './check-eu.ts';
import { keyFindings } from './check-keys.ts';
import { mdocIssuerFindings } from './check-mdoc-issuer.ts';
import { namedSetFindings } from './check-named-sets.ts';
import { registrationFindings } from './check-registration.ts';
import { trustFindings } from './check-trust-folder.ts';
import { type FileFinding, fileFindings, namesIn, thrown, unknownEntries, withFile } from './file-findings.ts';

export interface TenantFolder {
  readonly settings: Settings;
  readonly tenant: string;
  readonly clock: Clock;
  /** For `clientSecretEnv` of sign-in.json. */
  readonly environment: Environment;
  /** Reserved words that no tenant id can be. */
  readonly reserved: ReadonlySet<string>;
}

/** What a tenant's folder may contain. The root folder also contains `clients.json` and `tenants`. */
const KNOWN = [
  'issuance',
  'credentials',
  'presentation',
  'presentations',
  'login',
  'login-clients',
  'public',
  'trust',
  'keys',
  REGISTRATION_FOLDER,
  ...REGISTRAR_FILES,
  ACME_FILE,
  'display.json',
  'wallets.json',
  'tenant.json',
  'sign-in.json',
  'authorization-server.json',
  ATTRIBUTE_PROVIDERS_FILE,
];

export async function checkTenantFolder(folder: TenantFolder): Promise<readonly FileFinding[]> {
  const { settings, tenant, reserved, environment } = folder;
  const path = tenantFolder(settings.CONFIG_FOLDER, tenant);
  const badId = tenant !== 'default' && !isTenantId(tenant, reserved);
  const flows = await flowFiles(folder);
  const readableFlows = {
    presentations: flows.presentations.flatMap(inReadableFile),
    credentials: flows.credentials.flatMap(inReadableFile),
  };
  return [
    ...(badId ? [{ file: path, pointer: '', detail: 'This name is reserved or not a valid tenant id' }] : []),
    ...unknownEntries(path, tenant === 'default' ? [...KNOWN, 'clients.json', 'tenants'] : KNOWN),
    ...flowFindings(folder, flows),
    ...fileFindings(join(path, 'display.json'), (text) => {
      const issuer = credentialIssuer(settings.PUBLIC_URL, tenant);
      const { errors, findings } = checkIssuerDisplay(text, {
        issuer,
        imageExists: imagesOf(settings.CONFIG_FOLDER, tenant),
      });
      return [...errors, ...findings];
    }),
    ...fileFindings(
      join(path, 'wallets.json'),
      thrown((text) => parseRegistrations(parseJson(text))),
    ),
    ...fileFindings(join(path, 'tenant.json'), thrown(parseTenantFile)),
    ...fileFindings(join(path, 'authorization-server.json'), thrown(parseExternalServer)),
    ...fileFindings(join(path, ACME_FILE), (text) => readAcmeFile(parseJson(text)).errors),
    ...fileFindings(join(path, 'registrar.json'), (text) => registrarFindings(parseJson(text))),
    ...fileFindings(join(path, ATTRIBUTE_PROVIDERS_FILE), (text) =>
      attributeProviderFindings(parseJson(text), { allow: settings.OUTBOUND_ALLOW, environment }),
    ),
    ...fileFindings(join(path, 'sign-in.json'), (text) => {
      const allow = parseAllowList(settings.OUTBOUND_ALLOW).list;
      const parsed = parseSignIn(parseJson(text), { allow, variable: (name) => environment[name] });
      return parsed.ok ? [] : parsed.errors;
    }),
    ...trustFindings(join(path, 'trust'), folder.clock()),
    ...(await keyFindings({ ...folder, profile: profileOf(settings, tenant) }, join(path, 'keys'))),
    ...(await namedSetFindings({ ...folder, ...readableFlows })),
    ...haipFindings(folder),
    ...(await registrationFindings({ ...folder, ...readableFlows })),
    ...(await euFindings({ ...folder, ...readableFlows })),
  ];
}

interface FlowFiles {
  readonly credentials: readonly ListedFile<Configuration>[];
  readonly presentations: readonly ListedFile<PresentationConfiguration>[];
  readonly clients: readonly ListedFile<LoginClient>[];
  /** Folders of configurations. */
  readonly folders: readonly string[];
}

async function flowFiles({ settings, tenant, environment }: TenantFolder): Promise<FlowFiles> {
  const profile = profileOf(settings, tenant) ?? 'open';
  const issuance = credentialConfigurationKind(settings, () => profile);
  const presentation = presentationConfigurationKind(settings);
  return {
    folders: [...issuance.folders, ...presentation.folders],
    credentials: await listed(settings, tenant, issuance),
    presentations: await listed(settings, tenant, presentation),
    clients: await listed(settings, tenant, loginClientKind(environment)),
  };
}

/** Nothing if the file can't be read, which is reported separately. */
function inReadableFile<C extends Sourced>({ file, one }: ListedFile<C>) {
  const read = readableOf(one);
  return read === undefined ? [] : [{ file, configuration: read.configuration }];
}

/** What a tenant of profile haip or eu lacks. Its keys are checked in any profile. */
function haipFindings({ settings, tenant }: TenantFolder): readonly FileFinding[] {
  if (!isHighAssurance(profileOf(settings, tenant))) return [];
  return missingWalletProviders(settings.CONFIG_FOLDER, tenant).map((missing) => ({ ...missing, pointer: '' }));
}

/** Undefined if `tenant.json` is broken, which is reported separately. */
function profileOf(settings: Settings, tenant: string): ProfileName | undefined {
  return tenantFileOf(settings, tenant)?.profile;
}

function tenantFileOf(settings: Settings, tenant: string) {
  try {
    return createTenantProfiles({ settings, log: silentLog })(tenant);
  } catch {
    return undefined;
  }
}

/** Checks both kinds of configurations on their own, and against each other. */
function flowFindings(
  { settings, tenant }: TenantFolder,
  { folders, credentials, presentations, clients }: FlowFiles,
): readonly FileFinding[] {
  const { profile, rights } = tenantFileOf(settings, tenant) ?? {};
  const providers = providersOf(settings, tenant);
  const usable = new Set(presentations.flatMap(({ one }) => (isWorking(one) ? [one.id] : [])));
  const readable = credentials.flatMap(inReadableFile).map(({ file, configuration }) => ({ file, ...configuration }));
  const own = [
    credentials.flatMap(ownFindings),
    presentations.flatMap(ownFindings),
    clients.flatMap(ownFindings),
  ].flat();
  const compared = [
    ...readable.flatMap((one, index) => withFile(one.file, scopeFindings(one, readable.slice(0, index)))),
    ...readable.flatMap((one) => withFile(one.file, presentationMissing(one, usable))),
    ...readable.flatMap((one) => withFile(one.file, providerMissing(one, providers))),
    ...rightsFindings(join(tenantFolder(settings.CONFIG_FOLDER, tenant), 'tenant.json'), rights, usable),
    ...clients.flatMap(({ file, one }) =>
      isWorking(one) && !usable.has(one.configuration.presentation) ? [nothingToPresent(file)] : [],
    ),
    ...readable.flatMap((one, index) => sharedType(one, readable.slice(0, index), profile)),
    ...withoutAttestation(readable).map(beside),
    ...(isHighAssurance(profile) ? [] : unattestable({ settings, tenant }, readable)),
    ...presentations.flatMap((one) =>
      unknownTypes(one, new Set(readable.map((one) => typeOf(one).type)), settings.PUBLIC_URL),
    ),
  ];
  return [
    ...own,
    ...besides(own, compared),
    ...mdocIssuerFindings({
      path: tenantFolder(settings.CONFIG_FOLDER, tenant),
      publicUrl: settings.PUBLIC_URL,
      doctypes: readable.flatMap((one) => (one.format === 'mso_mdoc' && one.doctype !== '' ? [one.doctype] : [])),
    }),
    ...folders.flatMap((name) => otherFiles(join(tenantFolder(settings.CONFIG_FOLDER, tenant), name))),
  ];
}

/** The results of comparing files, without errors that follow from a file's own errors. */
function besides(own: readonly FileFinding[], compared: readonly FileFinding[]): readonly FileFinding[] {
  return compared.filter((one) => {
    const known = own.filter(({ file }) => file === one.file);
    return withChecks(known, [() => [one]]).length > known.length;
  });
}

/** Under haip the missing anchors are an error in the folder. */
function unattestable(
  { settings, tenant }: Pick<TenantFolder, 'settings' | 'tenant'>,
  working: readonly (Configuration & { readonly file: string })[],
): readonly FileFinding[] {
  if (missingWalletProviders(settings.CONFIG_FOLDER, tenant).length === 0) return [];
  const pointer = '/config/proof_types_supported';
  const detail = 'It requires key attestations, and trust/wallet-providers has no anchor: every wallet is refused';
  return working
    .filter(({ proofTypes = {} }) => Object.values(proofTypes).some(({ attested }) => attested !== undefined))
    .map(({ file }) => ({ file, pointer, detail, level: 'warning' }));
}

/** EUDI wallets refuse the metadata of a tenant whose configurations differ in this. */
function beside({ file }: { readonly file: string }): FileFinding {
  const pointer = '/config/proof_types_supported/jwt';
  const detail = 'Other configurations require key attestations. EUDI wallets refuse metadata in which one does not';
  return { file, pointer, detail, level: 'warning' };
}

interface ListedFile<C extends Sourced> {
  readonly file: string;
  readonly one: Listed<C>;
}

function ownFindings<C extends Sourced>({ file, one }: ListedFile<C>): readonly FileFinding[] {
  return withFile(file, findingsOf(one));
}

/** Each file in a turn of its own: a server that checks its configuration after the start handles requests in between. */
async function listed<C extends Sourced>(
  settings: Settings,
  tenant: string,
  kind: Pick<FlowKind<C>, 'folders' | 'check' | 'forTenant'>,
): Promise<readonly ListedFile<C>[]> {
  const [first = '', second = ''] = kind.folders.map((name) =>
    join(tenantFolder(settings.CONFIG_FOLDER, tenant), name),
  );
  const files = createConfigurationFiles({ settings, log: silentLog }, kind);
  for (const name of [...namesIn(first), ...namesIn(second)]) {
    await turn();
    files.get(tenant, basename(name, '.json'));
  }
  return files
    .list(tenant)
    .map((listed) => kind.forTenant?.(tenant, listed) ?? listed)
    .map((one) => {
      const file = join(first, `${one.id}.json`);
      return { file: existsSync(file) ? file : join(second, `${one.id}.json`), one };
    });
}

function nothingToPresent(file: string): FileFinding {
  return {
    file,
    pointer: '/presentation',
    detail: 'There is no usable presentation configuration with this id among the files',
  };
}

function presentationMissing(
  { presentationDuringIssuance: id }: Configuration,
  usable: ReadonlySet<string>,
): readonly FieldError[] {
  if (id === undefined || usable.has(id)) return [];
  const there = usable.size === 0 ? 'there are none' : `there are ${[...usable].join(', ')}`;
  const detail = `There is no usable presentation configuration with this id among the files: ${there}`;
  return [{ pointer: '/presentation_during_issuance/type', detail }];
}

/** The ids in the tenant's file; undefined if it is not JSON, which is reported separately. */
function providersOf(settings: Settings, tenant: string): readonly string[] | undefined {
  const file = join(tenantFolder(settings.CONFIG_FOLDER, tenant), ATTRIBUTE_PROVIDERS_FILE);
  if (!existsSync(file)) return [];
  try {
    return providerIds(parseJson(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

function providerMissing(
  { attributeProvider: id }: Configuration,
  ids: readonly string[] | undefined,
): readonly FieldError[] {
  if (id === undefined || ids === undefined || ids.includes(id)) return [];
  const there = ids.length === 0 ? 'it lists none' : `it lists ${ids.join(', ')}`;
  return [
    { pointer: '/attribute_provider', detail: `${ATTRIBUTE_PROVIDERS_FILE} has no provider with this id: ${there}` },
  ];
}

/** The rights page finds nobody without its configuration, and two people as one if they share its claims. */
function rightsFindings(file: string, rights: Rights | undefined, usable: ReadonlySet<string>): readonly FileFinding[] {
  if (rights === undefined) return [];
  const shared = 'Two people may share all these claims: each could see and erase what is stored about the other';
  return [
    ...(usable.has(rights.presentation) ? [] : [{ ...nothingToPresent(file), pointer: '/rights/presentation' }]),
    ...(mayBeShared(rights.from) ? [{ file, pointer: '/rights/from', detail: shared, level: 'warning' as const }] : []),
  ];
}

/**
 * A verifier distinguishes credentials only by their type. The profiles haip and eu allow one configuration of each
 * type.
 */
function sharedType(
  { file, ...configuration }: Configuration & { readonly file: string },
  others: readonly Configuration[],
  profile: ProfileName | undefined,
): readonly FileFinding[] {
  if (profile !== undefined && isHighAssurance(profile))
    return withFile(file, typeFindings(profile, configuration, others));
  const same = others.find((other) => isSameType(configuration, other));
  if (same === undefined) return [];
  const { member, type } = typeOf(configuration);
  const detail = `The configuration ${same.id} has the same type (${type}), so a verifier that requests one accepts the other`;
  return [{ file, pointer: `/config/${member}`, detail, level: 'warning' }];
}

/** Types below this server's address that no file of the tenant issues: mistyped, or issued by another tenant. */
function unknownTypes(
  { file, one }: ListedFile<PresentationConfiguration>,
  issued: ReadonlySet<string>,
  publicUrl: string,
): readonly FileFinding[] {
  const { credentials = [] } = readableOf(one)?.configuration.query ?? {};
  return credentials.flatMap((asked, query) =>
    // A document type isn't a URL.
    (asked.format === 'dc+sd-jwt' ? asked.vctValues : []).flatMap((vct, index): readonly FileFinding[] => {
      if (!vct.startsWith(`${publicUrl}/`) || issued.has(vct)) return [];
      const pointer = `/dcql_query/credentials/${query}/meta/vct_values/${index}`;
      const detail = `No file of this tenant issues ${vct}; they issue ${[...issued].join(', ') || 'nothing'}`;
      return [{ file, pointer, detail, level: 'warning' }];
    }),
  );
}

function otherFiles(path: string): readonly FileFinding[] {
  return namesIn(path)
    .filter((name) => !name.endsWith('.json'))
    .map((name) => ({
      file: join(path, name),
      pointer: '',
      detail: 'This file is not read: its name must end with .json',
    }));
}
