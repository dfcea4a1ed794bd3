/** The operator's commands through the image's entry, with only the image's files. */
import assert from 'node:assert/strict';
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { keepDeadLetters, operatorData } from '@countersign/operator/test/operator-data';
import type { Environment } from '@countersign/shared/settings/read-settings';
import { ROOT } from '../cluster/cluster-processes.ts';
import { createChildServer, freePort } from '../support/child-server.ts';
import { SAMPLES } from '../support/samples.ts';
import { imageFolder } from './image-folder.ts';

const COMMANDS = [
  'provision',
  'dead-letters',
  'webhook-secret',
  'check-config',
  'hash-secret',
  'backup',
  'after-restore',
];

/** What a command prints about the place that it acts on. */
const ONE_LINE = /^((on|from) the embedded store in .*\n)?$/;

describe('run.mjs with a command', () => {
  let folder = '';
  before(() => {
    folder = imageFolder();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const run = (args: readonly string[], env: Environment = {}, input = ''): SpawnSyncReturns<string> => {
    const done = spawnSync(process.execPath, [join(folder, 'run.mjs'), ...args], {
      cwd: folder,
      encoding: 'utf8',
      input,
      // Nothing of the environment of the tests: NODE_PATH, MONGODB_URL.
      env: { ...env },
    });
    assert.doesNotMatch(done.stderr, /\n\s+at |ERR_MODULE_NOT_FOUND/);
    return done;
  };
  /** Its output, if it succeeds. */
  const outputOf = (args: readonly string[], env: Environment = {}, input = ''): string => {
    const { status, stdout, stderr } = run(args, env, input);
    assert.equal(status, 0, stderr);
    // The place that it acts on, and what a backup can't bring back: nothing else is printed on success.
    const said =
      args[0] === 'backup' && args[1] !== '--help'
        ? /^from the embedded store in .*\nAUDIT_FILE is not set: .*\n$/
        : ONE_LINE;
    assert.match(stderr, said);
    return stdout;
  };
  const dataOf = async (t: TestContext) => {
    const data = await operatorData(t);
    return { ...data, letters: await keepDeadLetters(data) };
  };

  it('has the files of the image, without development packages, scripts and modules', () => {
    const development = ['scripts', 'test', 'node_modules/typescript', 'node_modules/fast-check', 'libs/shared/src'];
    for (const name of [...development, 'libs', 'operator']) {
      assert.equal(existsSync(join(folder, name)), false, name);
    }
    assert.ok(existsSync(join(folder, 'node_modules/mongodb/package.json')));
  });

  /** The response of an image's server to a dry run. */
  const dryRunIn = async (t: TestContext, image: string): Promise<Record<string, unknown>> => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const key = 'image-test-api-key-0123456789abcdef';
    const own = { PORT: String(port), PUBLIC_URL: url, CONFIG_FOLDER: SAMPLES, AUTH_API_KEY: key };
    const env = { ...own, DATA_FOLDER: join(image, 'data'), DRY_RUN: 'on' };
    const server = createChildServer({ main: join(image, 'bundle', 'standalone.js'), folder: image, url, env });
    t.after(() => server.close());
    await server.start();
    const headers = { 'x-api-key': key };
    const answered = await fetch(`${url}/issuer-management/pid/dry-run`, { method: 'POST', headers });
    return (await answered.json()) as Record<string, unknown>;
  };

  it('has the synthetic wallet only if it is built with it, and the server says so', async (t) => {
    assert.equal((await dryRunIn(t, folder)).detail, 'Dry runs are not installed on this server');
    const withWallet = imageFolder({ dryRun: true });
    t.after(() => rmSync(withWallet, { recursive: true, force: true }));
    assert.equal((await dryRunIn(t, withWallet)).outcome, 'accepted');
  });

  it('dead-letters lists and replays', async (t) => {
    const { env, letters } = await dataOf(t);
    const lines = outputOf(['dead-letters', 'list'], env).trim().split('\n');
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { id: string }).id),
      letters,
    );
    assert.equal(outputOf(['dead-letters', 'replay', letters[0], '--yes'], env), `${letters[0]} replayed\n`);
  });

  it('webhook-secret shows the same each time', async (t) => {
    const { env } = await dataOf(t);
    const secret = outputOf(['webhook-secret', 'default', '--yes'], env);
    assert.match(secret, /^whsec_\S{44}\n$/);
    assert.equal(outputOf(['webhook-secret', 'default'], env), secret);
  });

  it('hash-secret reads standard input', () => {
    assert.match(outputOf(['hash-secret'], {}, 'given\n'), /^secret_scrypt {2}scrypt\$16384\$8\$1\$\S+\n$/);
    assert.match(outputOf(['hash-secret']), /^secret {9}\S{43}\nsecret_scrypt {2}scrypt\$/);
  });

  it('backup copies, and after-restore works on the copy, with its exit codes', async (t) => {
    const { env, folder: data } = await dataOf(t);
    const target = join(data, '..', 'backup');
    assert.equal(outputOf(['backup', target], env), `backed up to ${target}\n`);
    assert.deepEqual(readdirSync(target), ['store']);
    const restored = { ...env, DATA_FOLDER: target };
    assert.match(outputOf(['after-restore', '--yes'], restored), /^done: the services may start$/m);
    const audit = join(data, 'audit.jsonl');
    writeFileSync(audit, '{"id":"half');
    const incomplete = run(['after-restore', '--yes', '--audit', audit], restored);
    assert.deepEqual([incomplete.status, incomplete.stderr], [2, '']);
    assert.match(incomplete.stdout, /^not an audit record: .*audit\.jsonl:1$/m);
  });

  it('wrong arguments: the usage, and exit code 1', () => {
    const wrong = [
      ['provision', 'now'],
      ['dead-letters'],
      ['dead-letters', 'show'],
      ['webhook-secret', 'a/b'],
      ['check-config', '--what'],
      ['hash-secret', 'CANARY'],
      ['backup'],
      ['after-restore', '--what'],
    ];
    for (const args of wrong) {
      const { status, stdout, stderr } = run(args);
      assert.equal(status, 1, args.join(' '));
      assert.match(stdout + stderr, new RegExp(`in a container: node /app/run\\.mjs ${args[0]}`));
      assert.doesNotMatch(stdout + stderr, /CANARY/);
    }
    assert.deepEqual([...new Set(wrong.map(([name]) => name))], COMMANDS);
  });

  it('without data, or without its database, it fails in words: no stack, no password', () => {
    const DATA_FOLDER = join(folder, 'nowhere');
    const away = { MONGODB_URL: 'mongodb://u:CANARY@127.0.0.1:1', MONGODB_TIMEOUT: '300', MASTER_KEY: 'k'.repeat(43) };
    for (const args of [
      ['dead-letters', 'list'],
      ['webhook-secret', 'default'],
      ['after-restore', '--yes'],
    ]) {
      for (const [env, why] of [
        [{ DATA_FOLDER }, /There is no store in .*nowhere/],
        [{ ...away, AUTH_API_KEY: 'image-test-api-key-0123456789abcdef' }, /database unavailable/],
      ] as const) {
        const { status, stdout, stderr } = run(args, env);
        assert.equal(status, 1, args.join(' '));
        assert.match(stdout + stderr, why);
        assert.doesNotMatch(stdout + stderr, /CANARY/);
      }
    }
  });

  it('an unknown argument: services and commands are listed, exit code 64', () => {
    for (const args of [[], ['dead-letter'], ['constructor'], ['gateway', 'list'], ['gateway', '--help']]) {
      const { status, stdout, stderr } = run(args);
      assert.deepEqual([status, stdout], [64, '']);
      assert.match(stderr, /^Give one of: gateway, .*, standalone\nor a command with its arguments: .*\n--help .*\n$/);
      for (const name of COMMANDS) assert.ok(stderr.includes(name), name);
    }
  });

  it('--help lists services and commands and describes each command; nothing is opened', () => {
    assert.match(outputOf(['--help']), /^Give one of: gateway, /);
    for (const name of COMMANDS) {
      assert.match(
        outputOf([name, '--help']),
        new RegExp(`\\n\\nusage: npm run operator -- ${name}\\b.*\\nin a container: `),
        name,
      );
    }
  });

  it('each command is one of npm too', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
    for (const name of COMMANDS) assert.ok(Object.hasOwn(scripts, name), name);
  });
});
