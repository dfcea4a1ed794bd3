/** `npm run lint`: Biome, and the rules of the layers that Biome doesn't know. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { answerHelp } from './help.mjs';
import { install, root, run } from './setup.mjs';
import { missingFiles, tenantFindings } from './tenant-access.mjs';

answerHelp(import.meta.url);

const MOST_LINES = 400;

/** The files that may import a package with a port of ours in front of it. */
const importers = {
  undici: ['libs/shared/src/http/outbound.ts', 'libs/shared/src/http/upstream.ts'],
  opossum: ['libs/shared/src/http/upstream.ts', 'services/webhook-dispatcher/src/lanes.ts'],
  lmdb: ['libs/shared/src/store/lmdb/embedded.ts'],
  mongodb: ['libs/shared/src/store/mongo/store.ts'],
  kafkajs: ['libs/shared/src/bus/kafka'],
  ioredis: ['libs/shared/src/cache/redis/cache.ts'],
};

/** What a pure function may not touch: I/O, the clock, randomness, the process. */
const impure =
  /from 'node:(?!crypto'|zlib'|buffer')|\b(Date\.now|Math\.random|randomBytes|randomUUID|randomInt)\b|\bnew Date\(\)|\bprocess\.|\b(systemClock|systemRandom)\b/;

function sources(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => name.endsWith('.ts') && !name.split(sep).some((part) => part === 'dist' || part === 'node_modules'),
    )
    .map((name) => join(root, folder, name));
}

function fromRoot(path) {
  return relative(root, path).split(sep).join('/');
}

function imports(text) {
  return [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, name]) => name);
}

function check(path) {
  const file = fromRoot(path);
  const text = readFileSync(path, 'utf8');
  const found = [];
  const lines = text.split('\n').length - 1;
  if (lines > MOST_LINES) found.push(`${lines} lines; ${MOST_LINES} is the limit`);
  if (/\/(utils|helpers|manager|index)\.ts$/.test(file)) found.push('a file is named after what it does');
  const source = file.includes('/src/');
  if (source && file.includes('/protocol/')) {
    const hit = impure.exec(text);
    if (hit) found.push(`protocol/ is pure: ${hit[0]}`);
    for (const name of imports(text)) {
      if (name.startsWith('../')) found.push(`protocol/ imports nothing of its service: ${name}`);
    }
  }
  for (const name of imports(text)) {
    const service = /^services\/([^/]+)\//.exec(file)?.[1];
    const other = /^@countersign\/([^/]+)/.exec(name)?.[1];
    if (file.startsWith('libs/') && other !== undefined) found.push(`libs/shared knows no service: ${name}`);
    if (source && service !== undefined && service !== 'standalone' && other !== undefined && other !== 'shared') {
      found.push(`services call each other by operations only: ${name}`);
    }
    const allowed = importers[name];
    // Tests may look at an engine past our port.
    if (source && allowed !== undefined && !allowed.some((path) => file === path || file.startsWith(`${path}/`))) {
      found.push(`only ${allowed.join(', ')} imports ${name}`);
    }
  }
  found.push(...tenantFindings(file, text));
  return found.map((text) => `${file}: ${text}`);
}

install();
run('biome', process.execPath, [join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome'), 'check', '.']);
const files = ['libs', 'services', 'operator', 'test'].flatMap(sources);
const findings = files.flatMap(check);
for (const file of missingFiles(files.map(fromRoot))) findings.push(`scripts/tenant-access.mjs: there is no ${file}`);
if (findings.length > 0) {
  process.stderr.write(`${findings.join('\n')}\n`);
  process.exit(1);
}
process.stdout.write('layers: nothing found\n');
