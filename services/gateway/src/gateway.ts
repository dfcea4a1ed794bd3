/** The gateway: its own operations as a service, and the edge of all public requests. */
import { type Audit, createAudit } from '@countersign/shared/audit/record';
import { createArrivals, followed } from '@countersign/shared/bus/arrivals';
import { createStoredDisplay, entriesOf } from '@countersign/shared/flow-config/stored-display';
import type { Operations } from '@countersign/shared/http/message';
import type { Handler } from '@countersign/shared/http/server/server';
import { createBrandOf } from '@countersign/shared/pages/brand';
import type { ComponentChecks, ComponentStates } from '@countersign/shared/runtime/component-health';
import type { Job, Platform, Service } from '@countersign/shared/runtime/service';
import type { Environment } from '@countersign/shared/settings/read-settings';
import type { Settings } from '@countersign/shared/settings/settings';
import { readAudit } from './audit/audit-log.ts';
import { auditRetentionJob } from './audit/audit-retention.ts';
import { createCallers } from './authenticate/callers.ts';
import { bundles } from './bundles/bundle-operations.ts';
import { documentOperations } from './documents/document-operations.ts';
import { lazyDryRuns } from './dry-run.ts';
import { createLogStreams } from './edge/log-stream.ts';
import { reservedWords } from './edge/match.ts';
import { openEdge } from './edge/open-edge.ts';
import { createOwnCalls, type OwnCalls } from './edge/own-calls.ts';
import { eventRetentionJob } from './events/event-retention.ts';
import { createEventTails } from './events/tails.ts';
import { healthOperations, type WorkerCount } from './health.ts';
import { callRetentionJob } from './idempotency/call-retention.ts';
import { loginRetentionJob } from './login/login-retention.ts';
import { lazyLogins } from './login.ts';
import { createActivityCounter } from './overview/activity-counter.ts';
import { activityRetentionJob } from './overview/activity-retention.ts';
import { overview } from './overview/overview.ts';
import { reasons } from './reasons.ts';
import { rightsOperations } from './rights/rights-operations.ts';
import { sessionOperations } from './session-operations.ts';
import { dryRunLeftoversJob, endDryRun } from './sessions/end-dry-run.ts';
import { purgeJob } from './sessions/purge.ts';
import { removeEndedSignIns } from './sign-in/remove-ended.ts';
import { signInOperations } from './sign-in/sign-in-operations.ts';
import { tenantErasureJob } from './tenants/erase-tenant.ts';
import { tenantManagement } from './tenants/tenant-management.ts';
import { createTraceBuffer } from './trace/buffer.ts';
import { traceRetentionJob } from './trace/trace-retention.ts';
import { createTraceWriter } from './trace/writer.ts';
import { exportConfigurations } from './transfer/export-configurations.ts';
import { importConfigurations } from './transfer/import-configurations.ts';
import { testWebhook } from './webhook-test.ts';

export interface Gateway {
  readonly service: Service;
  /** Answers one public request. Never rejects. */
  readonly handle: Handler;
}

export interface GatewayOptions {
  /** Variables of `secret_env` in clients.json. */
  readonly environment: Environment;
  readonly checks: ComponentChecks;
  /** Component states of the services that run as separate processes. */
  readonly others?: () => Promise<ComponentStates>;
  /** False while the process is starting or stopping. */
  readonly accepting: () => boolean;
  /** The address on which only this process listens, if others share HOST and PORT. */
  readonly listening?: Pick<Settings, 'HOST' | 'PORT'>;
  /** How many workers of this server handle requests; absent for a single process. */
  readonly workers?: () => WorkerCount;
}

/** @throws Error if AUTH_CLIENT_ID or TRUST_PROXY can't be used */
export function createGateway(platform: Platform, options: GatewayOptions): Gateway {
  const { settings, clock, random, log, metrics, store } = platform;
  const { environment } = options;
  const callers = createCallers(platform, environment, reservedWords());
  const audit = createAudit(platform);
  const storedDisplay = createStoredDisplay(platform);
  const brandOf = createBrandOf(platform, entriesOf(storedDisplay));
  const ownCalls = createOwnCalls(random);
  const write = createTraceWriter({ ...platform, tenantExists: callers.tenantExists });
  const written = createArrivals();
  const traceBuffer = createTraceBuffer({
    write: async (batches) => {
      await write(batches);
      for (const { session } of batches) if (session !== undefined) written.arrived(session);
    },
    metrics,
  });
  const tails = createEventTails({ store, clock, log, source: settings.PUBLIC_URL });
  const limits = { process: settings.EVENTS_STREAMS, tenant: settings.EVENTS_STREAMS_TENANT };
  const logStreams = createLogStreams({ tails, limits });
  const activityCounter = createActivityCounter(platform);
  const logins = lazyLogins(platform, { environment, brandOf, receiptLine: audit.line });
  const configurationBundles = bundles(platform);
  const service: Service = {
    name: 'gateway',
    operations: {
      ...signInOperations(platform, callers, audit),
      ...sessionOperations(platform, audit.line),
      ...tenantManagement(platform, callers),
      ...documentOperations({ platform, environment, storedDisplay, brandOf }),
      ...dryRuns(platform, { audit, ownCalls, listening: options.listening }),
      ...logins.operations,
      ...rightsOperations({ ...platform, brandOf, audit }),
      ...healthAndOverview(platform, options, audit),
      'gateway.audit': readAudit(platform),
      'gateway.webhook.test': testWebhook(platform),
      'gateway.configurations.export': exportConfigurations(platform),
      'gateway.configurations.import': importConfigurations(platform),
      ...configurationBundles.operations,
    },
    consumers: [
      {
        topic: 'event-log',
        group: 'gateway',
        eachReplica: true,
        handler: async ({ data }) => tails.wake(data.tenant),
      },
    ],
    jobs: [
      ...jobsOf(platform, audit.line),
      configurationBundles.job,
      loginRetentionJob({ ...platform, receiptLine: audit.line, repeat: logins.repeatLogout }),
    ],
    stop: async () => {
      logStreams.stop();
      tails.stop();
      await activityCounter.flush();
      await traceBuffer.flush();
      await audit.close();
    },
  };
  const workers = options.workers !== undefined;
  const follows = {
    followTrace: written.follow,
    followEvents: settings.EVENTS === 'off' ? () => followed(() => () => undefined) : tails.follow,
  };
  const opened = { callers, audit, brandOf, ownCalls, logStreams, activityCounter, traceBuffer, ...follows, workers };
  return { service, handle: openEdge({ platform, ...opened }) };
}

interface DryRunDependencies {
  readonly audit: Audit;
  readonly ownCalls: OwnCalls;
  readonly listening: GatewayOptions['listening'];
}

function dryRuns(platform: Platform, { audit, ownCalls, listening }: DryRunDependencies): Operations {
  const { issuance, presentation } = lazyDryRuns({
    // A run sends its requests to this very process, because no other knows it.
    platform: { ...platform, settings: { ...platform.settings, ...listening } },
    calls: ownCalls,
    reasons,
    end: (run) => endDryRun({ ...platform, receiptLine: audit.line }, run),
  });
  return { 'gateway.dry-run.issuance': issuance, 'gateway.dry-run.presentation': presentation };
}

function healthAndOverview(platform: Platform, options: GatewayOptions, audit: Audit): Operations {
  const { checks, others, workers, accepting } = options;
  const { settings, call, store, clock } = platform;
  const { health, live, ready } = healthOperations({
    platform,
    ...(settings.AUDIT_FILE === undefined ? {} : { audit }),
    checks,
    ...(others === undefined ? {} : { others }),
    ...(workers === undefined ? {} : { workers }),
    call,
    accepting,
  });
  return {
    'gateway.overview': overview({ store, clock, health }),
    'gateway.health': health,
    'gateway.live': live,
    'gateway.ready': ready,
  };
}

function jobsOf(platform: Platform, receiptLine: Audit['line']): readonly Job[] {
  return [
    purgeJob(platform, receiptLine),
    dryRunLeftoversJob({ ...platform, receiptLine }),
    auditRetentionJob(platform),
    traceRetentionJob(platform),
    eventRetentionJob(platform),
    tenantErasureJob({ ...platform, receiptLine }),
    activityRetentionJob(platform),
    removeEndedSignIns(platform),
    callRetentionJob(platform),
  ];
}
