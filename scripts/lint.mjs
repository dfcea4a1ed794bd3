/** `npm run lint`: Biome, and the rules of the layers that Biome doesn't know. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { install, root, run } from './setup.mjs';

const MOST_LINES = 400;

/** The one file that may import a package with a port of ours in front of it. */
const oneImporter = {
  undici: 'libs/shared/src/http/outbound.ts',
  opossum: 'services/webhook-dispatcher/src/lanes.ts',
  lmdb: 'libs/shared/src/store/embedded.ts',
  mongodb: 'libs/shared/src/store/mongo.ts',
  kafkajs: 'libs/shared/src/bus/kafka.ts',
  ioredis: 'libs/shared/src/cache/redis.ts',
};

/** The launchers of the engines are tested with the clients of the engines, as is each adapter. */
const LAUNCHERS = 'test/engines/';

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

function imports(text) {
  return [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, name]) => name);
}

function check(path) {
  const file = relative(root, path).split(sep).join('/');
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
    const importer = oneImporter[name];
    const ownTest = importer?.replace('/src/', '/test/').replace(/\.ts$/, '.engine.test.ts');
    const exempt = file === importer || file === ownTest || file.startsWith(LAUNCHERS);
    if (importer !== undefined && !exempt) found.push(`only ${importer} imports ${name}`);
  }
  return found.map((text) => `${file}: ${text}`);
}

install();
run('biome', process.execPath, [join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome'), 'check', '.']);
const findings = ['libs', 'services', 'test'].flatMap(sources).flatMap(check);
if (findings.length > 0) {
  process.stderr.write(`${findings.join('\n')}\n`);
  process.exit(1);
}
process.stdout.write('layers: nothing found\n');
