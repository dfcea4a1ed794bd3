/** Parties of one intermediary never share a key: each request must prove which of them asks (ARF Reg_34a). */
import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { createRequirements } from '@countersign/shared/flow-config/tenant-profile';
import type { Clock } from '@countersign/shared/kernel/clock';
import { silentLog } from '@countersign/shared/kernel/log';
import { tenantFolder } from '@countersign/shared/kernel/versioned-file';
import { createOperatorKeys, keySets } from '@countersign/shared/keys/operator-keys';
import type { Settings } from '@countersign/shared/settings/settings';
import type { FileFinding } from './file-findings.ts';

interface Parties {
  readonly settings: Settings;
  readonly tenants: readonly string[];
  readonly clock: Clock;
}

interface RequestKey {
  readonly tenant: string;
  readonly file: string;
  /** The public key, however it is certified. */
  readonly key: string;
}

/** An error at each key that an earlier party has too. Only files are compared. */
export async function sharedPartyKeys(parties: Parties): Promise<readonly FileFinding[]> {
  const keys = (await Promise.all(partiesIn(parties).map((tenant) => requestKeys(parties, tenant)))).flat();
  return keys.flatMap(({ tenant, file, key }, index) => {
    const other = keys.slice(0, index).find((before) => before.key === key && before.tenant !== tenant);
    if (other === undefined) return [];
    return [{ file, pointer: '', detail: `The party ${other.tenant} has the same key: each party needs its own` }];
  });
}

function partiesIn({ settings, tenants }: Parties): readonly string[] {
  const requirementsOf = createRequirements({ settings, log: silentLog });
  return tenants.filter((tenant) => {
    try {
      return requirementsOf(tenant).registration.actsFor !== undefined;
    } catch {
      // The check of the folder reports a broken tenant.json.
      return false;
    }
  });
}

async function requestKeys({ settings, clock }: Parties, tenant: string): Promise<readonly RequestKey[]> {
  const find = createOperatorKeys({ configFolder: settings.CONFIG_FOLDER, clock });
  const sets = [undefined, ...keySets(settings.CONFIG_FOLDER, tenant)];
  const found = await Promise.all(
    sets.map(async (set) => {
      const key = await find(tenant, 'request', set).catch(() => undefined);
      const leaf = key?.x5c[0];
      if (leaf === undefined) return [];
      const file = join(tenantFolder(settings.CONFIG_FOLDER, tenant), 'keys', set ?? '', 'request.chain.pem');
      return [{ tenant, file, key: publicKeyIn(leaf) }];
    }),
  );
  return found.flat();
}

function publicKeyIn(leaf: string): string {
  const { publicKey } = new X509Certificate(Buffer.from(leaf, 'base64'));
  return publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
}
