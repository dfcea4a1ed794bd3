/** The operator's commands, one row each: `npm run operator -- NAME` in a checkout, `run.mjs NAME` in the image. */
import type { RunCommand } from './process/command.ts';

export interface Command {
  /** One line, for the list of all commands. */
  readonly summary: string;
  /** The arguments in the usage text; '' without arguments. */
  readonly words: string;
  /** Fewest and most operands. */
  readonly operands: readonly [number, number];
  /** Options without a value. */
  readonly switches?: readonly string[];
  /** Options with a value. They may be repeated. */
  readonly values?: readonly string[];
  /** What it does, with which data, and what `--yes` changes. The last line has no line break. */
  readonly help: string;
  /** Written before the usage if the arguments are wrong. */
  readonly refusal?: string;
  /** Loads the command when it runs, so that no command loads another's packages. */
  load(): Promise<RunCommand>;
}

export const commands: Readonly<Record<string, Command>> = {
  provision: {
    summary: 'creates the missing MongoDB indexes, first data keys and Kafka topics',
    words: '',
    operands: [0, 0],
    help: `Creates what is missing in MONGODB_URL's database (indexes, the first data keys) and on KAFKA_BROKERS (topics).
It removes and changes nothing that exists, and runs unattended at each deployment, so it needs no --yes.`,
    load: async () => (await import('./provision.ts')).runProvision,
  },
  'dead-letters': {
    summary: 'shows the events that a service could not handle, and puts them back',
    words: 'list | replay [id] [--yes]',
    operands: [1, 2],
    switches: ['yes'],
    help: `Shows the events that a service could not handle, one line of JSON each, and puts one or all back into their outboxes.
It uses the store at MONGODB_URL if set, otherwise the running cluster's or the embedded store in DATA_FOLDER.
replay needs --yes; without it each outcome is reported and nothing changes.`,
    load: async () => (await import('./dead-letters.ts')).runDeadLetters,
  },
  'webhook-secret': {
    summary: "prints the secret that signs a tenant's webhooks",
    words: '[tenant] [--yes]',
    operands: [0, 1],
    switches: ['yes'],
    help: `Prints the secret that signs a tenant's webhooks. Default: "default", the tenant in variant A.
It reads the store at MONGODB_URL if set, otherwise the running cluster's or the embedded store in DATA_FOLDER.
--yes creates the key of a configured tenant that lacks one. Without it, nothing is changed.`,
    load: async () => (await import('./webhook-secret.ts')).runWebhookSecret,
  },
  'rotate-encryption-key': {
    summary: "creates the next key for encrypting a tenant's credential requests",
    words: '[tenant] [--yes]',
    operands: [0, 1],
    switches: ['yes'],
    help: `Creates the next key for encrypting a tenant's credential requests (default: "default", the tenant in variant A), even while
the services run. It is published within a minute and used ten minutes later; the previous key is accepted for another 48 hours, then erased.
It uses the store at MONGODB_URL if set, otherwise the running cluster's or the embedded store in DATA_FOLDER.
--yes stores the key; without it nothing is changed.`,
    load: async () => (await import('./rotate-encryption-key.ts')).runRotateEncryptionKey,
  },
  'account-keys': {
    summary: "replaces the keys of a tenant's accounts at certificate authorities",
    words: '[tenant] [--yes]',
    operands: [0, 1],
    switches: ['yes'],
    help: `Replaces the key of a tenant's account (default: "default", the tenant in variant A) at each authority in its acme.json, even
while the services run. Certificates and open orders stay. If the output shows failed, run it again, which finishes what was begun.
It uses the store at MONGODB_URL if set, otherwise the running cluster's or the embedded store in DATA_FOLDER, and needs the
issuer's OUTBOUND_ALLOW. --yes replaces the keys; without it no authority is contacted and nothing is changed.`,
    load: async () => (await import('./account-keys.ts')).runAccountKeys,
  },
  'check-config': {
    summary: 'prints every error in the configuration folder, with file, line and column',
    words: '[folder]',
    operands: [0, 1],
    help: `Reads the configuration folder (CONFIG_FOLDER, or the argument) as the services read it, all tenants, and prints every problem:
file, line, column, JSON pointer, and the accepted values. Exit code 1 if there is an error. It changes nothing and needs no server.`,
    load: async () => (await import('./check-config.ts')).runCheckConfig,
  },
  config: {
    summary: 'compares a bundle of configurations with a running server, and applies it',
    words:
      'plan | diff | apply <file> [--url <address>] [--json] [--adopt] [--generation <number>] [--out <file>] [--plan <file>]',
    operands: [2, 2],
    switches: ['json', 'adopt'],
    values: ['url', 'generation', 'out', 'plan'],
    help: `Compares a bundle of configurations with what a running server has, through the management API. plan lists what would be
created, changed and deleted, diff shows each member that differs, and both change nothing. apply writes all of it or nothing.
Only objects that belong to the bundle are changed or deleted. --adopt takes over objects that belong to no bundle.
--out keeps the plan, and apply --plan refuses to apply anything else. \${NAME} in the bundle is a variable of the environment.
--url is the server (default PUBLIC_URL, otherwise http://localhost:3000). It signs in with AUTH_API_KEY, or with AUTH_CLIENT_ID and
AUTH_CLIENT_SECRET. Exit code: 0 nothing to do, or applied; 2 changes; 1 an error; 3 the plan is stale.
See docs/how-to/config-as-code.md.`,
    load: async () => (await import('./config.ts')).runConfig,
  },
  scheme: {
    summary: 'imports an attestation scheme of the European catalogue into a running server, and exports one',
    words: 'plan | import <file> | export <id> [--url <address>] [--json] [--out <file>]',
    operands: [2, 2],
    switches: ['json'],
    values: ['url', 'out'],
    help: `Turns an attestation scheme (TS11) into a credential configuration of a running server, through the management API. plan shows
what would be stored and which members a configuration can't express, and changes nothing. import stores it. export writes a
configuration as a scheme, with --out into a file, and lists what the catalogue requires and it lacks. The file has the members of
POST /attestation-schemes/import; scheme and schema may name files in its folder. --url and the credential are those of config.
Exit code: 0 nothing to do, imported, or a complete export; 2 plan found a change; 1 an error, or an incomplete export.
See docs/how-to/attestation-schemes.md.`,
    load: async () => (await import('./scheme.ts')).runScheme,
  },
  'hash-secret': {
    summary: 'hashes a client secret for clients.json, or generates one',
    words: '',
    operands: [0, 0],
    help: `Reads a client secret from standard input, or generates one if there is none, and prints the hash for "secret_scrypt"
of clients.json. It acts on no store and changes nothing.`,
    // A secret as an argument would be kept in the shell's history.
    refusal: 'A secret is read from standard input, not from an argument. Without one it is generated.',
    load: async () => (await import('./hash-secret.ts')).runHashSecret,
  },
  backup: {
    summary: 'copies the embedded store, even while the server runs',
    words: '<folder>',
    operands: [1, 1],
    help: `Copies the embedded store of DATA_FOLDER into a new folder, even while the server runs. It changes no existing data,
so it needs no --yes; secrets are not copied. See docs/how-to/restore.md.`,
    load: async () => (await import('./backup.ts')).runBackup,
  },
  'after-restore': {
    summary: 'prepares a store restored from a backup, before the services start',
    words: '[--audit <file, or - for standard input>]... [--keep-offers] [--yes]',
    operands: [0, 0],
    switches: ['keep-offers', 'yes'],
    values: ['audit'],
    help: `Prepares a store restored from a backup, before the services start: closes status lists, ends codes, tokens and requests
that wallets could use twice, and replays the lines of AUDIT_FILE. It uses the database at MONGODB_URL if it is set,
otherwise DATA_FOLDER, which no server may have open. Without --yes it only prints what it would do.
--keep-offers leaves offers, tokens and presentation requests open. See docs/how-to/restore.md.`,
    load: async () => (await import('./after-restore/command.ts')).runAfterRestore,
  },
};
