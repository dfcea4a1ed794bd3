/**
 * Every metric in one table: the documentation, the dashboard and the alarms are checked against it. Labels are names of
 * this project (routes, operations, codes), never input of a caller: that may be personal data, and is unbounded.
 */

export interface MetricDefinition {
  readonly type: 'counter' | 'histogram' | 'gauge';
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds of a histogram's buckets, in seconds. */
  readonly buckets?: readonly number[];
  /** How the values of several workers of one server become one; default their sum. */
  readonly ofWorkers?: 'max';
}

/** Buckets for responses that a wallet waits for. */
const ANSWERS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Buckets for operations of an engine in the same network. */
const ENGINES = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
/** Buckets for durations that reach hours during an outage. */
const WAITS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200];

const definitions = {
  countersign_requests_total: {
    type: 'counter',
    help: 'Requests at the public server, by route and status',
    labels: ['route', 'method', 'status'],
  },
  countersign_refusals_total: {
    type: 'counter',
    help: 'Requests that were refused or failed, by reason (reasons.md). Some reasons are steps of a protocol, such as `dpop_nonce`',
    labels: ['reason'],
  },
  countersign_request_duration_seconds: {
    type: 'histogram',
    help: "Time from a request's arrival to its response, by route",
    labels: ['route'],
    buckets: ANSWERS,
  },
  countersign_trace_entries_lost_total: {
    type: 'counter',
    help: 'Trace entries that were not kept: `overflow` too many at the same time, `store` the store did not accept them',
    labels: ['cause'],
  },
  countersign_quota_refusals_total: {
    type: 'counter',
    help: "Calls that a tenant's quota refused: `management` or `wallet` calls per minute, `parallel` too many waiting",
    labels: ['quota'],
  },
  countersign_calls_waiting: {
    type: 'gauge',
    help: "Calls that wait for their turn in their tenant's queue (QUOTA_PARALLEL)",
    labels: [],
  },
  countersign_connections_dropped_total: {
    type: 'counter',
    help: 'Connections that the server closed: `address` too many from one address, `pipelined` too much pipelined, `unread` response not read',
    labels: ['reason'],
  },
  countersign_operations_total: {
    type: 'counter',
    help: 'Steps of flows (issuer.token, verifier.response ...), by outcome: ok or the error code',
    labels: ['operation', 'outcome'],
  },
  countersign_operation_duration_seconds: {
    type: 'histogram',
    help: 'Duration of a step of a flow, in the service that performs it',
    labels: ['operation'],
    buckets: ANSWERS,
  },
  countersign_events_published_total: {
    type: 'counter',
    help: 'Events that the bus has accepted. An event that is published again is counted again',
    labels: ['topic', 'type'],
  },
  countersign_events_handled_total: {
    type: 'counter',
    help: 'Events delivered to a consumer, by outcome: handled, or failed and then retried or moved to the dead letters',
    labels: ['topic', 'group', 'outcome'],
  },
  countersign_event_age_seconds: {
    type: 'histogram',
    help: 'Time from the event to the end of its handling',
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
    help: "Events published but not handled, in this process's partitions",
    labels: ['topic', 'group'],
  },
  countersign_outbox_age_seconds: {
    type: 'gauge',
    help: 'Age of the oldest event that is written and not published, across all replicas; 0 without one',
    labels: ['collection'],
    ofWorkers: 'max',
  },
  countersign_deliveries_total: {
    type: 'counter',
    help: 'Attempts to deliver a webhook, by outcome: delivered, again, dead',
    labels: ['webhook', 'outcome'],
  },
  countersign_delivery_duration_seconds: {
    type: 'histogram',
    help: "Time of an attempt until the target's response or the end of the attempt",
    labels: ['webhook'],
    buckets: ANSWERS,
  },
  countersign_deliveries_overdue_seconds: {
    type: 'gauge',
    help: 'Time that the oldest due webhook has waited for a worker, across all replicas; 0 without one',
    labels: [],
    ofWorkers: 'max',
  },
  countersign_webhook_breakers_open: {
    type: 'gauge',
    help: 'Webhook targets whose breaker is open',
    labels: [],
    ofWorkers: 'max',
  },
  countersign_breaker_open: {
    type: 'gauge',
    help: "1 while the circuit breaker to another service's replica is open",
    labels: ['upstream', 'address'],
    ofWorkers: 'max',
  },
  countersign_signatures_total: {
    type: 'counter',
    help: 'Signatures and new keys of an external signer, by outcome: ok, timeout, busy, breaker_open or failed',
    labels: ['signer', 'outcome'],
  },
  countersign_signature_duration_seconds: {
    type: 'histogram',
    help: 'Duration of a signature outside the process, time in the queue included',
    labels: ['signer'],
    buckets: ENGINES,
  },
  countersign_store_duration_seconds: {
    type: 'histogram',
    help: 'Duration of store operations',
    labels: ['operation', 'collection'],
    buckets: ENGINES,
  },
  countersign_store_errors_total: {
    type: 'counter',
    help: 'Store operations that failed: the store was unreachable or too slow',
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
    help: 'Cache operations that failed: requests that need replay protection then return 503',
    labels: ['operation'],
  },
  countersign_replay_cache_used_ratio: {
    type: 'gauge',
    help: 'Share of REPLAY_CACHE_SIZE in use, 0 to 1; one process only. At 1 requests that need replay protection return 503',
    labels: [],
  },
  countersign_registration_certificates: {
    type: 'gauge',
    help: 'Registration certificates of all tenants by the result of the last hourly check: `valid`, `ends` within 30 days, `refused`',
    labels: ['state'],
    ofWorkers: 'max',
  },
  countersign_access_certificate_checks_total: {
    type: 'counter',
    help: "Look-ups of the tenants' access certificates in revocation lists and by OCSP, by outcome: `valid`, `revoked`, `unknown`",
    labels: ['outcome'],
  },
  countersign_certificate_orders_total: {
    type: 'counter',
    help: 'Certificates that were due at ACME authorities, by outcome: `installed` or `failed`',
    labels: ['outcome'],
  },
  countersign_registrar_requests_total: {
    type: 'counter',
    help: 'Registrations and registration certificates that were due at registrars, by outcome: `ok` or `failed`',
    labels: ['outcome'],
  },
  countersign_wallet_trust_missing_total: {
    type: 'counter',
    help: 'Attested requests that were refused because their tenant has no valid wallet provider anchor',
    labels: [],
  },
  countersign_revocation_chain_checks_total: {
    type: 'counter',
    help: 'Daily checks of wallets and keys that have credentials, by outcome: valid, wallet_revoked, keys_revoked, suspended, unreadable. The last two are repeated within the hour and revoke nothing',
    labels: ['outcome'],
  },
  countersign_trust_list_checks_total: {
    type: 'counter',
    help: 'Checks of trust lists at their addresses, by outcome: accepted, unchanged, unreachable, refused; `expired` while a list has expired and its anchors are not used',
    labels: ['outcome'],
  },
  countersign_hosted_list_signatures_total: {
    type: 'counter',
    help: 'Hosted trust lists that were due to be signed again, by outcome: signed or failed',
    labels: ['outcome'],
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
    help: '1 while the process accepts requests',
    labels: [],
    ofWorkers: 'max',
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
