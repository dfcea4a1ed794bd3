/** Each selector must match something: the API server accepts one that matches nothing. */
import { called, type LabelSelector, type Manifest, ofKind, selects, workloads } from '../manifest.ts';

export function selectorFindings(manifests: readonly Manifest[]): readonly string[] {
  const pods = workloads(manifests);
  const services = ofKind(manifests, 'Service');
  const labelsOf = (workload: Manifest) => workload.spec.template.metadata.labels;
  const found: string[] = [];
  for (const workload of ofKind(manifests, 'Deployment')) {
    const own = labelsOf(workload);
    if (!selects(workload.spec.selector, own)) found.push(`${called(workload)}: its selector misses its own pods`);
    for (const { labelSelector } of workload.spec.template.spec.topologySpreadConstraints ?? []) {
      if (!selects(labelSelector, own)) found.push(`${called(workload)}: a spread constraint misses its own pods`);
    }
    const others = pods.filter((pod) => pod !== workload && selects(workload.spec.selector, labelsOf(pod)));
    for (const other of others) found.push(`${called(workload)}: its selector takes the pods of ${called(other)}`);
  }
  const chosen: readonly (readonly [Manifest, LabelSelector])[] = [
    ...services.map((one) => [one, { matchLabels: one.spec.selector }] as const),
    ...ofKind(manifests, 'PodDisruptionBudget').map((one) => [one, one.spec.selector] as const),
    ...ofKind(manifests, 'NetworkPolicy').map((one) => [one, one.spec.podSelector] as const),
  ];
  for (const [one, selector] of chosen) {
    if (!pods.some((pod) => selects(selector, labelsOf(pod)))) found.push(`${called(one)}: selects no pod`);
  }
  for (const monitor of ofKind(manifests, 'ServiceMonitor')) {
    const without = services.filter(({ metadata }) => !selects(monitor.spec.selector, metadata.labels ?? {}));
    for (const service of without) found.push(`${called(monitor)}: does not select ${called(service)}`);
  }
  return found;
}
