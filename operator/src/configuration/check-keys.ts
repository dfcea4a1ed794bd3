/** Checks the keys and chains of a tenant, and of its named sets. */
import { join } from 'node:path';
import type { KeyPurpose, SigningKey } from '@countersign/shared/crypto/keys';
import type { ProfileName } from '@countersign/shared/flow-config/tenant-profile';
import type { Clock } from '@countersign/shared/kernel/clock';
import { daysToAct, endOfChain } from '@countersign/shared/keys/expiry-warnings';
import { createOperatorKeys, type FindOperatorKey, keySets } from '@countersign/shared/keys/operator-keys';
import type { Settings } from '@countersign/shared/settings/settings';
import { hostFindings } from './check-certificate-host.ts';
import { type FileFinding, unknownEntries } from './file-findings.ts';

export interface KeyFolder {
  readonly settings: Settings;
  readonly tenant: string;
  readonly clock: Clock;
  /** Undefined if `tenant.json` is broken. */
  readonly profile: ProfileName | undefined;
}

const PURPOSES: readonly KeyPurpose[] = ['credential', 'request', 'metadata', 'mdoc', 'list'];
/** The purposes for which configurations can use a set. */
const OF_SETS: readonly KeyPurpose[] = ['request', 'credential', 'mdoc'];

/** @param path the folder `keys` */
export async function keyFindings(folder: KeyFolder, path: string): Promise<readonly FileFinding[]> {
  const { settings, tenant, clock } = folder;
  const find = createOperatorKeys({ configFolder: settings.CONFIG_FOLDER, clock });
  const sets = keySets(settings.CONFIG_FOLDER, tenant);
  const found = [
    ...unknownEntries(path, [...filesOf(PURPOSES), ...sets]),
    ...sets.flatMap((set) => unknownEntries(join(path, set), filesOf(OF_SETS))),
  ];
  for (const purpose of PURPOSES) found.push(...(await findingsOfKey(folder, find, { purpose, path })));
  for (const set of sets) {
    for (const purpose of OF_SETS) {
      found.push(...(await findingsOfKey(folder, find, { purpose, set, path: join(path, set) })));
    }
  }
  return found;
}

function filesOf(purposes: readonly KeyPurpose[]): readonly string[] {
  return purposes.flatMap((purpose) => [`${purpose}.key.pem`, `${purpose}.chain.pem`]);
}

interface KeyPlace {
  readonly purpose: KeyPurpose;
  readonly set?: string;
  /** The folder. */
  readonly path: string;
}

async function findingsOfKey(
  { settings, tenant, clock, profile }: KeyFolder,
  find: FindOperatorKey,
  { purpose, set, path }: KeyPlace,
): Promise<readonly FileFinding[]> {
  try {
    const key = await find(tenant, purpose, set);
    if (key === undefined) return [];
    const file = join(path, `${purpose}.chain.pem`);
    const days = daysToAct(endOfChain(key), clock());
    const detail = `A certificate in it expires in ${days} days`;
    return [
      ...(days === undefined ? [] : [{ file, pointer: '', detail, level: 'warning' as const }]),
      ...algorithmFindings(key, purpose, file),
      ...hostFindings({ settings, tenant, profile, purpose, file, key }),
    ];
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'It cannot be used';
    return [{ file: join(path, `${purpose}.key.pem`), pointer: '', detail }];
  }
}

/** Every wallet and verifier must support ES256 (HAIP 1.0, 7), and none any other. */
function algorithmFindings({ alg }: SigningKey, purpose: KeyPurpose, file: string): readonly FileFinding[] {
  if (alg === 'ES256') return [];
  const also =
    purpose === 'credential' || purpose === 'mdoc'
      ? '; configurations that use the key must list it in credential_signing_alg_values_supported'
      : '';
  const detail = `The key signs with ${alg}, which not every wallet supports${also}`;
  return [{ file, pointer: '', detail, level: 'warning' }];
}
