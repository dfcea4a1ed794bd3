/**
 * `npm run pkcs11 -- [FOLDER]`: installs and compiles pkcs11js for `SIGNER=pkcs11`, pinned by
 * deploy/pkcs11/package-lock.json. Default folder: `~/.cache/countersign/pkcs11`; PKCS11_BINDING tells the services.
 * Needs Python 3, make and a C++ compiler; Node's headers come with Node.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { answerHelp } from './help.mjs';

answerHelp(import.meta.url);

const root = resolve(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? join(homedir(), '.cache/countersign/pkcs11'));
mkdirSync(folder, { recursive: true });
for (const file of ['package.json', 'package-lock.json'])
  copyFileSync(join(root, 'deploy/pkcs11', file), join(folder, file));
npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {});
// Archives and images of Node have its headers next to it; Debian's are in /usr. Without either node-gyp would download
// them.
const places = [dirname(dirname(process.execPath)), '/usr', '/usr/local'];
const headers = places.find((place) => existsSync(join(place, 'include/node/node.h')));
npm(['rebuild', '--foreground-scripts', 'pkcs11js'], headers === undefined ? {} : { npm_config_nodedir: headers });
const compiled = join(folder, 'node_modules/pkcs11js/build/Release/pkcs11.node');
if (!existsSync(compiled)) fail(`${compiled} was not created`);
process.stdout.write(`PKCS11_BINDING=${folder}\n`);

/** npm compiles a package with a binding.gyp automatically, unless an option has it ignore scripts. */
function npm(args, more) {
  const env = { ...process.env, npm_config_ignore_scripts: undefined, ...more };
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, env, encoding: 'utf8' });
  if (status !== 0) fail(`npm ${args[0]} failed: ${stderr.trim().split('\n').slice(-5).join(' | ')}`);
}

function fail(why) {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
