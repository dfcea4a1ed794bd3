/** The parts in its folder that a tenant of profile haip needs before it can serve wallets. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyPurpose } from '../crypto/keys.ts';
import type { Clock } from '../kernel/clock.ts';
import { ProtocolError } from '../kernel/errors.ts';
import { silentLog } from '../kernel/log.ts';
import { tenantFolder, tenantsByFolder } from '../kernel/versioned-file.ts';
import { createOperatorKeys } from '../keys/operator-keys.ts';
import type { Settings } from '../settings/settings.ts';
import { parseAnchors } from '../trust/trust-files.ts';
import { createTenantProfiles, isHighAssurance, type TenantProfile } from './tenant-profile.ts';

/** Folder of wallet providers' CA certificates, below the tenant's folder. */
export const WALLET_PROVIDERS = 'trust/wallet-providers';

export interface MissingPart {
  /** File or folder. */
  readonly file: string;
  readonly detail: string;
}

interface PartsOf {
  readonly settings: Pick<Settings, 'CONFIG_FOLDER' | 'HAIP'>;
  readonly clock: Clock;
}

/** The missing anchors of wallet providers, if the tenant has credential configurations. */
export function missingWalletProviders(configFolder: string, tenant: string): readonly MissingPart[] {
  const folder = tenantFolder(configFolder, tenant);
  const file = join(folder, WALLET_PROVIDERS);
  return offersCredentials(folder) && !holdsAnchor(file) ? [{ file, detail: NO_WALLET_PROVIDER }] : [];
}

/** A key of the operator that wallets would refuse. Generated keys lack nothing: their leaf has a CA. */
async function unusableKey({ settings, clock }: PartsOf, tenant: string, purpose: KeyPurpose): Promise<MissingPart[]> {
  const { CONFIG_FOLDER: configFolder } = settings;
  try {
    await createOperatorKeys({ configFolder, clock })(tenant, purpose);
    return [];
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'The key cannot be used';
    return [{ file: join(tenantFolder(configFolder, tenant), 'keys', `${purpose}.chain.pem`), detail }];
  }
}

export const NO_WALLET_PROVIDER =
  'There is no CA certificate of a wallet provider, so no wallet can prove what it is or where its keys are';

/**
 * What an installation with HAIP=true lacks, across all tenants with that profile; empty without it.
 * @param service only its parts: the issuer trusts wallet providers and signs credentials, the verifier signs requests
 * @returns one line for each part, with tenant and file
 */
export async function haipProblems(parts: PartsOf, service: 'issuer' | 'verifier'): Promise<readonly string[]> {
  const { settings } = parts;
  if (!settings.HAIP) return [];
  const profileOf = createTenantProfiles({ settings, log: silentLog });
  const found: string[] = [];
  for (const tenant of tenantsByFolder(settings.CONFIG_FOLDER)) {
    const profile = profileOrProblem(profileOf, tenant);
    if (typeof profile === 'string') found.push(`HAIP=true: tenant ${tenant}: ${profile}`);
    else if (isHighAssurance(profile.profile)) {
      const missing =
        service === 'issuer'
          ? [
              ...missingWalletProviders(settings.CONFIG_FOLDER, tenant),
              ...(await unusableKey(parts, tenant, 'credential')),
              ...(await unusableKey(parts, tenant, 'metadata')),
            ]
          : await unusableKey(parts, tenant, 'request');
      found.push(...missing.map(({ file, detail }) => `HAIP=true: tenant ${tenant}: ${file}: ${detail}`));
    }
  }
  return found;
}

function profileOrProblem(profileOf: (tenant: string) => TenantProfile, tenant: string): TenantProfile | string {
  try {
    return profileOf(tenant);
  } catch (error) {
    const cause = error instanceof ProtocolError ? error.options.cause : error;
    return `tenant.json: ${cause instanceof Error ? cause.message : 'It can not be read'}`;
  }
}

function offersCredentials(folder: string): boolean {
  return ['issuance', 'credentials'].some((name) => namesOf(join(folder, name), '.json').length > 0);
}

function holdsAnchor(folder: string): boolean {
  return namesOf(folder, '.pem').some((name) => {
    try {
      return parseAnchors(readFileSync(join(folder, name), 'utf8')).length > 0;
    } catch {
      return false;
    }
  });
}

function namesOf(folder: string, ending: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => name.endsWith(ending) && !name.startsWith('.'));
}
