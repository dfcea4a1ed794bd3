/**
 * Checks a tenant's registration certificates before a wallet sees them: the files, and the configurations that use
 * them.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RegisteredUse } from '@countersign/european-trust/registration/check-registration';
import { type FindingPlaces, fieldErrors } from '@countersign/european-trust/tenant/field-errors';
import {
  createRegistrationChecks,
  type RegistrationChecks,
} from '@countersign/european-trust/tenant/registration-checks';
import {
  CWT_ENDING,
  createRegistrationFiles,
  REGISTRATION_ENDING,
  REGISTRATION_FOLDER,
  type RegistrationForms,
} from '@countersign/european-trust/tenant/registration-files';
import { type CredentialType, typeOf } from '@countersign/issuer/configuration/credential-type';
import { offeredTypes } from '@countersign/issuer/registration/offered-types';
import type { KeyPurpose } from '@countersign/shared/crypto/keys';
import type { RegistrationRules } from '@countersign/shared/flow-config/registration-rules';
import { createRequirements } from '@countersign/shared/flow-config/tenant-profile';
import type { Clock } from '@countersign/shared/kernel/clock';
import { silentLog } from '@countersign/shared/kernel/log';
import { tenantFolder } from '@countersign/shared/kernel/versioned-file';
import { createOperatorKeys } from '@countersign/shared/keys/operator-keys';
import type { Settings } from '@countersign/shared/settings/settings';
import { createTrustAnchors } from '@countersign/shared/trust/trust-anchors';
import type { Configuration } from '@countersign/verifier/query/configurations';
import { type PartyConfiguration, partyConfigurationFindings } from '@countersign/verifier/query/party-configuration';
import { usedBy } from '@countersign/verifier/registration/registration-parts';
import { type FileFinding, namesIn } from './file-findings.ts';

export interface RegisteredFolder {
  readonly settings: Settings;
  readonly tenant: string;
  readonly clock: Clock;
  /** Configurations that can be read, with their files. */
  readonly presentations: readonly PresentationFile[];
  readonly credentials: readonly CredentialFile[];
}

interface PresentationFile {
  readonly file: string;
  readonly configuration: PartyConfiguration & Pick<Configuration, 'id' | 'query' | 'client' | 'keySet'>;
}

interface CredentialFile {
  readonly file: string;
  readonly configuration: CredentialType;
}

/** The purpose of a certificate, and where things that it does not cover are written. */
interface Use {
  readonly file: string;
  readonly use: RegisteredUse;
  readonly place: FindingPlaces;
  /** The set whose access certificate it is compared with. */
  readonly keySet?: string | undefined;
}

/** Calls no other server: the services look up a certificate's status. */
export async function registrationFindings(folder: RegisteredFolder): Promise<readonly FileFinding[]> {
  const { settings, tenant, presentations } = folder;
  const rules = rulesOf(folder);
  // A broken tenant.json is reported separately.
  if (rules === undefined) return [];
  const path = join(tenantFolder(settings.CONFIG_FOLDER, tenant), REGISTRATION_FOLDER);
  const files = createRegistrationFiles({ settings });
  const ids = files.ids(tenant);
  const level = rules.onInvalid === 'refuse' ? ('error' as const) : ('warning' as const);
  const found: FileFinding[] = [
    ...otherFiles(path),
    ...ofParty(folder, rules),
    ...withoutCertificate(presentations, ids, rules),
  ];
  for (const id of ids) {
    const certificate = {
      folder,
      file: join(path, `${id}${REGISTRATION_ENDING}`),
      forms: files.of(tenant, id) ?? { jwt: '' },
    };
    const asking = presentations.filter(({ configuration }) => configuration.registrationId === id).map(askingUse);
    const offering = id === rules.issuer ? folder.credentials.map(offeringUse) : [];
    const findings = [
      ...(offering.length > 0 && asking.length === 0 ? [] : await certificateFindings(certificate, 'request', asking)),
      ...(offering.length === 0 ? [] : await certificateFindings(certificate, 'metadata', offering)),
    ];
    found.push(...findings.map((one) => ({ ...one, level })));
  }
  return found;
}

function askingUse({ file, configuration }: PresentationFile): Use {
  return { file, use: usedBy(configuration), place: IN_CONFIGURATION, keySet: configuration.keySet };
}

function offeringUse({ file, configuration }: CredentialFile): Use {
  const offered = offeredTypes([configuration], () => `/config/${typeOf(configuration).member}`);
  return { file, use: { role: 'issuer', offered }, place: { query: '', certificate: '' } };
}

interface CertificateFile {
  readonly folder: RegisteredFolder;
  readonly file: string;
  readonly forms: RegistrationForms;
}

/**
 * Problems with the certificate are reported once, at its file. Whatever exceeds it is reported at each configuration.
 */
async function certificateFindings(
  { folder, file, forms }: CertificateFile,
  purpose: 'request' | 'metadata',
  uses: readonly Use[],
): Promise<readonly Omit<FileFinding, 'level'>[]> {
  const checks = checksOf(folder, purpose);
  const { tenant } = folder;
  try {
    const alone = await checks.stored(tenant, forms, { role: 'none' }, uses[0]?.keySet);
    if (!alone.ok) return fieldErrors(alone.findings, AT_FILE).map((one) => ({ ...one, file }));
    const found: Omit<FileFinding, 'level'>[] = [];
    for (const { file: beyond, use, place, keySet } of uses) {
      const verdict = await checks.stored(tenant, forms, use, keySet);
      found.push(...fieldErrors(verdict.ok ? [] : verdict.findings, place).map((one) => ({ ...one, file: beyond })));
    }
    return found;
  } catch (error) {
    // The tenant's key: the check of the keys reports it too.
    return [{ file, pointer: '', detail: error instanceof Error ? error.message : 'It cannot be checked' }];
  }
}

const AT_FILE = { query: '', certificate: '' } as const;
const IN_CONFIGURATION = { query: '/dcql_query', certificate: '/registrationCert/id' } as const;

function withoutCertificate(
  presentations: readonly PresentationFile[],
  ids: readonly string[],
  { needed }: RegistrationRules,
): readonly FileFinding[] {
  if (!needed) return [];
  const there = ids.length === 0 ? 'there are none' : `there are ${ids.join(', ')}`;
  const detail = `The tenant has no registration certificate with this id among its files: ${there}`;
  return presentations
    .filter(({ configuration: { registrationId = '' } }) => !ids.includes(registrationId))
    .map(({ file }) => ({ file, pointer: IN_CONFIGURATION.certificate, detail, level: 'warning' }));
}

/** A tenant that acts for a party can request nothing with these errors. */
function ofParty({ settings, tenant, presentations }: RegisteredFolder, { actsFor }: RegistrationRules) {
  if (actsFor === undefined) return [];
  const unnamed = {
    file: join(tenantFolder(settings.CONFIG_FOLDER, tenant), 'tenant.json'),
    pointer: '/actsFor',
    detail: 'The setting INTERMEDIARY_ID must contain your registered identifier, the intermediary of the certificates',
  };
  return [
    ...(actsFor.intermediary.sub === undefined ? [unnamed] : []),
    ...presentations.flatMap(({ file, configuration }) =>
      partyConfigurationFindings(configuration, actsFor).map((one) => ({ ...one, file })),
    ),
  ];
}

function otherFiles(path: string): readonly FileFinding[] {
  if (!existsSync(path)) return [];
  const names = namesIn(path);
  const ids = names.flatMap((name) => (name.endsWith(REGISTRATION_ENDING) ? [idIn(name)] : []));
  const unread = names.filter((name) => {
    if (name.endsWith(CWT_ENDING)) return !ids.includes(idIn(name));
    return !name.endsWith(REGISTRATION_ENDING);
  });
  return unread.map((name) => ({ file: join(path, name), pointer: '', detail: UNREAD }));
}

const UNREAD = `This file is not read: its name must be an id and end with ${REGISTRATION_ENDING}, or with ${CWT_ENDING} next to the JWT with that id`;

function idIn(name: string): string {
  return name.slice(0, name.lastIndexOf('.'));
}

function rulesOf({ settings, tenant }: RegisteredFolder): RegistrationRules | undefined {
  try {
    return createRequirements({ settings, log: silentLog })(tenant).registration;
  } catch {
    return undefined;
  }
}

function checksOf({ settings, clock }: RegisteredFolder, purpose: 'request' | 'metadata'): RegistrationChecks {
  const operatorKey = createOperatorKeys({ configFolder: settings.CONFIG_FOLDER, clock });
  const signer = async (tenant: string, purpose: KeyPurpose, set?: string) => {
    const key = await operatorKey(tenant, purpose, set);
    const place = set === undefined ? purpose : `${set}/${purpose}`;
    if (key === undefined) throw new Error(`There is no access certificate: keys/${place}.chain.pem and its key`);
    return key;
  };
  const none = async () => [];
  return createRegistrationChecks({
    purpose,
    keys: { signer },
    trustAnchors: createTrustAnchors({ keys: { anchors: none }, settings, log: silentLog }, { of: none }),
    requirementsOf: createRequirements({ settings, log: silentLog }),
    statusOf: async () => ({ state: 'unreachable' }),
    revokedAccess: { of: async () => new Set() },
    clock,
  });
}
