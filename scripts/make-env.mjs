/**
 * `npm run make-env -- https://issuer.example.com`: writes `.env` for docker-compose.yml, with its own random secrets,
 * readable only by you. Without an address it is for a trial on this machine: http://localhost:3000,
 * NODE_ENV=development. An existing `.env` is not changed: data sealed with its MASTER_KEY can't be read without it.
 * `--file <path>` writes another file.
 */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { answerHelp } from './help.mjs';
import { root } from './setup.mjs';

answerHelp(import.meta.url);

const SECRETS = [
  'MASTER_KEY',
  'INTERNAL_SECRET',
  'AUTH_API_KEY',
  'AUTH_CLIENT_SECRET',
  'JWT_SECRET',
  'MONGODB_PASSWORD',
  'REDIS_PASSWORD',
];
/** Owner reads and writes. */
const MODE = 0o600;

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { file: { type: 'string' } } });
const [address, ...rest] = positionals;
if (rest.length > 0) fail('npm run make-env -- [https://address]');
const url = address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
const isPlain = url?.protocol === 'https:' && url.search === '' && url.hash === '' && url.username === '';
if (address !== undefined && !isPlain) {
  fail("Give the gateway's address as wallets see it: https://host or https://host/path");
}
const publicUrl = url === undefined ? 'http://localhost:3000' : (url.origin + url.pathname).replace(/\/+$/, '');
const lines = [
  '# Created by npm run make-env. Keep it secret and keep a copy: without MASTER_KEY stored keys and claims are lost.',
  `NODE_ENV=${url === undefined ? 'development' : 'production'}`,
  `PUBLIC_URL=${publicUrl}`,
  ...SECRETS.map((name) => `${name}=${randomBytes(32).toString('base64url')}`),
];
const file = resolve(values.file ?? resolve(root, '.env'));
try {
  // Fails if the file exists. Created unreadable for others, so that there is no moment in which they can read it.
  writeFileSync(file, `${lines.join('\n')}\n`, { flag: 'wx', mode: MODE });
} catch (error) {
  if (error.code !== 'EEXIST') throw error;
  fail(`${file} already exists and stays unchanged; move it away to create a new one`);
}
process.stdout.write(
  `${file} is written: ${SECRETS.length} secrets, PUBLIC_URL=${publicUrl}

Next:
  docker compose up -d --build
  curl -s http://127.0.0.1:3000/health
${url === undefined ? '' : `and a proxy that terminates TLS for ${url.host} in front of 127.0.0.1:3000; one on another machine must stand in TRUST_PROXY of .env\n`}`,
);
