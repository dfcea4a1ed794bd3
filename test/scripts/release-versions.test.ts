import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../cluster/cluster-processes.ts';

const { changelogText, checkVersions, deploymentText, packageText, pythonPackageText } = await import(
  pathToFileURL(join(ROOT, 'scripts/release-versions.mjs')).href
);

test('a version comes after the present one, and has three numbers', () => {
  for (const to of ['0.0.2', '0.1.0', '1.0.0', '0.0.10']) checkVersions('0.0.1', to);
  for (const to of ['0.0.1', '0.0.0', 'v0.1.0', '0.1', '0.1.0-rc.1', '', '00.1.0']) {
    assert.throws(() => checkVersions('0.0.1', to), /is not a version|does not come after/, to);
  }
  assert.throws(() => checkVersions('1.2.3', '1.1.9'), /does not come after/);
});

test('packages: our own version and where ours name each other, and no version of others', () => {
  const lock = {
    name: 'countersign',
    version: '0.0.1',
    packages: {
      '': { name: 'countersign', version: '0.0.1' },
      'libs/shared': { name: '@countersign/shared', version: '0.0.1', dependencies: { ajv: '0.0.1' } },
      'services/issuer': {
        name: '@countersign/issuer',
        version: '0.0.1',
        dependencies: { '@countersign/shared': '0.0.1' },
      },
      'node_modules/ajv': { version: '0.0.1' },
      'node_modules/@countersign/shared': { resolved: 'libs/shared', link: true },
    },
  };
  const changed = JSON.parse(packageText(JSON.stringify(lock), '0.0.1', '0.2.0'));
  assert.equal(changed.version, '0.2.0');
  assert.equal(changed.packages[''].version, '0.2.0');
  assert.deepEqual(changed.packages['libs/shared'], {
    name: '@countersign/shared',
    version: '0.2.0',
    dependencies: { ajv: '0.0.1' },
  });
  assert.deepEqual(changed.packages['services/issuer'].dependencies, { '@countersign/shared': '0.2.0' });
  assert.deepEqual(changed.packages['node_modules/ajv'], { version: '0.0.1' });
});

test('the Python client has the version of the server, and gets the next one', () => {
  const text = readFileSync(join(ROOT, 'clients/python/pyproject.toml'), 'utf8');
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const next = pythonPackageText(text, version, '7.0.1');
  assert.match(next, /\nversion = "7\.0\.1"\n/);
  assert.equal(next.replace('7.0.1', version), text);
});

test('deployment files: our image and the tag of kustomize, and no other image', () => {
  const text =
    'image: countersign:0.0.1\nimage: valkey:0.0.1\n    newTag: 0.0.1\n# countersign:0.0.12\nhost: 127.0.0.1\n';
  assert.equal(
    deploymentText(text, '0.0.1', '0.2.0'),
    'image: countersign:0.2.0\nimage: valkey:0.0.1\n    newTag: 0.2.0\n# countersign:0.0.12\nhost: 127.0.0.1\n',
  );
});

test('the changelog: the unreleased section gets version and date, and is empty then', () => {
  const before = '# Changelog\n\n## Unreleased\n\n- A thing.\n\n## 0.0.1 - 2026-01-01\n\n- First.\n';
  const after = changelogText(before, '0.1.0', '2026-11-22');
  assert.equal(
    after,
    '# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-11-22\n\n- A thing.\n\n## 0.0.1 - 2026-01-01\n\n- First.\n',
  );
  assert.throws(() => changelogText(after, '0.2.0', '2026-11-23'), /nothing is unreleased/);
  assert.throws(() => changelogText(before, '0.0.1', '2026-11-23'), /has a section 0\.0\.1 already/);
  assert.throws(() => changelogText('# Changelog\n', '0.1.0', '2026-11-22'), /no section Unreleased/);
});
