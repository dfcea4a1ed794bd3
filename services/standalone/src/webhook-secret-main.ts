/** `webhook-secret`: the secret that signs the webhooks of a tenant which have no `signingSecret` of their own. */
import { secretText } from '@countersign/shared/http/webhook-config';
import { ID_PATTERN } from '@countersign/shared/identifiers';
import { type CommandRun, usageOf } from '@countersign/shared/runtime/command';
import { tenantSecret } from '@countersign/webhook-dispatcher/tenant-secret';
import { runBesideServer } from './beside-server.ts';

/**
 * Writes the secret of the tenant that the argument names, else of `default`, that of variant A. It stays the same as
 * long as the data is kept.
 * @returns the exit code: 1 refused or failed
 */
export async function runWebhookSecret({ args, env, write, tell }: CommandRun): Promise<0 | 1> {
  const [tenant = 'default', ...more] = args;
  if (!ID_PATTERN.test(tenant) || more.length > 0) {
    tell(usageOf('webhook-secret', '<tenant>'));
    return 1;
  }
  return runBesideServer({ env, tell }, async ({ vaults }) => {
    write(`${secretText(tenantSecret(await vaults.of(tenant)))}\n`);
    return 0;
  });
}
