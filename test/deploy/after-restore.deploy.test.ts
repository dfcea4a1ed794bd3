/** Errors in what runs on a restored database: none as it is, one for each deliberate error. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Deployment, findings, readDeployment, schemaFindings } from './deployment.ts';
import { readFacts } from './facts.ts';
import { called, containerOf, type Manifest, ofKind } from './manifest.ts';
import { deploymentTools } from './tools.ts';

const facts = readFacts();

function jobOf(files: Deployment): Manifest {
  return files.afterRestore.find(({ kind }) => kind === 'Job') ?? assert.fail();
}

/** The names that a policy of the overlay applies to, to be changed. */
function allowed({ overlays }: Deployment, name: string): string[] | undefined {
  const policy = ofKind(overlays.production, 'NetworkPolicy').find(({ metadata }) => metadata.name === name);
  return policy?.spec.podSelector.matchExpressions?.[0]?.values;
}

test('one job, with the settings, secrets and policies of the services, and no service', async (t) => {
  const tools = await deploymentTools(t);
  if (tools === undefined) return;
  const files = await readDeployment(tools);
  assert.deepEqual(findings(files, facts), []);
  assert.deepEqual(await schemaFindings(tools, files.afterRestore), []);
  const kinds = [...new Set(files.afterRestore.map(({ kind }) => kind))].sort();
  assert.deepEqual(kinds, ['ConfigMap', 'Job', 'Namespace', 'NetworkPolicy']);
  const provision = ofKind(files.overlays.production, 'Job').find((one) => called(one) === 'Job/provision');
  for (const name of ['image', 'env', 'envFrom', 'securityContext'] as const) {
    assert.deepEqual(containerOf(jobOf(files))[name], containerOf(provision ?? assert.fail())[name], name);
  }
});

/** The changes to the files, and the expected errors. */
const mistakes: Readonly<Record<string, readonly [(files: Deployment) => unknown, RegExp]>> = {
  'a service that starts with what comes after a restore': [
    (files) =>
      files.afterRestore.push(files.overlays.production.find(({ kind }) => kind === 'Deployment') ?? assert.fail()),
    /after-restore: Deployment\/\w+: belongs to the services/,
  ],
  'other settings after a restore': [
    (files) => delete files.afterRestore.find(({ kind }) => kind === 'ConfigMap')?.data?.PUBLIC_URL,
    /after-restore: ConfigMap\/settings-\w+: is not that of the overlay/,
  ],
  'no policy after a restore': [
    (files) =>
      files.afterRestore.splice(
        files.afterRestore.findIndex(({ kind }) => kind === 'NetworkPolicy'),
        1,
      ),
    /after-restore: NetworkPolicy\/\w+ is missing/,
  ],
  'a job that does something by itself': [
    (files) => Object.assign(containerOf(jobOf(files)), { command: undefined, args: ['after-restore', '--yes'] }),
    /Job\/after-restore: runs after-restore --yes/,
  ],
  'a job that starts again': [
    (files) => Object.assign(jobOf(files).spec, { backoffLimit: 6 }),
    /Job\/after-restore: starts again after its day/,
  ],
  'a job that is ended while an operator works in it': [
    (files) => Object.assign(jobOf(files).spec, { activeDeadlineSeconds: 1200 }),
    /Job\/after-restore: is ended while an operator works in it/,
  ],
  'a job that may not reach the database': [
    (files) => allowed(files, 'to-mongodb')?.pop(),
    /after-restore needs mongodb: its egress says otherwise/,
  ],
  'a job that may reach more': [
    (files) => allowed(files, 'to-kafka')?.push('after-restore'),
    /after-restore does not use kafka: its egress says otherwise/,
  ],
  'a job of root after a restore': [
    (files) => Object.assign(containerOf(jobOf(files)).securityContext ?? {}, { readOnlyRootFilesystem: false }),
    /Job\/after-restore: the container's securityContext.readOnlyRootFilesystem must be true/,
  ],
};

describe('a mistake is found', () => {
  for (const [name, [make, finding]] of Object.entries(mistakes)) {
    test(name, async (t) => {
      const tools = await deploymentTools(t);
      if (tools === undefined) return;
      const files = structuredClone(await readDeployment(tools));
      make(files);
      assert.match(findings(files, facts).join('\n'), finding);
    });
  }
});
