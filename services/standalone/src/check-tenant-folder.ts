/** The configuration files of one tenant, each by the check of the service that reads it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { isTenantId } from '@countersign/gateway/authenticate/clients';
import { parseWalletClients } from '@countersign/issuer/client/wallet-clients';
import { credentialConfigurationKind, scopeFindings } from '@countersign/issuer/metadata/configurations';
import { checkIssuerDisplay } from '@countersign/issuer/metadata/issuer-display';
import { type Configuration, imagesOf } from '@countersign/issuer/metadata/listed-configuration';
import { certificateHost } from '@countersign/shared/crypto/x509';
import { createConfigurationFiles } from '@countersign/shared/flow-config/configuration-files';
import { type FlowKind, isWorking, type Listed, type Sourced } from '@countersign/shared/flow-config/listed';
import { parseTenantFile } from '@countersign/shared/flow-config/tenant-profile';
import type { Clock } from '@countersign/shared/kernel/clock';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { createLog } from '@countersign/shared/kernel/log';
import { tenantFolder } from '@countersign/shared/kernel/versioned-file';
import { createOperatorKeys } from '@countersign/shared/keys/operator-keys';
import type { Settings } from '@countersign/shared/settings/settings';
import {
  type Configuration as PresentationConfiguration,
  presentationConfigurationKind,
} from '@countersign/verifier/configurations';
import { parseAnchors, parseLimits } from '@countersign/verifier/trust-anchors';

export interface FileFinding extends FieldError {
  readonly file: string;
  /** Default: error. */
  readonly level?: 'error' | 'warning';
}

export interface TenantFolder {
  readonly settings: Settings;
  readonly tenant: string;
  readonly clock: Clock;
  /** Reserved words that no tenant id can be. */
  readonly reserved: ReadonlySet<string>;
}

/** What a tenant's folder may hold; the root folder holds `clients.json` and `tenants` too. */
const KNOWN = [
  ...['issuance', 'credentials', 'presentation', 'presentations', 'public', 'trust', 'keys'],
  ...['display.json', 'wallets.json', 'tenant.json'],
];
const KEY_FILES = ['credential.key.pem', 'credential.chain.pem', 'request.key.pem', 'request.chain.pem'];

export async function checkTenantFolder(folder: TenantFolder): Promise<readonly FileFinding[]> {
  const { settings, tenant, reserved } = folder;
  const path = tenantFolder(settings.CONFIG_FOLDER, tenant);
  const badId = tenant !== 'default' && !isTenantId(tenant, reserved);
  return [
    ...(badId ? [{ file: path, pointer: '', detail: 'This name is reserved, or can not be the id of a tenant' }] : []),
    ...unknownEntries(path, tenant === 'default' ? [...KNOWN, 'clients.json', 'tenants'] : KNOWN),
    ...flowFindings(folder),
    ...fileFindings(join(path, 'display.json'), (text) => {
      const issuer = credentialIssuer(settings.PUBLIC_URL, tenant);
      const { errors, findings } = checkIssuerDisplay(text, {
        issuer,
        imageExists: imagesOf(settings.CONFIG_FOLDER, tenant),
      });
      return [...errors, ...findings];
    }),
    ...fileFindings(join(path, 'wallets.json'), thrown(parseWalletClients)),
    ...fileFindings(join(path, 'tenant.json'), thrown(parseTenantFile)),
    ...trustFindings(join(path, 'trust')),
    ...(await keyFindings(folder, join(path, 'keys'))),
  ];
}

/** Findings of both kinds of configurations, and those that need all of them. */
function flowFindings({ settings, tenant }: TenantFolder): readonly FileFinding[] {
  const issuance = credentialConfigurationKind(settings);
  const presentation = presentationConfigurationKind(settings);
  const [credentials, presentations] = [listed(settings, tenant, issuance), listed(settings, tenant, presentation)];
  const usable = new Set(presentations.flatMap(({ one }) => (isWorking(one) ? [one.id] : [])));
  const working = credentials.flatMap(({ file, one }) => (isWorking(one) ? [{ file, ...one.configuration }] : []));
  return [
    ...credentials.flatMap(ownFindings),
    ...presentations.flatMap(ownFindings),
    ...working.flatMap((one, index) => withFile(one.file, scopeFindings(one, working.slice(0, index)))),
    ...working.flatMap((one) => withFile(one.file, presentationMissing(one, usable))),
    ...working.flatMap((one, index) => sharedType(one, working.slice(0, index))),
    ...presentations.flatMap((one) => unknownTypes(one, new Set(working.map(({ vct }) => vct)), settings.PUBLIC_URL)),
    ...[...issuance.folders, ...presentation.folders].flatMap((name) =>
      otherFiles(join(tenantFolder(settings.CONFIG_FOLDER, tenant), name)),
    ),
  ];
}

interface ListedFile<C extends Sourced> {
  readonly file: string;
  readonly one: Listed<C>;
}

function ownFindings<C extends Sourced>({ file, one }: ListedFile<C>): readonly FileFinding[] {
  return withFile(file, isWorking(one) ? (one.findings ?? []) : one.errors);
}

function listed<C extends Sourced>(
  settings: Settings,
  tenant: string,
  kind: Pick<FlowKind<C>, 'folders' | 'check'>,
): readonly ListedFile<C>[] {
  const silent = createLog('error', Date.now, () => undefined);
  const [first, second] = kind.folders.map((name) => join(tenantFolder(settings.CONFIG_FOLDER, tenant), name));
  return createConfigurationFiles({ settings, log: silent }, kind)
    .list(tenant)
    .map((one) => {
      const file = join(first ?? '', `${one.id}.json`);
      return { file: existsSync(file) ? file : join(second ?? '', `${one.id}.json`), one };
    });
}

function presentationMissing(
  { presentationDuringIssuance: id }: Configuration,
  usable: ReadonlySet<string>,
): readonly FieldError[] {
  if (id === undefined || usable.has(id)) return [];
  const there = usable.size === 0 ? 'there are none' : `there are ${[...usable].join(', ')}`;
  const detail = `There is no usable presentation configuration of this id among the files: ${there}`;
  return [{ pointer: '/presentation_during_issuance/type', detail }];
}

/** A verifier distinguishes credentials by their type alone. */
function sharedType(
  { file, vct }: Configuration & { readonly file: string },
  others: readonly Configuration[],
): readonly FileFinding[] {
  const same = others.find((other) => other.vct === vct);
  if (same === undefined) return [];
  const detail = `The configuration ${same.id} has this type (${vct}): who asks for one accepts the other`;
  return [{ file, pointer: '/config/vct', detail, level: 'warning' }];
}

/** Types below the address of this server that no file of the tenant issues: mistyped, or issued by another tenant. */
function unknownTypes(
  { file, one }: ListedFile<PresentationConfiguration>,
  issued: ReadonlySet<string>,
  publicUrl: string,
): readonly FileFinding[] {
  if (!isWorking(one)) return [];
  return one.configuration.query.credentials.flatMap(({ vctValues }, query) =>
    vctValues.flatMap((vct, index): readonly FileFinding[] => {
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

function unknownEntries(path: string, known: readonly string[]): readonly FileFinding[] {
  return namesIn(path)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      file: join(path, name),
      pointer: '',
      detail: `This is not read here; known: ${known.join(', ')}`,
      level: 'warning' as const,
    }));
}

/** Findings of a check of an existing file; what it throws is a finding of the whole file. */
function fileFindings(file: string, check: (text: string) => readonly FieldError[]): readonly FileFinding[] {
  if (!existsSync(file)) return [];
  try {
    return withFile(file, check(readFileSync(file, 'utf8')));
  } catch (error) {
    return [{ file, pointer: '', detail: error instanceof Error ? error.message : 'It can not be read' }];
  }
}

/** A check whose only finding is what the parser throws. */
function thrown(parse: (text: string) => unknown): (text: string) => readonly FieldError[] {
  return (text) => {
    parse(text);
    return [];
  };
}

function trustFindings(path: string): readonly FileFinding[] {
  const names = namesIn(path);
  return names.flatMap((name) => {
    const file = join(path, name);
    if (name.endsWith('.pem')) return fileFindings(file, thrown(parseAnchors));
    if (!name.endsWith('.json')) {
      return [{ file, pointer: '', detail: 'This file is not read: its name must end with .pem or .json' }];
    }
    if (names.includes(`${name.slice(0, -extname(name).length)}.pem`)) {
      return fileFindings(file, thrown(parseLimits));
    }
    return [{ file, pointer: '', detail: 'There is no .pem file of the same name, whose certificates it limits' }];
  });
}

async function keyFindings({ settings, tenant, clock }: TenantFolder, path: string): Promise<readonly FileFinding[]> {
  const { CONFIG_FOLDER: configFolder, PUBLIC_URL } = settings;
  const find = createOperatorKeys({ configFolder, host: certificateHost(PUBLIC_URL), clock });
  const found = [...unknownEntries(path, KEY_FILES)];
  for (const purpose of ['credential', 'request'] as const) {
    try {
      await find(tenant, purpose);
    } catch (error) {
      const detail = error instanceof Error ? error.message : 'It can not be used';
      found.push({ file: join(path, `${purpose}.key.pem`), pointer: '', detail });
    }
  }
  return found;
}

function withFile(file: string, errors: readonly FieldError[]): readonly FileFinding[] {
  return errors.map((error) => ({ ...error, file }));
}

/** Names in a folder without dot files; none where there is no folder. */
function namesIn(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => !name.startsWith('.'))
    .sort();
}
