/** Checks a tenant of profile `eu`: the parts that it lacks, and its access certificates. */

import type { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accessFindings } from '@countersign/european-trust/tenant/access-findings';
import { missingEuParts } from '@countersign/european-trust/tenant/eu-parts';
import { findingText } from '@countersign/european-trust/tenant/field-errors';
import { issuesAsPublicBody, statesPublicBody } from '@countersign/european-trust/tenant/public-body-issuer';
import { createRegistrationFiles } from '@countersign/european-trust/tenant/registration-files';
import { purposeOf } from '@countersign/issuer/configuration/credential-signer';
import type { IssuedFormat } from '@countersign/shared/configuration-documents/credential-entry';
import type { KeyPurpose, SigningKey } from '@countersign/shared/crypto/keys';
import { createRequirements, type Requirements } from '@countersign/shared/flow-config/tenant-profile';
import type { Clock } from '@countersign/shared/kernel/clock';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { silentLog } from '@countersign/shared/kernel/log';
import { tenantFolder } from '@countersign/shared/kernel/versioned-file';
import { createOperatorKeys, keySets } from '@countersign/shared/keys/operator-keys';
import type { Settings } from '@countersign/shared/settings/settings';
import { parseAnchors } from '@countersign/shared/trust/trust-files';
import { type FileFinding, namesIn } from './file-findings.ts';

export interface EuFolder {
  readonly settings: Settings;
  readonly tenant: string;
  readonly clock: Clock;
  readonly presentations: readonly unknown[];
  readonly credentials: readonly IssuedFile[];
}

interface IssuedFile {
  readonly file: string;
  readonly configuration: {
    readonly format: IssuedFormat;
    readonly claims?: JsonObject;
    readonly keySet?: string;
  };
}

/**
 * Empty in other profiles. Anchors and registration certificates may be stored through the API, so their absence is a
 * warning.
 */
export async function euFindings(folder: EuFolder): Promise<readonly FileFinding[]> {
  const { settings, tenant } = folder;
  const required = requirementsOf(folder);
  if (required?.profile !== 'eu') return [];
  const path = tenantFolder(settings.CONFIG_FOLDER, tenant);
  const authorities = anchorsIn(join(path, 'trust/access-authorities'));
  const keys = await accessKeys(folder);
  const missing = missingEuParts({
    asks: folder.presentations.length > 0,
    offers: folder.credentials.length > 0,
    certifiedRequests: keys.some(({ purpose }) => purpose === 'request'),
    certifiedMetadata: keys.some(({ purpose }) => purpose === 'metadata'),
    accessAuthorities: authorities.length,
    registrationProviders: anchorsIn(join(path, 'trust/registration-providers')).length,
    registrations: createRegistrationFiles({ settings }).ids(tenant),
    issuer: required.registration.issuer,
  });
  return [
    ...missing.map(({ place, detail }): FileFinding => {
      return { file: join(path, place), pointer: '', detail: `Profile eu: ${detail}`, level: 'warning' };
    }),
    ...(await ofPublicBodies(folder)),
    ...keys.flatMap(({ file, key }) => ofAccess(file, { key, authorities, required, now: folder.clock() })),
  ];
}

/** Keys that are not files are a matter of the interface. */
async function ofPublicBodies({ settings, tenant, clock, credentials }: EuFolder): Promise<readonly FileFinding[]> {
  const find = createOperatorKeys({ configFolder: settings.CONFIG_FOLDER, clock });
  const found = await Promise.all(
    credentials
      .filter(({ configuration }) => issuesAsPublicBody(configuration))
      .map(async ({ file, configuration }) => {
        const key = await find(tenant, purposeOf(configuration), configuration.keySet).catch(() => undefined);
        return key === undefined || statesPublicBody(key) ? [] : [{ ...UNSTATED, file }];
      }),
  );
  return found.flat();
}

const UNSTATED = {
  pointer: '/claims',
  detail:
    'Profile eu: it issues as a public body, but the certificate of its signer does not state the law and the authentic source (QcPSB), so verifiers refuse it',
  level: 'warning',
} as const;

interface Access {
  readonly key: SigningKey;
  readonly authorities: readonly X509Certificate[];
  readonly required: Requirements;
  readonly now: number;
}

function ofAccess(file: string, { required, ...access }: Access): readonly FileFinding[] {
  const { refused, warnings } = accessFindings({ ...access, rules: required.registration });
  const at = (level: 'error' | 'warning', findings: typeof refused) =>
    findings.map((one) => ({ file, pointer: '', detail: `Access certificate: ${findingText(one)}`, level }));
  return [...at('error', refused), ...at('warning', warnings)];
}

interface AccessKey {
  readonly purpose: KeyPurpose;
  readonly file: string;
  readonly key: SigningKey;
}

/** The usable keys. The check of the keys reports what is wrong with the others. */
async function accessKeys({ settings, tenant, clock }: EuFolder): Promise<readonly AccessKey[]> {
  const find = createOperatorKeys({ configFolder: settings.CONFIG_FOLDER, clock });
  const path = join(tenantFolder(settings.CONFIG_FOLDER, tenant), 'keys');
  const sets = keySets(settings.CONFIG_FOLDER, tenant);
  const places: readonly (readonly [purpose: KeyPurpose, set?: string])[] = [
    ['request'],
    ['metadata'],
    ...sets.map((set) => ['request', set] as const),
  ];
  const found = await Promise.all(
    places.map(async ([purpose, set]) => {
      const key = await find(tenant, purpose, set).catch(() => undefined);
      return key === undefined ? [] : [{ purpose, key, file: join(path, set ?? '', `${purpose}.chain.pem`) }];
    }),
  );
  return found.flat();
}

/** The check of the folder reports a file that can't be read. */
function anchorsIn(folder: string): readonly X509Certificate[] {
  if (!existsSync(folder)) return [];
  return namesIn(folder)
    .filter((name) => name.endsWith('.pem'))
    .flatMap((name) => {
      try {
        return parseAnchors(readFileSync(join(folder, name), 'utf8'));
      } catch {
        return [];
      }
    });
}

function requirementsOf({ settings, tenant }: EuFolder): Requirements | undefined {
  try {
    return createRequirements({ settings, log: silentLog })(tenant);
  } catch {
    return undefined;
  }
}
