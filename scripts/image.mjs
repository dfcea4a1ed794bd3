/**
 * `npm run image -- --base <OCI layout> --out <folder>`: builds the image of the commit that is checked out, from a clean copy
 * of it, without a container engine: `<folder>/image` (an OCI layout), `sbom.cdx.json` (CycloneDX), `provenance.json` (in-toto,
 * SLSA). The same commit, base and Node result in the same digest. The base is that of the Dockerfile:
 * `skopeo copy docker://docker.io/library/node:24.21.0-bookworm-slim oci:base`. A folder that exists is not written to.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { answerHelp } from './help.mjs';
import { layerOf } from './image-layer.mjs';
import { billOfMaterials, provenance } from './image-papers.mjs';
import { runConfig, sha256, writeLayout } from './oci-layout.mjs';
import { root, run } from './setup.mjs';

answerHelp(import.meta.url);

const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr.trim()}`);
  return stdout.trim();
}

/** A clean copy of the commit, installed and compiled: uncommitted files do not get into the image. */
function cleanCopy(revision) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-release-'));
  git('clone', '--quiet', '--no-checkout', root, folder);
  const at = (...args) => run(args.slice(0, 2).join(' '), args[0], args.slice(1), { cwd: folder });
  at('git', '-c', 'advice.detachedHead=false', 'checkout', '--quiet', revision);
  at('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
  at(process.execPath, 'scripts/setup.mjs', '--build');
  return folder;
}

async function build({ base, out }) {
  const revision = git('rev-parse', 'HEAD');
  const time = Number(git('log', '-1', '--format=%ct'));
  const copy = cleanCopy(revision);
  try {
    const { version } = JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8'));
    const { imageFolder } = await import(join(copy, 'test/dist/deploy/image-folder.js'));
    const files = imageFolder();
    const { layer, packages } = layerOf(files, time);
    rmSync(files, { recursive: true, force: true });
    const platform = { os: 'linux', architecture: ARCHITECTURES[process.arch] ?? process.arch };
    const dockerfile = readFileSync(join(copy, 'Dockerfile'), 'utf8');
    const common = { time, version, revision };
    const image = writeLayout({
      ...common,
      out: join(out, 'image'),
      base,
      platform,
      layer,
      run: runConfig(dockerfile),
    });
    const lock = JSON.parse(readFileSync(join(copy, 'package-lock.json'), 'utf8'));
    const bill = JSON.stringify(billOfMaterials({ ...common, lock, paths: packages }), null, 2);
    writeFileSync(join(out, 'sbom.cdx.json'), bill);
    const paper = provenance({ ...common, ...image, bill: sha256(bill), node: process.versions.node });
    writeFileSync(join(out, 'provenance.json'), JSON.stringify(paper, null, 2));
    process.stdout.write(`countersign:${version} ${image.digest}\n`);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

try {
  const { values } = parseArgs({ options: { base: { type: 'string' }, out: { type: 'string' } } });
  if (values.base === undefined || values.out === undefined)
    throw new Error('npm run image -- --base <OCI layout> --out <folder>');
  const [base, out] = [resolve(values.base), resolve(values.out)];
  if (!existsSync(join(base, 'index.json'))) throw new Error(`${base} is no OCI layout`);
  if (existsSync(out)) throw new Error(`${out} is there already`);
  mkdirSync(out, { recursive: true });
  await build({ base, out });
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
