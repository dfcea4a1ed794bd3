/**
 * Every metric in one table: its documentation, the dashboard and the alarms are checked against it. Labels are names of
 * ours (routes, operations, codes), never what a caller wrote: that would be personal data, and without bound.
 */

interface MetricDefinition {
  readonly type: 'counter' | 'histogram' | 'gauge';
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds of a histogram's buckets, in seconds. */
  readonly buckets?: readonly number[];
}

/** Of what a wallet waits for. */
const ANSWERS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Of engines nearby. */
const ENGINES = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
/** Of what may take hours when something is away. */
const WAITS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200];

const definitions = {
  countersign_requests_total: {
    type: 'counter',
    help: 'Requests at the public server, by route and status',
    labels: ['route', 'method', 'status'],
  },
  countersign_request_duration_seconds: {
    type: 'histogram',
    help: 'From the arrival of a request to its answer, by route',
    labels: ['route'],
    buckets: ANSWERS,
  },
  countersign_connections_dropped_total: {
    type: 'counter',
    help: 'Connections ended for their conduct: `address` has too many, `pipelined` too much, `unread` answer not read',
    labels: ['reason'],
  },
  countersign_operations_total: {
    type: 'counter',
    help: 'Steps of flows (issuer.token, verifier.response ...), by outcome: ok or the error code',
    labels: ['operation', 'outcome'],
  },
  countersign_operation_duration_seconds: {
    type: 'histogram',
    help: 'Duration of a step in the service that does it',
    labels: ['operation'],
    buckets: ANSWERS,
  },
  countersign_events_published_total: {
    type: 'counter',
    help: 'Events that the bus has taken; what is published again counts again',
    labels: ['topic', 'type'],
  },
  countersign_events_handled_total: {
    type: 'counter',
    help: 'Events given to a consumer, by outcome: handled, or failed and tried again or buried',
    labels: ['topic', 'group', 'outcome'],
  },
  countersign_event_age_seconds: {
    type: 'histogram',
    help: 'From the event to the end of its handling',
    labels: ['topic', 'group'],
    buckets: WAITS,
  },
  countersign_dead_letters_total: {
    type: 'counter',
    help: 'Events that a consumer could not handle: the command dead-letters shows them',
    labels: ['topic', 'group'],
  },
  countersign_consumer_lag_events: {
    type: 'gauge',
    help: 'Events published and not handled, in the partitions of this process',
    labels: ['topic', 'group'],
  },
  countersign_outbox_age_seconds: {
    type: 'gauge',
    help: 'Age of the oldest event that is written and not published, over all replicas; 0 without one',
    labels: ['collection'],
  },
  countersign_deliveries_total: {
    type: 'counter',
    help: 'Tries to deliver a webhook, by outcome: delivered, again, dead',
    labels: ['webhook', 'outcome'],
  },
  countersign_delivery_duration_seconds: {
    type: 'histogram',
    help: 'Time of a try until the answer of the target or its end',
    labels: ['webhook'],
    buckets: ANSWERS,
  },
  countersign_deliveries_overdue_seconds: {
    type: 'gauge',
    help: 'For how long the oldest due webhook has been waiting for a worker, over all replicas; 0 without one',
    labels: [],
  },
  countersign_webhook_breakers_open: {
    type: 'gauge',
    help: 'Webhook targets whose breaker is open',
    labels: [],
  },
  countersign_breaker_open: {
    type: 'gauge',
    help: '1 while the breaker of a replica of another service is open',
    labels: ['upstream', 'address'],
  },
  countersign_store_duration_seconds: {
    type: 'histogram',
    help: 'Duration of store operations',
    labels: ['operation', 'collection'],
    buckets: ENGINES,
  },
  countersign_store_errors_total: {
    type: 'counter',
    help: 'Store operations that failed: the store was away or too slow',
    labels: ['operation', 'collection'],
  },
  countersign_cache_duration_seconds: {
    type: 'histogram',
    help: 'Duration of cache operations',
    labels: ['operation'],
    buckets: ENGINES,
  },
  countersign_cache_errors_total: {
    type: 'counter',
    help: 'Cache operations that failed: what guards against replay answers 503 then',
    labels: ['operation'],
  },
  countersign_replay_cache_used_ratio: {
    type: 'gauge',
    help: 'Share of REPLAY_CACHE_SIZE in use, 0 to 1; one process only. At 1 what guards against replay answers 503',
    labels: [],
  },
  countersign_job_runs_total: {
    type: 'counter',
    help: 'Runs of background jobs in this process, by outcome: ok or failed',
    labels: ['job', 'outcome'],
  },
  countersign_job_duration_seconds: {
    type: 'histogram',
    help: 'Duration of the runs of background jobs',
    labels: ['job'],
    buckets: WAITS,
  },
  countersign_ready: {
    type: 'gauge',
    help: '1 while the process takes requests',
    labels: [],
  },
} as const satisfies Record<`countersign_${string}`, MetricDefinition>;

type Definitions = typeof definitions;
type NamesOf<T extends MetricDefinition['type']> = {
  [N in keyof Definitions]: Definitions[N]['type'] extends T ? N : never;
}[keyof Definitions];

export type CounterName = NamesOf<'counter'>;
export type HistogramName = NamesOf<'histogram'>;
export type GaugeName = NamesOf<'gauge'>;
export type MetricName = keyof Definitions;

/** A value for each label of the metric. */
export type LabelsOf<N extends MetricName> = { readonly [L in Definitions[N]['labels'][number]]: string };

export const metricDefinitions: Readonly<Record<MetricName, MetricDefinition>> = definitions;
