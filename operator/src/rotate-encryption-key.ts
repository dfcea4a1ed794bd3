/** `rotate-encryption-key`: creates the next key that wallets encrypt a tenant's credential requests to. */

import { rotateEncryptionKey } from '@countersign/issuer/keys/encryption-keys';
import { isoTime, systemClock } from '@countersign/shared/kernel/clock';
import { DEFAULT_TENANT, ID_PATTERN } from '@countersign/shared/kernel/identifiers';
import { silentLog } from '@countersign/shared/kernel/log';
import { withCommandData } from './data/command-data.ts';
import { knownTenant } from './data/known-tenant.ts';
import { type CommandRun, WrongArguments } from './process/command.ts';

/**
 * Writes the time at which the next key is used. While a key is waiting, that is its time, and no other is created.
 * @returns the exit code: 1 for an unknown tenant
 */
export async function runRotateEncryptionKey({ operands, switches, env, write, report }: CommandRun): Promise<0 | 1> {
  const changes = switches.has('yes');
  const [tenant = DEFAULT_TENANT] = operands;
  if (!ID_PATTERN.test(tenant)) throw new WrongArguments();
  return withCommandData({ env, report, changes }, async (data) => {
    if ((await knownTenant(data, tenant)) === undefined) {
      report(`There is no tenant ${tenant}: the store has no key for it, and CONFIG_FOLDER does not contain it\n`);
      return 1;
    }
    const { store, vaults } = data;
    const usedFrom = await rotateEncryptionKey({ store, vaults, clock: systemClock, log: silentLog }, tenant);
    write(`${changes ? '' : 'with --yes: '}the next key of ${tenant} is used from ${isoTime(usedFrom)}\n`);
    return 0;
  });
}
