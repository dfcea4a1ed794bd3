/**
 * `npm run lint`: Biome, the direction of the imports between rooms and folders (scripts/rooms.mjs), what pure functions may
 * not touch, and the packages that each workspace declares.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { answerHelp } from './help.mjs';
import { layerFindings, roomLines } from './layers.mjs';
import { install, root, run } from './setup.mjs';

answerHelp(import.meta.url);

function sources(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => name.endsWith('.ts') && !name.split(sep).some((part) => part === 'dist' || part === 'node_modules'),
    )
    .map((name) => join(root, folder, name))
    .map((path) => ({ file: relative(root, path).split(sep).join('/'), text: readFileSync(path, 'utf8') }));
}

install();
run('biome', process.execPath, [join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome'), 'check', '.']);
const findings = ['libs', 'services', 'operator', 'test', 'bench'].flatMap(sources).flatMap(layerFindings);
const backward = findings.filter((finding) => finding.includes(': backward import: ')).length;
process.stdout.write(`${roomLines().join('\n')}\n${backward} backward imports\n`);
if (findings.length > 0) {
  process.stderr.write(`${findings.join('\n')}\n`);
  process.exit(1);
}
process.stdout.write('layers: nothing found\n');
