/** One image, of one version, wherever it runs. */
import type { Facts } from '../facts.ts';
import { type ComposeProject, called, containerOf, type Manifest, workloads } from '../manifest.ts';

const NAME = 'countersign';

export function imageFindings(
  manifests: readonly Manifest[],
  compose: ComposeProject,
  { services, version }: Facts,
): readonly string[] {
  const wanted = `${NAME}:${version}`;
  const inPods = workloads(manifests).map((one) => [called(one), containerOf(one).image] as const);
  const inCompose = [...services, 'provision'].map((name) => [name, compose.services[name]?.image ?? 'none'] as const);
  const engines = Object.entries(compose.services).filter(([name]) => !inCompose.some(([one]) => one === name));
  return [
    ...inPods
      .filter(([, image]) => image.slice(image.lastIndexOf('/') + 1) !== wanted)
      .map(([name, image]) => `${name}: the image is ${image}, package.json says ${wanted}`),
    ...inCompose
      .filter(([, image]) => image !== wanted)
      .map(([name, image]) => `docker-compose.yml: ${name}: the image is ${image}, package.json says ${wanted}`),
    ...engines
      .filter(([, { image }]) => !/:\d+\.\d+\.\d+$/.test(image))
      .map(([name, { image }]) => `docker-compose.yml: ${name}: ${image} names no exact version`),
  ];
}
