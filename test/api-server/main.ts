/**
 * `npm run check-manifests-on-api-server`: applies both overlays, the jobs after a restore and the secret's template to
 * a real API server with `kubectl apply --dry-run=server --validate=strict`, and broken manifests, which it must
 * refuse. It knows the operators' kinds from definitions generated from the schemas that the rules use.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OVERLAYS, readDeployment } from '../deploy/deployment.ts';
import { called, containerOf, type Manifest } from '../deploy/manifest.ts';
import { customSpecs } from '../deploy/rules/custom-resources.ts';
import { provisionDeploymentTools } from '../deploy/tools.ts';
import { type Kubernetes, startKubernetes } from './api-server.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`;

const folder = mkdtempSync(join(tmpdir(), 'countersign-api-server-'));
let kubernetes: Kubernetes | undefined;
try {
  const { overlays, afterRestore, template } = await readDeployment(await provisionDeploymentTools());
  say('building the API server where it is missing (the first time takes minutes), and starting it');
  const begun = Date.now();
  kubernetes = await startKubernetes(folder);
  say(`it answers: ${seconds(begun)}`);
  await apply(kubernetes, 'the definitions of KEDA and of the Prometheus operator', definitions(), false);
  const namespace = overlays.production.filter(({ kind }) => kind === 'Namespace');
  await apply(kubernetes, 'the namespace', namespace, false);
  await established(kubernetes);
  await apply(kubernetes, 'secret-template.yaml', [template], true);
  for (const name of OVERLAYS) await apply(kubernetes, `overlays/${name}`, overlays[name], true);
  await apply(kubernetes, 'after-restore', afterRestore, true);
  await refuseMistakes(kubernetes, overlays.production);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await kubernetes?.close();
  rmSync(folder, { recursive: true, force: true });
}

async function apply({ kubectl }: Kubernetes, title: string, list: readonly unknown[], dry: boolean): Promise<void> {
  const begun = Date.now();
  const file = join(folder, 'manifests.json');
  writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: list }));
  const output = await kubectl(['apply', ...(dry ? ['--dry-run=server'] : []), '--validate=strict', '-f', file]);
  const lines = output.trim().split('\n');
  const taken = lines.filter((line) => /(created|configured|unchanged)( \(server dry run\))?$/.test(line));
  const reported = lines.filter(
    (line) => !taken.includes(line) && !/missing the .*last-applied-configuration/.test(line),
  );
  if (reported.length > 0 || taken.length !== list.length) throw new Error(`${title}:\n${output}`);
  say(`${title}: ${taken.length} taken, ${seconds(begun)}`);
}

/** Structural schemas have no `additionalProperties: false`: a field that they don't name is unknown anyway. */
function structural(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(structural);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([, value]) => value !== false);
  // Alternatives may not specify types there. The project's own rules know which trigger has which members.
  if ('anyOf' in schema) return { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  return Object.fromEntries(entries.map(([name, value]) => [name, structural(value)]));
}

function definitions(): readonly unknown[] {
  return Object.entries(customSpecs).map(([id, spec]) => {
    const [group = '', version, kind = ''] = id.split('/');
    const names = { kind, singular: kind.toLowerCase(), plural: `${kind.toLowerCase()}s`, listKind: `${kind}List` };
    const schema = { openAPIV3Schema: { type: 'object', properties: { spec: structural(spec) } } };
    return {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${names.plural}.${group}` },
      spec: { group, names, scope: 'Namespaced', versions: [{ name: version, served: true, storage: true, schema }] },
    };
  });
}

async function established({ kubectl }: Kubernetes): Promise<void> {
  const wait = ['wait', '--for=condition=Established', '--timeout=30s', 'crd', '--all'];
  await kubectl(wait);
}

/** Manifests that it must refuse, so that its acceptance means something. */
async function refuseMistakes({ kubectl }: Kubernetes, manifests: readonly Manifest[]): Promise<void> {
  const mistakes: readonly (readonly [string, string, (manifest: Manifest) => unknown, RegExp])[] = [
    ['an unknown field', 'Deployment/issuer', (one) => Object.assign(one.spec, { replicsa: 1 }), /unknown field/],
    [
      'a selector that misses its pods',
      'Deployment/issuer',
      (one) => Object.assign(one.spec.template.metadata, { labels: { a: 'b' } }),
      /selector.*does not match template .*labels/,
    ],
    [
      'a port name that is too long',
      'Deployment/issuer',
      (one) => Object.assign(containerOf(one).ports?.[0] ?? {}, { name: 'a-name-that-is-too-long' }),
      /must be no more than 15/,
    ],
    [
      'a quantity that is none',
      'Deployment/issuer',
      (one) => Object.assign(containerOf(one).resources?.limits ?? {}, { memory: '384MB!' }),
      /quantit/,
    ],
    [
      'a pod that may become root',
      'Deployment/issuer',
      (one) => Object.assign(containerOf(one).securityContext ?? {}, { allowPrivilegeEscalation: true }),
      /would violate PodSecurity "restricted/,
    ],
    [
      'an unknown field of a custom resource',
      'ServiceMonitor/countersign',
      (one) => Object.assign(one.spec, { endpoint: [] }),
      /unknown field/,
    ],
  ];
  for (const [title, name, make, refusal] of mistakes) {
    const changed = structuredClone(manifests.find((one) => called(one) === name));
    if (changed === undefined) throw new Error(`${name} is missing`);
    make(changed);
    const file = join(folder, 'mistake.json');
    writeFileSync(file, JSON.stringify(changed));
    const answer = await kubectl(['apply', '--dry-run=server', '--validate=strict', '-f', file]).catch(String);
    if (!refusal.test(answer)) throw new Error(`${title} was taken:\n${answer}`);
    say(`refused: ${title}`);
  }
}
