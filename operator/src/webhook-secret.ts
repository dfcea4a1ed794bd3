/** `webhook-secret`: the secret that signs a tenant's webhooks without their own `signingSecret`. */
import { secretText } from '@countersign/shared/flow-config/webhook-config';
import { systemClock } from '@countersign/shared/kernel/clock';
import { DEFAULT_TENANT, ID_PATTERN } from '@countersign/shared/kernel/identifiers';
import { tenantSecrets } from '@countersign/webhook-dispatcher/sending/tenant-secret';
import { withCommandData } from './data/command-data.ts';
import { knownTenant } from './data/known-tenant.ts';
import { type CommandRun, WrongArguments } from './process/command.ts';

/**
 * Writes the secret of the tenant in the argument; default: `default`, variant A's tenant. It stays the same until it
 * is changed, or the data is lost.
 * @returns the exit code: 1 refused or failed, or the tenant is unknown
 */
export async function runWebhookSecret({ operands, switches, env, write, report }: CommandRun): Promise<0 | 1> {
  const yes = switches.has('yes');
  const [tenant = DEFAULT_TENANT] = operands;
  if (!ID_PATTERN.test(tenant)) throw new WrongArguments();
  return withCommandData({ env, report, changes: yes }, async (data) => {
    const known = await knownTenant(data, tenant);
    if (known === 'keyed' || (known === 'configured' && yes)) {
      const { present } = await tenantSecrets(data, tenant, systemClock());
      write(`${secretText(present)}\n`);
      return 0;
    }
    if (known === undefined) {
      report(`There is no tenant ${tenant}: the store has no key for it, and CONFIG_FOLDER does not contain it\n`);
    } else {
      report(`The tenant ${tenant} has no key yet: its first offer or request creates it, or --yes does now\n`);
    }
    return 1;
  });
}
