/** How every pod must run. */
import { called, containerOf, type Manifest, ofKind, workloads } from '../manifest.ts';

/** Member by member: `path` -> the required value. */
const podContext: Readonly<Record<string, unknown>> = { runAsNonRoot: true, runAsUser: 10001, fsGroup: 10001 };
const containerContext: Readonly<Record<string, unknown>> = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
};

export function podFindings(manifests: readonly Manifest[]): readonly string[] {
  return [
    ...workloads(manifests).flatMap(workloadFindings),
    ...ofKind(manifests, 'Deployment').flatMap(rolloutFindings),
    ...ofKind(manifests, 'Job').flatMap(jobFindings),
  ];
}

/** Seconds. A Job that is still there can't be applied with another image or other settings. */
const LONGEST_REST = 300;

function jobFindings(job: Manifest): readonly string[] {
  const { ttlSecondsAfterFinished: rest = Number.POSITIVE_INFINITY } = job.spec;
  return rest <= LONGEST_REST ? [] : [`${called(job)}: stays for ${rest} s after its end, in the way of an upgrade`];
}

function workloadFindings(workload: Manifest): readonly string[] {
  const pod = workload.spec.template.spec;
  const container = containerOf(workload);
  const found: string[] = [];
  const expect = (holds: boolean, text: string): void => void (holds || found.push(`${called(workload)}: ${text}`));
  for (const [name, value] of Object.entries(podContext)) {
    expect(pod.securityContext?.[name] === value, `securityContext.${name} must be ${value}`);
  }
  for (const [name, value] of Object.entries(containerContext)) {
    expect(container.securityContext?.[name] === value, `the container's securityContext.${name} must be ${value}`);
  }
  const { capabilities } = container.securityContext ?? {};
  const { seccompProfile } = pod.securityContext ?? {};
  expect(JSON.stringify(capabilities) === '{"drop":["ALL"]}', 'all capabilities must be dropped');
  expect(JSON.stringify(seccompProfile) === '{"type":"RuntimeDefault"}', 'the seccomp profile must be RuntimeDefault');
  expect(pod.automountServiceAccountToken === false, 'has a token of the API server');
  expect(pod.enableServiceLinks === false, 'gets the variables of all Services');
  const { limits = {}, requests = {} } = container.resources ?? {};
  expect(requests.cpu !== undefined && requests.memory !== undefined, 'CPU and memory must be requested');
  expect(limits.memory !== undefined, 'memory must have a limit');
  expect(limits.cpu === undefined, 'a CPU limit throttles at the busiest moment');
  expect(mebibytes(requests.memory) <= mebibytes(limits.memory), 'requests more memory than its limit');
  return found;
}

function mebibytes(text = '0Mi'): number {
  return Number(/^(\d+)Mi$/.exec(text)?.[1] ?? Number.NaN);
}

function rolloutFindings(workload: Manifest): readonly string[] {
  const { maxUnavailable } = workload.spec.strategy?.rollingUpdate ?? {};
  const spread = workload.spec.template.spec.topologySpreadConstraints ?? [];
  return [
    ...(maxUnavailable === 0 ? [] : [`${called(workload)}: a rollout may take replicas away`]),
    ...(spread.length > 0 ? [] : [`${called(workload)}: its replicas may all be on one node`]),
  ];
}
