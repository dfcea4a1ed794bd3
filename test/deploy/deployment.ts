/** All deployment files as they would be deployed, and all that is wrong with them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../cluster/cluster-processes.ts';
import { runCommand } from '../engines/provision.ts';
import type { Facts } from './facts.ts';
import { type ComposeProject, type Manifest, ofKind } from './manifest.ts';
import { afterRestoreFindings } from './rules/after-restore.ts';
import { composeFindings } from './rules/compose.ts';
import { customResourceFindings, isCustom } from './rules/custom-resources.ts';
import { imageFindings } from './rules/images.ts';
import { networkFindings } from './rules/network.ts';
import { podFindings } from './rules/pods.ts';
import { portFindings } from './rules/ports.ts';
import { referenceFindings } from './rules/references.ts';
import { scalingFindings } from './rules/scaling.ts';
import { selectorFindings } from './rules/selectors.ts';
import { settingFindings } from './rules/settings.ts';
import { type DeploymentTools, readFiles } from './tools.ts';

export const OVERLAYS = ['small', 'production'] as const;
export type Overlay = (typeof OVERLAYS)[number];

/** The Kubernetes version of the schemas. */
export const KUBERNETES = '1.34';

export interface Deployment {
  readonly overlays: Readonly<Record<Overlay, Manifest[]>>;
  /** The jobs on a restored database, before the services. */
  readonly afterRestore: Manifest[];
  readonly template: Manifest;
  readonly compose: ComposeProject;
}

/**
 * Reads the deployment files.
 * @param root the repository, or a copy of its deployment files
 * @throws Error with what the readers of kustomize and Docker Compose refuse
 */
export async function readDeployment(tools: DeploymentTools, root = ROOT): Promise<Deployment> {
  const kubernetes = join(root, 'deploy', 'k8s');
  const [small, production, afterRestore, templates, compose] = await Promise.all([
    readFiles(tools, ['kustomize', join(kubernetes, 'overlays', 'small')]),
    readFiles(tools, ['kustomize', join(kubernetes, 'overlays', 'production')]),
    readFiles(tools, ['kustomize', join(kubernetes, 'after-restore')]),
    readFiles(tools, ['yaml', join(kubernetes, 'secret-template.yaml')]),
    withEnvFile(['https://issuer.example.com'], (file) => readCompose(tools, file, root)),
  ]);
  const [template, ...more] = templates as Manifest[];
  if (template === undefined || more.length > 0) throw new Error('secret-template.yaml holds one Secret');
  const overlays = { small: small as Manifest[], production: production as Manifest[] };
  return { overlays, afterRestore: afterRestore as Manifest[], template, compose };
}

/** Reads docker-compose.yml with the variables of a file. */
export async function readCompose(tools: DeploymentTools, envFile: string, root = ROOT): Promise<ComposeProject> {
  return (await readFiles(tools, ['compose', join(root, 'docker-compose.yml'), envFile])) as ComposeProject;
}

/** Uses a file that `npm run make-env` wrote, in a folder that is removed afterwards. */
export async function withEnvFile<T>(args: readonly string[], use: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-env-'));
  try {
    const file = join(folder, '.env');
    await runCommand(process.execPath, [join(ROOT, 'scripts', 'make-env.mjs'), '--file', file, ...args]);
    return await use(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The errors that the project's rules find, each line starting with the file or manifest. */
export function findings(deployment: Deployment, facts: Facts): readonly string[] {
  const { overlays, afterRestore, template, compose } = deployment;
  const all = OVERLAYS.flatMap((name) => {
    // It belongs to this overlay, and must be as correct as its content.
    const jobs = name === 'production' ? ofKind(afterRestore, 'Job') : [];
    const manifests = [...overlays[name], ...jobs];
    return [
      ...selectorFindings(manifests),
      ...portFindings(manifests, facts),
      ...referenceFindings(manifests, template, facts),
      ...settingFindings(manifests, facts),
      ...networkFindings(manifests, facts),
      ...podFindings(manifests),
      ...scalingFindings(manifests, facts, name === 'production'),
      ...customResourceFindings(manifests),
      ...imageFindings(manifests, compose, facts),
    ].map((text) => `${name}: ${text}`);
  });
  const restored = afterRestoreFindings(afterRestore, overlays.production).map((text) => `after-restore: ${text}`);
  return [...new Set([...all, ...restored, ...composeFindings(compose, facts)])];
}

/**
 * The errors that the Kubernetes schemas find: wrong types, unknown fields. Operators' kinds are left to the project's
 * rules.
 */
export async function schemaFindings(
  tools: DeploymentTools,
  manifests: readonly Manifest[],
): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-manifests-'));
  try {
    const file = join(folder, 'manifests.yaml');
    const known = manifests.filter((manifest) => !isCustom(manifest));
    writeFileSync(file, known.map((manifest) => JSON.stringify(manifest)).join('\n---\n'));
    const { file: python, env } = tools.python;
    const args = ['-m', 'kubernetes_validate', '--strict', '--kubernetes-version', KUBERNETES, '--quiet', file];
    try {
      await runCommand(python, args, { env });
      return [];
    } catch (error) {
      const lines = String(error).split('\n');
      const found = lines.filter((line) => line.startsWith('ERROR'));
      // It did not run, or its output has an unknown form.
      if (found.length === 0) throw error;
      return found;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** hadolint's errors in the Dockerfile. */
export async function dockerfileFindings(tools: DeploymentTools, file = join(ROOT, 'Dockerfile')): Promise<string> {
  return runCommand(tools.hadolint, ['--no-color', file]).catch((error: unknown) => {
    if (error instanceof Error && error.message.includes(file)) return error.message;
    throw error;
  });
}
