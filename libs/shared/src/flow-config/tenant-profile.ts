/** A tenant's profile, from `tenant.json` in its folder, and what it requires of wallets and backends. */
import { join } from 'node:path';
import { compileMembers } from '../configuration-documents/member-findings.ts';
import { optionalPartyChecks, tenantMembers, type WrittenTenant } from '../configuration-documents/tenant-file.ts';
import type { OwnBits } from '../crypto/status-bits.ts';
import { CLOCK_SKEW } from '../crypto/time-claims.ts';
import { cachedUntilEdit } from '../kernel/cached-until-edit.ts';
import { parseCountry } from '../kernel/country.ts';
import { ProtocolError } from '../kernel/errors.ts';
import type { FolderEdits } from '../kernel/folder-edits.ts';
import { isObject, parseJson } from '../kernel/json.ts';
import type { Log } from '../kernel/log.ts';
import { createFileReader, createFolderReader, tenantFolder } from '../kernel/versioned-file.ts';
import { KEY_SET } from '../keys/operator-keys.ts';
import type { Settings } from '../settings/settings.ts';
import { parseQuotas, type Quotas } from './quotas.ts';
import { type ActsFor, type RegistrationRules, registrationRules } from './registration-rules.ts';

/**
 * `haip`: the OpenID4VC High Assurance Interoperability Profile 1.0. `eu`: the same, plus the requirements of EU
 * wallets. `open`: everything is offered and optional.
 */
export type ProfileName = NonNullable<WrittenTenant['profile']>;

/** Whether the profile includes HAIP's requirements. @param profile undefined: `tenant.json` is broken */
export function isHighAssurance(profile: ProfileName | undefined): boolean {
  return profile !== undefined && profile !== 'open';
}

/** Whether credential requests and their responses must be encrypted (OpenID4VCI 1.0, 10). */
export type Encryption = Settings['CREDENTIAL_ENCRYPTION'];

/** What an unknown status of an issuer's certificate does; `off`: it is not looked up. */
export type CertificateRevocation = NonNullable<WrittenTenant['certificateRevocation']>;

/** The page where users see and erase their stored data. */
export type Rights = NonNullable<WrittenTenant['rights']>;

export interface TenantProfile {
  readonly profile: ProfileName;
  /** Instead of the setting CERTIFICATE_REVOCATION. */
  readonly certificateRevocation?: CertificateRevocation;
  readonly euMetadata?: EuMetadata;
  /** Instead of the setting CREDENTIAL_ENCRYPTION. */
  readonly credentialEncryption?: Encryption;
  readonly clockSkew?: number;
  readonly registration?: NonNullable<WrittenTenant['registration']>;
  readonly actsFor?: NonNullable<WrittenTenant['actsFor']>;
  readonly rights?: Rights;
}

/** Members of `tenant.json`; each is optional. */
export interface TenantFile {
  readonly profile?: ProfileName;
  readonly certificateRevocation?: CertificateRevocation;
  readonly euMetadata?: EuMetadata;
  readonly credentialEncryption?: Encryption;
  readonly clockSkew?: number;
  readonly registration?: NonNullable<WrittenTenant['registration']>;
  readonly actsFor?: NonNullable<WrittenTenant['actsFor']>;
  readonly rights?: Rights;
  /** Overrides the settings QUOTA_*. */
  readonly quotas?: Partial<Quotas>;
  /** ISO 3166-1 alpha-2: the country that the generated certificates of the mdoc issuer name. */
  readonly country?: string;
}

/** Members of a tenant's issuer metadata that EU wallets read, as published. */
export type EuMetadata = Pick<WrittenTenant, 'preferred_client_status_period'>;

/** A tenant's requirements: the settings, tightened by its profile. */
export interface Requirements {
  readonly profile: ProfileName;
  readonly par: 'required' | 'optional';
  readonly dpop: 'required' | 'optional';
  /** `refused`: a token without DPoP binding is not accepted either, such as one of the time before the profile. */
  readonly bearer: 'accepted' | 'refused';
  /** `required`: attestation or private_key_jwt at every endpoint of the authorization server, and no anonymous access. */
  readonly clientAuthentication: 'required' | 'optional';
  /** Whether the proof of an attested wallet must have a challenge of this server. */
  readonly attestationChallenge: 'required' | 'optional';
  readonly dialect: Settings['WALLET_DIALECT'];
  readonly clientIdPrefix: Settings['CLIENT_ID_PREFIX'];
  /** Seconds that an authorization code lives. */
  readonly codeTtl: number;
  readonly credentialEncryption: Encryption;
  readonly certificateRevocation: CertificateRevocation;
  /** Seconds that the clocks of issuers and wallets may differ from this one when a presentation is verified. */
  readonly clockSkew: number;
  /** Bits per status list entry. With 2 a credential can be suspended. */
  readonly statusBits: OwnBits;
  /** `final`: a revoked credential stays revoked (EU 2024/2977, Art. 5(5)). */
  readonly revocation: 'final' | 'reversible';
  /** Rules for the tenant's own registration certificates. */
  readonly registration: RegistrationRules;
  /** Set if people can ask what is stored about them. */
  readonly rights?: Rights;
  /** Set if the tenant has named key sets in files. */
  readonly hasKeySets?: true;
}

/** @throws ProtocolError `server_error` if the tenant's file is broken: the tenant is not served */
export type RequirementsOf = (tenant: string) => Requirements;

type ProfileSettings = Pick<Settings, 'CONFIG_FOLDER' | 'HAIP'>;
type RequirementSettings = Pick<
  Settings,
  | 'CODE_TTL'
  | 'CLIENT_ATTESTATION_CHALLENGE'
  | 'PAR'
  | 'DPOP'
  | 'WALLET_DIALECT'
  | 'CLIENT_ID_PREFIX'
  | 'CREDENTIAL_ENCRYPTION'
  | 'CERTIFICATE_REVOCATION'
> &
  Partial<Pick<Settings, 'INTERMEDIARY_ID' | 'INTERMEDIARY_NAME'>>;

const MEMBERS = ['$schema', ...Object.keys(tenantMembers)];
const checkMembers = compileMembers(tenantMembers);

/** Reads `tenant.json`. An unknown member is an error: a mistyped `profile` must not leave a tenant open. @throws Error naming the member */
export function parseTenantFile(text: string): TenantFile {
  const value = parseJson(text);
  if (!isObject(value)) throw new Error('tenant.json must contain an object');
  const unknown = Object.keys(value).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined)
    throw new Error(`Unknown member "${unknown}" in tenant.json. Known: ${MEMBERS.join(', ')}`);
  const [wrong] = checkMembers(value, '');
  if (wrong !== undefined) throw new Error(wrong.detail);
  const {
    profile,
    credentialEncryption,
    certificateRevocation,
    clockSkew,
    registration,
    actsFor,
    rights,
    preferred_client_status_period,
  } = value as WrittenTenant;
  const euMetadata = {
    ...(preferred_client_status_period === undefined ? {} : { preferred_client_status_period }),
  };
  return {
    ...(profile === undefined ? {} : { profile }),
    ...(credentialEncryption === undefined ? {} : { credentialEncryption }),
    ...(registration === undefined ? {} : { registration }),
    ...(actsFor === undefined ? {} : { actsFor }),
    ...(rights === undefined ? {} : { rights }),
    ...(certificateRevocation === undefined ? {} : { certificateRevocation }),
    ...(clockSkew === undefined ? {} : { clockSkew }),
    ...(value.quotas === undefined ? {} : { quotas: parseQuotas(value.quotas) }),
    ...(value.country === undefined ? {} : { country: parseCountry(value.country) }),
    ...(Object.keys(euMetadata).length === 0 ? {} : { euMetadata }),
  };
}

/** Returns a tenant's profile from its current file. Nothing is inherited; without a file the setting HAIP decides. */
export function createTenantProfiles({
  settings,
  log,
  edits,
}: {
  readonly settings: ProfileSettings;
  readonly log: Log;
  readonly edits?: FolderEdits;
}): (tenant: string) => TenantProfile {
  const reader = createFileReader(parseTenantFile, edits);
  const reported = new Map<string, string>();
  const usual = settings.HAIP ? 'haip' : 'open';
  return cachedUntilEdit(edits, (tenant) => {
    const file = join(tenantFolder(settings.CONFIG_FOLDER, tenant), 'tenant.json');
    const content = reader.read(file);
    if (content === undefined) return { profile: usual };
    if (content.ok) return { ...content.value, profile: content.value.profile ?? usual };
    if (reported.get(file) !== content.version) {
      reported.set(file, content.version);
      const detail = content.error instanceof Error ? content.error.message : 'It cannot be read';
      log.error('tenant.json is broken, so the tenant is not served', { tenant, file, detail });
    }
    throw new ProtocolError('server_error', 'The tenant is not configured correctly', {
      reason: 'tenant_configuration',
      facts: { place: 'tenant.json' },
      cause: content.error,
    });
  });
}

/** Minutes. */
const ERASE_AFTER = 60;

/** Seconds (FAPI 2.0 Security Profile, 5.3.2.1, to which HAIP 1.0, 4, refers). */
const LONGEST_CODE = 60;

/** What a profile requires on top of the settings. */
export function requirements(
  { profile, registration: written, actsFor, ...tenant }: TenantProfile,
  settings: RequirementSettings,
): Requirements {
  const { CODE_TTL } = settings;
  const common = {
    profile,
    codeTtl: Math.min(CODE_TTL, LONGEST_CODE),
    credentialEncryption: tenant.credentialEncryption ?? settings.CREDENTIAL_ENCRYPTION,
    certificateRevocation: tenant.certificateRevocation ?? revocationBySetting(settings, profile),
    clockSkew: tenant.clockSkew ?? CLOCK_SKEW,
    registration: registrationRules(profile === 'eu', written, actsFor && partyOf(actsFor, settings)),
    ...(tenant.rights === undefined ? {} : { rights: tenant.rights }),
  };
  if (profile === 'haip') return { ...HAIP, ...REVERSIBLE, ...common };
  if (profile === 'eu') return { ...HAIP, ...SUSPENDABLE, ...common };
  return {
    ...REVERSIBLE,
    ...common,
    par: settings.PAR,
    dpop: settings.DPOP,
    bearer: 'accepted',
    clientAuthentication: 'optional',
    attestationChallenge: settings.CLIENT_ATTESTATION_CHALLENGE,
    dialect: settings.WALLET_DIALECT,
    clientIdPrefix: settings.CLIENT_ID_PREFIX,
    codeTtl: CODE_TTL,
  };
}

function partyOf(
  { sub, eraseAfter = ERASE_AFTER, checks = optionalPartyChecks }: NonNullable<TenantFile['actsFor']>,
  { INTERMEDIARY_ID, INTERMEDIARY_NAME }: RequirementSettings,
): ActsFor {
  return {
    sub,
    eraseAfter: eraseAfter * 60_000,
    checks: ['authenticity', ...optionalPartyChecks.filter((check) => checks.includes(check))],
    intermediary: {
      ...(INTERMEDIARY_ID === undefined ? {} : { sub: INTERMEDIARY_ID }),
      ...(INTERMEDIARY_NAME === undefined ? {} : { sname: INTERMEDIARY_NAME }),
    },
  };
}

function revocationBySetting(
  { CERTIFICATE_REVOCATION: setting }: RequirementSettings,
  profile: ProfileName,
): CertificateRevocation {
  if (setting !== 'profile') return setting;
  return profile === 'eu' ? 'soft' : 'off';
}

type OfTenant =
  | 'profile'
  | 'credentialEncryption'
  | 'certificateRevocation'
  | 'clockSkew'
  | 'codeTtl'
  | 'registration'
  | 'rights';

/** HAIP 1.0, 4, 4.3, 4.4.1 and 5. No setting loosens it. */
const HAIP: Omit<Requirements, OfTenant | keyof StatusRules> = {
  par: 'required',
  dpop: 'required',
  bearer: 'refused',
  clientAuthentication: 'required',
  attestationChallenge: 'required',
  dialect: 'standard',
  clientIdPrefix: 'x509_hash',
};

type StatusRules = Pick<Requirements, 'statusBits' | 'revocation'>;
const REVERSIBLE: StatusRules = { statusBits: 1, revocation: 'reversible' };
const SUSPENDABLE: StatusRules = { statusBits: 2, revocation: 'final' };

export function createRequirements(parts: {
  readonly settings: ProfileSettings & RequirementSettings;
  readonly log: Log;
  readonly edits?: FolderEdits;
}): RequirementsOf {
  const profileOf = createTenantProfiles(parts);
  const names = createFolderReader('', parts.edits);
  return cachedUntilEdit(parts.edits, (tenant) => {
    const required = requirements(profileOf(tenant), parts.settings);
    const inKeys = names(join(tenantFolder(parts.settings.CONFIG_FOLDER, tenant), 'keys'));
    return inKeys.some((name) => KEY_SET.test(name)) ? { ...required, hasKeySets: true } : required;
  });
}
