/** The gateway: its own operations as a service, and the edge of all public requests. */
import { createAudit } from '@countersign/shared/audit/record';
import { pause } from '@countersign/shared/bus/delivery';
import { createStoredDisplay, entriesOf } from '@countersign/shared/flow-config/stored-display';
import { aboutSession } from '@countersign/shared/http/about-session';
import { createClientAddress } from '@countersign/shared/http/client-address';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { Handler } from '@countersign/shared/http/server';
import { isPublicAddress } from '@countersign/shared/kernel/address';
import { DEFAULT_TENANT } from '@countersign/shared/kernel/identifiers';
import type { Log } from '@countersign/shared/kernel/log';
import { createBrandOf } from '@countersign/shared/pages/brand';
import type { ComponentChecks, ComponentStates } from '@countersign/shared/runtime/component-health';
import { createHeldTenants } from '@countersign/shared/runtime/held-tenants';
import type { Platform, Service } from '@countersign/shared/runtime/service';
import type { Environment } from '@countersign/shared/settings/read-settings';
import type { Settings } from '@countersign/shared/settings/settings';
import { readAudit } from './audit/audit-log.ts';
import { auditRetentionJob } from './audit/audit-retention.ts';
import { createAuthenticate } from './authenticate/authenticate.ts';
import { createClientOf } from './authenticate/client-of.ts';
import { createClients, isTenantId } from './authenticate/clients.ts';
import { createConsoleSessions } from './authenticate/console-sessions.ts';
import { createLogin } from './authenticate/login.ts';
import { createSecretLogin } from './authenticate/secret-login.ts';
import { createTenantStanding } from './authenticate/standing.ts';
import { createTenants } from './authenticate/tenants.ts';
import { consoleSite, noConsole } from './documents/console-site.ts';
import { constantDocument } from './documents/constant-document.ts';
import { dcApiModule } from './documents/dc-api-module.ts';
import { docsPage } from './documents/docs-page.ts';
import { docsScripts } from './documents/docs-script.ts';
import { effectiveSettings } from './documents/effective-settings.ts';
import { fileSchema } from './documents/file-schema.ts';
import { homePage } from './documents/home-page.ts';
import { openApiDocument } from './documents/openapi.ts';
import { publicFile } from './documents/public-files.ts';
import { reasonPage } from './documents/reason-page.ts';
import { lazyDryRuns } from './dry-run.ts';
import { createAddressLimit } from './edge/address-limit.ts';
import type { AdmitParts } from './edge/admit.ts';
import { createCountActivity } from './edge/count-activity.ts';
import { createEdge } from './edge/edge.ts';
import { createEntryStream, entryStreamLimits } from './edge/entry-stream.ts';
import { createEventStream, streamLimits } from './edge/event-stream.ts';
import { createLogStreams } from './edge/log-stream.ts';
import { compileRoutes, reservedWords } from './edge/match.ts';
import { createOpenStreams } from './edge/open-streams.ts';
import { createOwnCalls } from './edge/own-calls.ts';
import { createTraceRequest } from './edge/trace-request.ts';
import { sessionEvents, tenantEvents } from './events/event-operations.ts';
import { eventRetentionJob } from './events/event-retention.ts';
import { createEventTails } from './events/tails.ts';
import { healthOperations, type WorkerCount } from './health.ts';
import { callRetentionJob } from './idempotency/call-retention.ts';
import { createPerformOnce } from './idempotency/idempotent-calls.ts';
import { createActivityCounter } from './overview/activity-counter.ts';
import { activityRetentionJob } from './overview/activity-retention.ts';
import { overview } from './overview/overview.ts';
import { createCallQuota } from './quotas/call-quota.ts';
import { createEnterCall, type EnterCall } from './quotas/quotas.ts';
import { createQuotasOf } from './quotas/tenant-quotas.ts';
import { createTurns } from './quotas/turns.ts';
import { reasons } from './reasons.ts';
import { dryRunLeftoversJob, endDryRun } from './sessions/end-dry-run.ts';
import { purgeJob } from './sessions/purge.ts';
import { deleteSession, getSession, listSessions } from './sessions/sessions.ts';
import { consoleLogin, consoleLogout, consoleSession } from './sign-in/console-login.ts';
import { beginOrganisationLogin, endOrganisationLogin } from './sign-in/organisation-login.ts';
import { removeEndedSignIns } from './sign-in/remove-ended.ts';
import { clientOperations } from './tenants/client-operations.ts';
import { tenantErasureJob } from './tenants/erase-tenant.ts';
import { tenantOperations } from './tenants/tenant-operations.ts';
import { createTraceBuffer } from './trace/buffer.ts';
import { readTrace } from './trace/reader.ts';
import { sessionTrace, unmatchedTrace } from './trace/trace-operations.ts';
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
  /** Where this process alone listens, if others share HOST and PORT. */
  readonly listening?: Pick<Settings, 'HOST' | 'PORT'>;
  /** How many workers of this server answer requests; absent where it is one process. */
  readonly workers?: () => WorkerCount;
}

const bySessionId = ({ params }: OperationRequest): string | undefined => params.sessionId;

/** @throws Error where AUTH_CLIENT_ID or TRUST_PROXY can't be used */
export function createGateway(platform: Platform, options: GatewayOptions): Gateway {
  const { environment, checks, others, accepting, listening } = options;
  const { settings, clock, random, log, call, metrics } = platform;
  const reserved = reservedWords();
  const enabled = {
    a: settings.AUTH_API_KEY !== undefined,
    b: settings.AUTH_CLIENT_SECRET !== undefined && settings.JWT_SECRET !== undefined,
  };
  if (enabled.b && !isTenantId(settings.AUTH_CLIENT_ID, reserved)) {
    throw new Error('AUTH_CLIENT_ID can not be the id of a tenant: it is reserved or has other characters');
  }
  const edits = platform.edits && { edits: platform.edits };
  const clients = createClients({ settings, environment, log, reserved, ...edits });
  const audit = createAudit(platform);
  const health = healthOperations({
    platform,
    ...(settings.AUDIT_FILE === undefined ? {} : { audit }),
    checks,
    ...(others === undefined ? {} : { others }),
    ...(options.workers === undefined ? {} : { workers: options.workers }),
    call,
    accepting,
  });
  const storedDisplay = createStoredDisplay(platform);
  const brandOf = createBrandOf(platform, entriesOf(storedDisplay));
  const ofFiles = createTenants({ configFolder: settings.CONFIG_FOLDER, clients, reserved, ...edits });
  const held = createHeldTenants(platform);
  const clientOf = createClientOf({ ...platform, clients });
  const standing = createTenantStanding(ofFiles, held);
  const tenantExists = async (id: string): Promise<boolean> =>
    id !== DEFAULT_TENANT && ['served', 'suspended'].includes((await standing(id)) ?? '');
  const ofTenants = tenantOperations({ platform, clients, ofFiles, held, reserved });
  const ofClients = clientOperations({ platform, clients, clientOf, standing });
  const consoleSessions = createConsoleSessions({ ...platform, clientOf, tenantExists });
  const secretLogin = createSecretLogin({ ...platform, audit, standing });
  const signIn = { settings, clientOf, consoleSessions, audit, secretLogin };
  const dcApi = dcApiModule();
  const site = consoleSite({ settings, log, organisation: settings.MANAGEMENT_OIDC_ISSUER !== undefined });
  const description = JSON.stringify(openApiDocument(settings.PUBLIC_URL));
  const ownCalls = createOwnCalls(random);
  const ofReceipts = { ...platform, receiptLine: audit.line };
  const dryRuns = lazyDryRuns({
    // A run sends its requests to this very process, which alone knows it.
    platform: { ...platform, settings: { ...settings, ...listening } },
    calls: ownCalls,
    reasons,
    end: (run) => endDryRun(ofReceipts, run),
  });
  const traceBuffer = createTraceBuffer({ write: createTraceWriter({ ...platform, tenantExists }), metrics });
  const tails = createEventTails({ store: platform.store, clock, log, source: settings.PUBLIC_URL });
  const logStreams = createLogStreams({
    tails,
    limits: { process: settings.EVENTS_STREAMS, tenant: settings.EVENTS_STREAMS_TENANT },
  });
  const activityCounter = createActivityCounter(platform);
  const service: Service = {
    name: 'gateway',
    operations: {
      'gateway.token': createLogin({ ...signIn, clock, random }),
      'gateway.console.login': consoleLogin(signIn),
      'gateway.console.login.begin': beginOrganisationLogin({ ...platform, ...signIn, standing }),
      'gateway.console.login.end': endOrganisationLogin({ ...platform, ...signIn, standing }),
      'gateway.console.session': consoleSession(signIn),
      'gateway.console.logout': consoleLogout(signIn),
      'gateway.session.list': listSessions(platform),
      'gateway.session.get': aboutSession(getSession(platform), bySessionId),
      'gateway.session.delete': aboutSession(deleteSession(platform, audit.line), bySessionId),
      'gateway.trace.session': aboutSession(sessionTrace(platform), bySessionId),
      'gateway.trace.unmatched': unmatchedTrace(platform),
      'gateway.events': tenantEvents(platform),
      'gateway.session.events': aboutSession(sessionEvents(platform), bySessionId),
      'gateway.audit': readAudit(platform),
      'gateway.tenant.list': ofTenants.list,
      'gateway.tenant.create': ofTenants.create,
      'gateway.tenant.get': ofTenants.get,
      'gateway.tenant.suspend': ofTenants.suspend,
      'gateway.tenant.resume': ofTenants.resume,
      'gateway.tenant.erase': ofTenants.erase,
      'gateway.client.list': ofClients.list,
      'gateway.client.create': ofClients.create,
      'gateway.client.change': ofClients.change,
      'gateway.client.rotate': ofClients.rotate,
      'gateway.client.delete': ofClients.remove,
      'gateway.dry-run.issuance': dryRuns.issuance,
      'gateway.dry-run.presentation': dryRuns.presentation,
      'gateway.webhook.test': testWebhook(platform),
      'gateway.configurations.export': exportConfigurations(platform),
      'gateway.configurations.import': importConfigurations(platform),
      'gateway.overview': overview({ store: platform.store, clock, health: health.health }),
      'gateway.health': health.health,
      'gateway.live': health.live,
      'gateway.ready': health.ready,
      'gateway.home': homePage({
        publicUrl: settings.PUBLIC_URL,
        ownIssuer: enabled.a,
        brandOf,
        console: site !== undefined,
      }),
      'gateway.openapi': constantDocument({ text: description, contentType: 'application/json' }),
      'gateway.console': site?.page ?? noConsole,
      'gateway.console.file': site?.file ?? noConsole,
      'gateway.docs': docsPage({ publicUrl: settings.PUBLIC_URL, console: site !== undefined }),
      'gateway.docs.file': docsScripts(),
      'gateway.settings': effectiveSettings(settings, environment),
      'gateway.reason': reasonPage(),
      'gateway.file-schema': fileSchema(),
      'gateway.dc-api': dcApi.script,
      'gateway.dc-api.types': dcApi.types,
      'gateway.public-file': publicFile(settings.CONFIG_FOLDER, storedDisplay),
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
      purgeJob(platform, audit.line),
      dryRunLeftoversJob(ofReceipts),
      auditRetentionJob(platform),
      traceRetentionJob(platform),
      eventRetentionJob(platform),
      tenantErasureJob(ofReceipts),
      activityRetentionJob(platform),
      removeEndedSignIns(platform),
      callRetentionJob(platform),
    ],
    stop: async () => {
      logStreams.stop();
      tails.stop();
      await activityCounter.flush();
      await traceBuffer.flush();
      await audit.close();
    },
  };
  const handle = createEdge({
    platform,
    call,
    ownCalls,
    matcher: compileRoutes(enabled),
    authenticate: createAuthenticate({ settings, clientOf, clock, consoleSessions }),
    publicOrigin: new URL(settings.PUBLIC_URL).origin,
    tenantExists,
    standing,
    streams: createOpenStreams(),
    clientAddress: createClientAddress(settings.TRUST_PROXY, warnOnce(log)),
    entryStream: createEntryStream({
      read: (of, revision) => readTrace(platform, of, revision),
      clock,
      log,
      pause,
      limits: entryStreamLimits,
    }),
    logStreams,
    eventStream: createEventStream({ call, clock, log, pause, limits: streamLimits }),
    countActivity: createCountActivity(activityCounter),
    traceRequest: createTraceRequest(settings, traceBuffer),
    audit,
    enterCall: enterCallOf(platform),
    performOnce: createPerformOnce(platform),
    brandOf,
    limits: limitsOf(platform, options.workers !== undefined),
  });
  return { service, handle };
}

function limitsOf({ settings, clock, cache }: Platform, workers: boolean): AdmitParts['limits'] {
  const counting = { clock, ...(workers ? { together: createCallQuota({ cache, clock, window: 1000 }) } : {}) };
  return {
    wallet: createAddressLimit({ ...counting, kind: 'wallet', perSecond: settings.RATE_WALLET }),
    open: createAddressLimit({ ...counting, kind: 'open', perSecond: settings.RATE_OPEN }),
  };
}

function enterCallOf(platform: Platform): EnterCall {
  const turns = createTurns(platform);
  platform.metrics.watch('countersign_calls_waiting', async () => [{ labels: {}, value: turns.waiting() }]);
  return createEnterCall({ ...platform, quotasOf: createQuotasOf(platform), count: createCallQuota(platform), turns });
}

/** Warns of a proxy that TRUST_PROXY does not name: limits count all of its clients as one. Logs no address of a client. */
function warnOnce(log: Log): (remote: string) => void {
  let warned = false;
  return (remote) => {
    if (warned) return;
    warned = true;
    const from = isPublicAddress(remote) ? {} : { address: remote };
    log.warn('X-Forwarded-For comes from an address that TRUST_PROXY does not name: it is not read', from);
  };
}
