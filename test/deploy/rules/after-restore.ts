/** The Job for a restored database: with an overlay's settings and policies, and without its services. */
import { isDeepStrictEqual } from 'node:util';
import { called, type Manifest, ofKind } from '../manifest.ts';

/** Its container waits for a day in which operators run commands in it. */
export const WAITS = ['sleep', '86400'];

const ACCOMPANYING = ['Namespace', 'ConfigMap', 'NetworkPolicy'];

/** @param overlay the source of the settings */
export function afterRestoreFindings(manifests: readonly Manifest[], overlay: readonly Manifest[]): readonly string[] {
  const [job, ...more] = ofKind(manifests, 'Job');
  const others = manifests.filter(({ kind }) => kind !== 'Job');
  const strange = others.filter(({ kind }) => !ACCOMPANYING.includes(kind));
  // Else it would change what the services run with, or find a namespace without settings.
  const changed = others.filter((one) => !overlay.some((other) => isDeepStrictEqual(one, other)));
  const missing = overlay.filter(({ kind }) => kind === 'Namespace' || kind === 'NetworkPolicy');
  return [
    ...strange.map((one) => `${called(one)}: belongs to the services`),
    ...changed.map((one) => `${called(one)}: is not that of the overlay`),
    ...missing
      .filter((one) => !others.some((other) => called(other) === called(one)))
      .map((one) => `${called(one)} is missing`),
    ...(job === undefined || more.length > 0
      ? [`${more.length + (job === undefined ? 0 : 1)} jobs`]
      : jobFindings(job)),
  ];
}

function jobFindings(job: Manifest): readonly string[] {
  const { backoffLimit, activeDeadlineSeconds, template } = job.spec;
  const found: string[] = [];
  const expect = (holds: boolean, text: string): void => void (holds || found.push(`${called(job)}: ${text}`));
  expect(job.metadata.name === 'after-restore', 'is not named after-restore');
  expect(backoffLimit === 0 && template.spec.restartPolicy === 'Never', 'starts again after its day');
  expect(activeDeadlineSeconds === undefined, 'is ended while an operator works in it');
  return found;
}
