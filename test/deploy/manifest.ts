/** The parts of Kubernetes manifests and of a compose project that the rules check. */

export interface EnvironmentEntry {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly secretKeyRef?: { readonly name: string; readonly key: string; readonly optional?: boolean };
  };
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: EnvironmentEntry[];
  readonly envFrom?: readonly { readonly configMapRef?: { readonly name: string } }[];
  readonly ports?: { name: string; containerPort: number }[];
  readonly volumeMounts?: { name: string; mountPath: string }[];
  readonly securityContext?: Record<string, unknown>;
  readonly resources?: {
    limits?: Record<string, string>;
    requests?: Record<string, string>;
  };
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
}

export interface Probe {
  readonly httpGet?: { path: string; port: string | number };
}

export interface KeyItem {
  key: string;
  readonly path: string;
}

export interface VolumeSource {
  readonly configMap?: { name: string; readonly items?: KeyItem[] };
  readonly secret?: { readonly name: string; readonly optional?: boolean };
}

export interface Volume {
  readonly name: string;
  readonly emptyDir?: object;
  readonly projected?: { readonly sources: VolumeSource[] };
}

export type Labels = Record<string, string>;

export interface LabelSelector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly { readonly key: string; readonly operator: string; readonly values: string[] }[];
}

export interface PodSpec {
  readonly containers: Container[];
  restartPolicy?: string;
  readonly volumes?: Volume[];
  readonly securityContext?: Record<string, unknown>;
  readonly automountServiceAccountToken?: boolean;
  readonly enableServiceLinks?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly topologySpreadConstraints?: readonly { readonly labelSelector: LabelSelector }[];
}

export interface Peer {
  readonly podSelector?: LabelSelector;
  readonly namespaceSelector?: LabelSelector;
  readonly ipBlock?: { readonly cidr: string; except?: string[] };
}

export interface PolicyRule {
  readonly from?: Peer[];
  readonly to?: Peer[];
  readonly ports?: { port: string | number; readonly protocol?: string }[];
}

/** All kinds in one: a member that a kind has not is missing. */
export interface Spec {
  readonly template: { readonly metadata: { labels: Labels }; readonly spec: PodSpec };
  /** The selector of a Deployment, a PodDisruptionBudget or a ServiceMonitor. For a Service the labels themselves. */
  readonly selector: LabelSelector & Labels;
  replicas?: number;
  /** For a Job. */
  backoffLimit?: number;
  /** For a Job, seconds. */
  activeDeadlineSeconds?: number;
  ttlSecondsAfterFinished?: number;
  readonly strategy?: { readonly rollingUpdate?: { maxUnavailable: number } };
  readonly ports: { name: string; port: number; targetPort: string | number }[];
  readonly podSelector: LabelSelector;
  readonly policyTypes: string[];
  readonly ingress?: PolicyRule[];
  readonly egress?: PolicyRule[];
  readonly scaleTargetRef: { name: string };
  readonly minReplicas?: number;
  readonly minReplicaCount?: number;
  maxReplicaCount?: number;
  readonly triggers: { readonly type: string; readonly metadata: Record<string, string> }[];
  readonly endpoints: { port: string; readonly path: string }[];
  readonly rules: {
    host: string;
    readonly http: {
      readonly paths: {
        path: string;
        readonly backend: { readonly service: { name: string; readonly port: { name: string } } };
      }[];
    };
  }[];
}

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { name: string; readonly namespace?: string; labels?: Labels };
  readonly spec: Spec;
  readonly data?: Record<string, string>;
  readonly stringData?: Record<string, string>;
}

export interface ComposeService {
  readonly image: string;
  readonly command: readonly string[] | null;
  readonly environment?: Record<string, string | null>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly restart?: string;
  readonly networks?: Record<string, unknown>;
  readonly ports?: { readonly host_ip?: string; readonly target: number }[];
  readonly volumes?: readonly { readonly type: string; readonly source: string; readonly target: string }[];
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly depends_on?: Record<string, { readonly condition: string }>;
  readonly stop_grace_period?: string;
}

export interface ComposeProject {
  readonly services: Record<string, ComposeService>;
  readonly networks: Record<
    string,
    { readonly internal?: boolean; readonly ipam?: { readonly config?: readonly { readonly gateway?: string }[] } }
  >;
  readonly volumes: Record<string, unknown>;
}

/** Manifests that start pods. */
export function workloads(manifests: readonly Manifest[]): readonly Manifest[] {
  return manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
}

export function ofKind(manifests: readonly Manifest[], kind: string): readonly Manifest[] {
  return manifests.filter((manifest) => manifest.kind === kind);
}

/** `Deployment/issuer`. */
export function called({ kind, metadata }: Manifest): string {
  return `${kind}/${metadata.name}`;
}

/** The only container in a service's pod. */
export function containerOf(workload: Manifest): Container {
  const [container, ...others] = workload.spec.template.spec.containers;
  if (container === undefined || others.length > 0) throw new Error(`${called(workload)}: one container is expected`);
  return container;
}

/** Whether labels are chosen; an empty selector chooses all. */
export function selects({ matchLabels = {}, matchExpressions = [] }: LabelSelector, labels: Labels): boolean {
  const known = matchExpressions.every(({ operator }) => operator === 'In');
  if (!known) throw new Error('The rules support only the operator In');
  return (
    Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
  );
}
