/** `account-keys`: replaces the key of a tenant's account at each authority in acme.json (RFC 8555, 7.3.5). */
import { type ReplacedAccountKey, replaceAccountKeys } from '@countersign/european-trust/acme/account-rollover';
import { createAcmeAccounts } from '@countersign/european-trust/acme/acme-accounts';
import { createAcmeCertificates, directoriesOf } from '@countersign/european-trust/acme/acme-certificates';
import { createOutbound, type Outbound } from '@countersign/shared/http/outbound';
import { DEFAULT_TENANT, ID_PATTERN } from '@countersign/shared/kernel/identifiers';
import { silentLog } from '@countersign/shared/kernel/log';
import type { Settings } from '@countersign/shared/settings/settings';
import { type CommandData, withCommandData } from './data/command-data.ts';
import { knownTenant } from './data/known-tenant.ts';
import { type CommandRun, UNCHANGED, WrongArguments } from './process/command.ts';

type OutboundOf = (settings: Settings) => Outbound;

export function runAccountKeys(run: CommandRun): Promise<0 | 1> {
  return replaceKeys(run, ({ OUTBOUND_ALLOW }) => createOutbound({ allow: OUTBOUND_ALLOW }));
}

/**
 * Prints one line per authority: its directory, the outcome, and the reason of a failure. Without `--yes` no authority
 * is contacted.
 * @returns the exit code: 1 if a key was not replaced, the tenant has no authority, or `--yes` is missing
 */
export async function replaceKeys(run: CommandRun, outboundOf: OutboundOf): Promise<0 | 1> {
  const { operands, switches, env, report } = run;
  const [tenant = DEFAULT_TENANT] = operands;
  if (!ID_PATTERN.test(tenant)) throw new WrongArguments();
  return withCommandData({ env, report, changes: switches.has('yes') }, async (data) => {
    if ((await knownTenant(data, tenant)) === undefined) {
      report(`There is no tenant ${tenant}: the store has no key for it, and CONFIG_FOLDER does not contain it\n`);
      return 1;
    }
    const directories = directoriesOf(createAcmeCertificates({ settings: data.settings, log: silentLog })(tenant));
    if (directories.length === 0) {
      report(`acme.json of ${tenant} is missing, lists no certificate, or has an error that check-config shows\n`);
      return 1;
    }
    return replaceIn(run, data, { tenant, directories, outboundOf });
  });
}

interface Replacing {
  readonly tenant: string;
  readonly directories: readonly string[];
  readonly outboundOf: OutboundOf;
}

async function replaceIn(
  { switches, write, report, clock }: CommandRun,
  { store, vaults, settings }: CommandData,
  { tenant, directories, outboundOf }: Replacing,
): Promise<0 | 1> {
  const accounts = createAcmeAccounts({ store, vaults, clock });
  if (switches.has('yes')) {
    const parts = { accounts, outbound: outboundOf(settings), clock };
    const replaced = await replaceAccountKeys(parts, tenant, directories);
    for (const one of replaced) write(`${lineOf(one)}\n`);
    return replaced.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
  }
  for (const directory of directories) {
    const { url } = await accounts.of(tenant, directory);
    write(`${directory} ${url === undefined ? 'no_account' : 'would be replaced'}\n`);
  }
  report(UNCHANGED);
  return 1;
}

function lineOf({ directory, outcome, reason, explanation, hint }: ReplacedAccountKey): string {
  return [directory, outcome, ...(reason === undefined ? [] : [`${reason}: ${explanation} ${hint}`])].join(' ');
}
