/** Kinds without a schema of Kubernetes: only the members that are used here. */
import { compileSchema } from '@countersign/shared/http/validate';
import { called, type Manifest } from '../manifest.ts';

const text = { type: 'string', minLength: 1 };
const count = { type: 'integer', minimum: 1 };

function object(properties: object, required: readonly string[] = Object.keys(properties)) {
  return { type: 'object', additionalProperties: false, properties, required: [...required] };
}

const kafkaTrigger = object({
  type: { const: 'kafka', type: 'string' },
  metadata: object({
    bootstrapServers: text,
    consumerGroup: text,
    topic: text,
    lagThreshold: { type: 'string', pattern: '^[1-9][0-9]*$' },
    offsetResetPolicy: { type: 'string', enum: ['earliest', 'latest'] },
  }),
});
const cpuTrigger = object({
  type: { const: 'cpu', type: 'string' },
  metricType: { type: 'string', enum: ['Utilization', 'AverageValue'] },
  metadata: object({ value: text }),
});
const whole = { matchLabels: { type: 'object', additionalProperties: text } };

/** Each kind's `spec`. */
export const customSpecs = {
  'keda.sh/v1alpha1/ScaledObject': object({
    scaleTargetRef: object({ name: text }),
    minReplicaCount: count,
    maxReplicaCount: count,
    pollingInterval: count,
    cooldownPeriod: count,
    triggers: { type: 'array', minItems: 1, items: { anyOf: [kafkaTrigger, cpuTrigger] } },
  }),
  'monitoring.coreos.com/v1/PrometheusRule': object({
    groups: {
      type: 'array',
      minItems: 1,
      items: object({
        name: text,
        rules: {
          type: 'array',
          minItems: 1,
          items: object(
            {
              alert: text,
              expr: text,
              for: { type: 'string', pattern: '^[0-9]+[smh]$' },
              labels: { type: 'object', additionalProperties: text },
              annotations: { type: 'object', additionalProperties: text },
            },
            ['alert', 'expr', 'labels', 'annotations'],
          ),
        },
      }),
    },
  }),
  'monitoring.coreos.com/v1/ServiceMonitor': object({
    selector: object(whole),
    endpoints: {
      type: 'array',
      minItems: 1,
      items: object({ port: text, path: text, interval: { type: 'string', pattern: '^[0-9]+s$' } }),
    },
  }),
} as const;

const validators = new Map(
  Object.entries(customSpecs).map(([kind, spec]) => [
    kind,
    compileSchema(
      JSON.parse(JSON.stringify(object({ apiVersion: text, kind: text, metadata: { type: 'object' }, spec }))),
    ),
  ]),
);

/** Whether the kind has no schema of Kubernetes. */
export function isCustom({ apiVersion, kind }: Manifest): boolean {
  return validators.has(`${apiVersion}/${kind}`);
}

export function customResourceFindings(manifests: readonly Manifest[]): readonly string[] {
  return manifests.flatMap((manifest) => {
    const validate = validators.get(`${manifest.apiVersion}/${manifest.kind}`);
    return (validate?.(manifest) ?? []).map(({ pointer, detail }) => `${called(manifest)}: ${pointer} ${detail}`);
  });
}
