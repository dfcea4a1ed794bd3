/**
 * `npm run lint`: Biome, the direction of the imports between rooms and folders (scripts/rooms.mjs), circles of imports
 * between files, what pure functions may not touch, the packages that each workspace declares, what may bypass the
 * tenant (scripts/tenant-access.mjs), and stilted phrases in documents, messages and comments (scripts/words.mjs).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { declarationFindings, versionFindings } from './declared-packages.mjs';
import { answerHelp } from './help.mjs';
import { importCircles } from './import-circles.mjs';
import { importedFiles, layerFindings, roomLines } from './layers.mjs';
import { bundled, elsewhere, otherVersions, packages, tools, unshipped } from './rooms.mjs';
import { install, root, run } from './setup.mjs';
import { missingFiles, tenantFindings } from './tenant-access.mjs';
import { readFiles, wordFindings } from './words.mjs';

answerHelp(import.meta.url);

/** Files below a folder that are neither compiled nor installed: `file` from the root folder, and `text`. */
function sources(folder, ending = /\.tsx?$/) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        ending.test(name) && !name.split(sep).some((part) => ['dist', 'site', 'bundle', 'node_modules'].includes(part)),
    )
    .map((name) => join(root, folder, name))
    .map((path) => ({ file: relative(root, path).split(sep).join('/'), text: readFileSync(path, 'utf8') }));
}

const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

/** `libs/shared` and the like; a pattern is expanded to its folders. */
function workspaces() {
  return manifestOf('').workspaces.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern];
    const parent = pattern.slice(0, -2);
    return readdirSync(join(root, parent)).map((name) => `${parent}/${name}`);
  });
}

function packageFindings() {
  const folders = workspaces();
  const of = (folder, files) => ({
    folder,
    manifest: manifestOf(folder),
    tools: tools[folder],
    shipped: Object.hasOwn(packages, folder) && ![...bundled, ...unshipped].includes(folder),
    sources: files
      .filter(({ file }) => !elsewhere.test(file))
      .map(({ file, text }) => ({ file: relative(folder, file).split(sep).join('/'), text })),
  });
  const given = [
    of('', sources('scripts', /\.mjs$/)),
    ...folders.map((folder) => of(folder, sources(folder, /\.(tsx?|mjs)$/))),
  ];
  const manifests = Object.fromEntries(given.map(({ folder, manifest }) => [folder, manifest]));
  return [...given.flatMap(declarationFindings), ...versionFindings(manifests, otherVersions)];
}

function accessFindings(files) {
  const missing = missingFiles(files.map(({ file }) => file));
  return [
    ...files.flatMap(({ file, text }) => tenantFindings(file, text).map((what) => `${file}: ${what}`)),
    ...missing.map((file) => `scripts/tenant-access.mjs: there is no ${file}`),
  ];
}

function circleFindings(files) {
  const imports = new Map(files.map(importedFiles).map(({ file, targets }) => [file, targets]));
  return importCircles(imports).map((circle) => `import each other, or a type: ${circle.join(', ')}`);
}

install();
run('biome', process.execPath, [join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome'), 'check', '.']);
const files = workspaces().flatMap((folder) => sources(folder));
const layers = files.flatMap(layerFindings);
const backward = layers.filter((finding) => finding.includes(': backward import: ')).length;
process.stdout.write(`${roomLines().join('\n')}\n${backward} backward imports\n`);
const findings = [
  ...layers,
  ...packageFindings(),
  ...accessFindings(files),
  ...circleFindings(files),
  ...wordFindings(readFiles()),
];
if (findings.length > 0) {
  process.stderr.write(`${findings.join('\n')}\n`);
  process.exit(1);
}
process.stdout.write('layers and packages: nothing found\n');
