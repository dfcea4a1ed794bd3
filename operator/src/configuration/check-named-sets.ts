/**
 * Configurations that use a key set without files for their purpose: the key may be in the store, which is not read
 * here.
 */
import { purposeOf, type SignedBy } from '@countersign/issuer/configuration/credential-signer';
import type { KeyPurpose } from '@countersign/shared/crypto/keys';
import type { Clock } from '@countersign/shared/kernel/clock';
import { createOperatorKeys, keySets } from '@countersign/shared/keys/operator-keys';
import type { Settings } from '@countersign/shared/settings/settings';
import type { FileFinding } from './file-findings.ts';

interface Named<C> {
  readonly file: string;
  readonly configuration: C;
}

export interface NamingFolder {
  readonly settings: Pick<Settings, 'CONFIG_FOLDER'>;
  readonly tenant: string;
  readonly clock: Clock;
  readonly presentations: readonly Named<{ readonly keySet?: string }>[];
  readonly credentials: readonly Named<SignedBy>[];
}

export async function namedSetFindings(folder: NamingFolder): Promise<readonly FileFinding[]> {
  const configFolder = folder.settings.CONFIG_FOLDER;
  const find = createOperatorKeys({ configFolder, clock: folder.clock });
  const sets = keySets(configFolder, folder.tenant);
  const there = sets.length === 0 ? 'it has none' : `there are ${sets.join(', ')}`;
  const findings: FileFinding[] = [];
  for (const { file, purpose, set } of namedSets(folder)) {
    // The check of the keys reports files that can't be used.
    if (sets.includes(set) && (await find(folder.tenant, purpose, set).catch(() => set)) !== undefined) continue;
    const missing = sets.includes(set)
      ? `The key set ${set} has no ${purpose}.key.pem in keys/`
      : `keys/ has no key set of this name: ${there}`;
    const detail = `${missing}. It must have been created with POST /key-sets`;
    findings.push({ file, pointer: '/keys', level: 'warning', detail });
  }
  return findings;
}

interface NamedSet {
  readonly file: string;
  readonly purpose: KeyPurpose;
  readonly set: string;
}

function namedSets({ presentations, credentials }: NamingFolder): readonly NamedSet[] {
  const all = [
    ...presentations.map(({ file, configuration: { keySet } }) => ({ file, purpose: 'request' as const, set: keySet })),
    ...credentials.map(({ file, configuration }) => ({
      file,
      purpose: purposeOf(configuration),
      set: configuration.keySet,
    })),
  ];
  return all.flatMap(({ file, purpose, set }) => (set === undefined ? [] : [{ file, purpose, set }]));
}
