/** The image: every byte follows from the files, the base and the time, and its papers name what is in it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ROOT } from '../cluster/cluster-processes.ts';

const load = (name: string) => import(pathToFileURL(join(ROOT, 'scripts', name)).href);
const { tarOf } = await load('tar.mjs');
const { layerOf } = await load('image-layer.mjs');
const { readLayout, runConfig, sha256, writeLayout } = await load('oci-layout.mjs');
const { billOfMaterials, provenance } = await load('image-papers.mjs');

const platform = { os: 'linux', architecture: 'amd64' };
const LONG = `node_modules/${'a-long-name-'.repeat(9)}/package.json`;

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-image-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Files as `imageFolder` lays them out. @param seconds of their times, which must not matter */
function files(t: TestContext, seconds: number): string {
  const folder = folderOf(t);
  const texts = {
    'run.mjs': 'run',
    'node_modules/ajv/package.json': '{}',
    'libs/shared/package.json': '{}',
    [LONG]: '{}',
  };
  const names = Object.keys(texts);
  for (const name of seconds % 2 === 0 ? names : names.reverse()) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), texts[name as keyof typeof texts] ?? '');
    utimesSync(join(folder, name), seconds, seconds);
  }
  mkdirSync(join(folder, 'node_modules/@countersign'));
  symlinkSync('../../libs/shared', join(folder, 'node_modules/@countersign/shared'));
  return folder;
}

/** A base of one layer, as `skopeo copy` leaves it. */
function baseOf(t: TestContext, architecture = 'amd64'): string {
  const folder = folderOf(t);
  mkdirSync(join(folder, 'blobs/sha256'), { recursive: true });
  const write = (bytes: Buffer) => {
    writeFileSync(join(folder, 'blobs/sha256', sha256(bytes).slice(7)), bytes);
    return { digest: sha256(bytes), size: bytes.length };
  };
  const layer = tarOf([{ path: 'base', content: Buffer.from('base'), mode: 0o644 }], 1);
  const config = { architecture, os: 'linux', config: { Env: ['PATH=/bin', 'NODE_ENV=none'], User: 'root' } };
  const rootfs = { type: 'layers', diff_ids: [sha256(layer)] };
  const manifest = {
    config: write(Buffer.from(JSON.stringify({ ...config, rootfs }))),
    layers: [write(gzipSync(layer))],
  };
  const descriptor = write(Buffer.from(JSON.stringify(manifest)));
  writeFileSync(join(folder, 'index.json'), JSON.stringify({ manifests: [descriptor] }));
  return folder;
}

test('tar: files, folders, links and long names, as tar itself reads them', (t) => {
  const folder = folderOf(t);
  const { layer, packages } = layerOf(files(t, 10), 1_700_000_000);
  writeFileSync(join(folder, 'layer.tar'), layer);
  execFileSync('tar', ['--extract', '--file', 'layer.tar'], { cwd: folder });
  assert.equal(readFileSync(join(folder, 'app', LONG), 'utf8'), '{}');
  assert.equal(readFileSync(join(folder, 'app/node_modules/@countersign/shared/package.json'), 'utf8'), '{}');
  const listed = execFileSync('tar', ['--list', '--verbose', '--numeric-owner', '--utc', '--file', 'layer.tar'], {
    ...{ cwd: folder, encoding: 'utf8' },
  });
  assert.match(listed, /^drwx------ 10001\/10001 +0 2023-11-14 22:13 data\/$/m);
  assert.match(listed, /^-rw-r--r-- 0\/0 +3 2023-11-14 22:13 app\/run\.mjs$/m);
  assert.deepEqual([...packages].sort(), ['node_modules/ajv', dirname(LONG)].sort());
});

test('two builds at different times from files in another order have one digest; another byte has another', (t) => {
  const base = baseOf(t);
  const run = runConfig(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
  const build = (seconds: number, time = 1_700_000_000, revision = 'abc') => {
    const { layer } = layerOf(files(t, seconds), time);
    return writeLayout({
      out: join(folderOf(t), 'image'),
      base,
      platform,
      layer,
      time,
      run,
      version: '0.1.0',
      revision,
    });
  };
  assert.deepEqual(build(10), build(21));
  assert.notEqual(build(10).digest, build(10, 1_700_000_001).digest);
  assert.notEqual(build(10).digest, build(10, 1_700_000_000, 'abd').digest);
});

test('the layout is read back: base and own layer, the instructions of the Dockerfile, every blob under its digest', (t) => {
  const [base, out] = [baseOf(t), join(folderOf(t), 'image')];
  const { layer } = layerOf(files(t, 10), 1);
  const run = runConfig(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
  const written = writeLayout({ out, base, platform, layer, time: 1, run, version: '0.1.0', revision: 'abc' });
  const { digest, manifest, config } = readLayout(out, platform);
  assert.equal(digest, written.digest);
  assert.equal(manifest.annotations['org.opencontainers.image.base.digest'], written.base);
  const own = readFileSync(join(out, 'blobs/sha256', manifest.layers[1].digest.slice(7)));
  assert.deepEqual([config.rootfs.diff_ids.length, config.rootfs.diff_ids[1]], [2, sha256(gunzipSync(own))]);
  assert.deepEqual(config.config.Entrypoint, ['node', '/app/run.mjs']);
  assert.deepEqual([config.config.User, config.config.WorkingDir], ['10001:10001', '/app']);
  assert.deepEqual(config.config.Cmd, ['standalone']);
  assert.deepEqual(config.config.Env.slice(0, 2), ['PATH=/bin', 'NODE_ENV=production']);
  assert.deepEqual(Object.keys(config.config.ExposedPorts).length, 5);
  assert.deepEqual(config.config.Healthcheck.Test, ['CMD', 'node', '/app/health.mjs']);
  for (const name of readdirSync(join(out, 'blobs/sha256'))) {
    assert.equal(sha256(readFileSync(join(out, 'blobs/sha256', name))), `sha256:${name}`);
  }
});

test('a base that is damaged or for another processor is refused', (t) => {
  assert.throws(() => readLayout(baseOf(t, 'arm64'), platform), /The base is for linux\/arm64/);
  const base = baseOf(t);
  for (const name of readdirSync(join(base, 'blobs/sha256'))) writeFileSync(join(base, 'blobs/sha256', name), 'x');
  assert.throws(() => readLayout(base, platform), /is damaged/);
});

test('the bill of materials names each package of the image with version and hash; the statement names image and bill', () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const paths = ['node_modules/jose', 'node_modules/@sd-jwt/sd-jwt-vc'];
  const given = { lock, paths, version: '0.1.0', time: 1_700_000_000 };
  const bill = billOfMaterials(given);
  assert.deepEqual(billOfMaterials({ ...given, paths: [...paths].reverse() }), bill);
  assert.deepEqual(
    [bill.bomFormat, bill.specVersion, bill.metadata.timestamp],
    ['CycloneDX', '1.6', '2023-11-14T22:13:20.000Z'],
  );
  assert.match(bill.serialNumber, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  const [scoped, jose] = bill.components;
  assert.equal(scoped.purl, `pkg:npm/%40sd-jwt/sd-jwt-vc@${lock.packages[paths[1] ?? ''].version}`);
  assert.equal(jose.hashes[0].content.length, 128);
  assert.throws(() => billOfMaterials({ ...given, paths: ['node_modules/unknown'] }), /not in package-lock\.json/);
  const statement = provenance({
    ...{
      digest: 'sha256:aa',
      base: 'sha256:bb',
      bill: 'sha256:cc',
      revision: 'abc',
      version: '0.1.0',
      time: 1,
      node: '20',
    },
  });
  assert.deepEqual(
    statement.subject.map(({ digest }: { digest: object }) => digest),
    [{ sha256: 'aa' }, { sha256: 'cc' }],
  );
  assert.deepEqual(statement.predicate.buildDefinition.resolvedDependencies[0].digest, { gitCommit: 'abc' });
});
