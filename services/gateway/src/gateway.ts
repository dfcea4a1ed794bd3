/** The gateway: its own operations as a service, and the edge of all public requests. */
import { createAudit } from '@countersign/shared/audit/record';
import { pause } from '@countersign/shared/bus/delivery';
import { aboutSession } from '@countersign/shared/http/about-session';
import { createClientAddress } from '@countersign/shared/http/client-address';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { Handler } from '@countersign/shared/http/server';
import { isPublicAddress } from '@countersign/shared/kernel/address';
import type { Log } from '@countersign/shared/kernel/log';
import { createBrandOf } from '@countersign/shared/pages/brand';
import type { ComponentChecks, ComponentStates } from '@countersign/shared/runtime/component-health';
import type { Platform, Service } from '@countersign/shared/runtime/service';
import type { Environment } from '@countersign/shared/settings/read-settings';
import { readAudit } from './audit/audit-log.ts';
import { auditRetentionJob } from './audit/audit-retention.ts';
import { createAuthenticate } from './authenticate/authenticate.ts';
import { createClients, isTenantId } from './authenticate/clients.ts';
import { createLogin } from './authenticate/login.ts';
import { createTenants } from './authenticate/tenants.ts';
import { constantDocument } from './documents/constant-document.ts';
import { docsPage } from './documents/docs-page.ts';
import { fileSchema } from './documents/file-schema.ts';
import { homePage } from './documents/home-page.ts';
import { openApiDocument } from './documents/openapi.ts';
import { publicFile } from './documents/public-files.ts';
import { reasonPage } from './documents/reason-page.ts';
import { dryRunOperations } from './dry-run/dry-run.ts';
import { createDryRuns } from './dry-run/dry-runs.ts';
import { dryRunLeftoversJob } from './dry-run/end-run.ts';
import { createEdge } from './edge/edge.ts';
import { createEntryStream, entryStreamLimits } from './edge/entry-stream.ts';
import { createEventStream, streamLimits } from './edge/event-stream.ts';
import { compileRoutes, reservedWords } from './edge/match.ts';
import { createTraceRequest } from './edge/trace-request.ts';
import { createWalletLimit } from './edge/wallet-limit.ts';
import { healthOperations } from './health.ts';
import { purgeJob } from './sessions/purge.ts';
import { deleteSession, getSession, listSessions } from './sessions/sessions.ts';
import { createTraceBuffer } from './trace/buffer.ts';
import { readTrace } from './trace/reader.ts';
import { sessionTrace, unmatchedTrace } from './trace/trace-operations.ts';
import { traceRetentionJob } from './trace/trace-retention.ts';
import { createTraceWriter } from './trace/writer.ts';

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
}

const bySessionId = ({ params }: OperationRequest): string | undefined => params.sessionId;

/** @throws Error where AUTH_CLIENT_ID or TRUST_PROXY can't be used */
export function createGateway(platform: Platform, { environment, checks, others, accepting }: GatewayOptions): Gateway {
  const { settings, cache, clock, random, log, call, metrics } = platform;
  const reserved = reservedWords();
  const enabled = {
    a: settings.AUTH_API_KEY !== undefined,
    b: settings.AUTH_CLIENT_SECRET !== undefined && settings.JWT_SECRET !== undefined,
  };
  if (enabled.b && !isTenantId(settings.AUTH_CLIENT_ID, reserved)) {
    throw new Error('AUTH_CLIENT_ID can not be the id of a tenant: it is reserved or has other characters');
  }
  const clients = createClients({ settings, environment, log, reserved });
  const audit = createAudit(platform);
  const health = healthOperations({
    platform,
    ...(settings.AUDIT_FILE === undefined ? {} : { audit }),
    checks,
    ...(others === undefined ? {} : { others }),
    call,
    accepting,
  });
  const brandOf = createBrandOf(settings);
  const description = JSON.stringify(openApiDocument(settings.PUBLIC_URL));
  const runs = createDryRuns(random);
  const dryRuns = dryRunOperations({ platform, runs, receiptLine: audit.line });
  const tenantExists = createTenants({ configFolder: settings.CONFIG_FOLDER, clients, reserved });
  const traceBuffer = createTraceBuffer({ write: createTraceWriter({ ...platform, tenantExists }), metrics });
  const service: Service = {
    name: 'gateway',
    operations: {
      'gateway.token': createLogin({ settings, clients, cache, clock, random, audit }),
      'gateway.session.list': listSessions(platform),
      'gateway.session.get': aboutSession(getSession(platform), bySessionId),
      'gateway.session.delete': aboutSession(deleteSession(platform, audit.line), bySessionId),
      'gateway.trace.session': aboutSession(sessionTrace(platform), bySessionId),
      'gateway.trace.unmatched': unmatchedTrace(platform),
      'gateway.audit': readAudit(platform),
      'gateway.dry-run.issuance': dryRuns.issuance,
      'gateway.dry-run.presentation': dryRuns.presentation,
      'gateway.health': health.health,
      'gateway.live': health.live,
      'gateway.ready': health.ready,
      'gateway.home': homePage({ publicUrl: settings.PUBLIC_URL, ownIssuer: enabled.a, brandOf }),
      'gateway.openapi': constantDocument({ text: description, contentType: 'application/json' }),
      'gateway.docs': constantDocument(docsPage()),
      'gateway.reason': reasonPage(),
      'gateway.file-schema': fileSchema(),
      'gateway.public-file': publicFile(settings.CONFIG_FOLDER),
    },
    consumers: [],
    jobs: [
      purgeJob(platform, audit.line),
      dryRunLeftoversJob({ ...platform, receiptLine: audit.line }),
      auditRetentionJob(platform),
      traceRetentionJob(platform),
    ],
    stop: async () => {
      await traceBuffer.flush();
      await audit.close();
    },
  };
  const handle = createEdge({
    platform,
    call,
    runs,
    matcher: compileRoutes(enabled),
    authenticate: createAuthenticate({ settings, clients, clock }),
    tenantExists,
    clientAddress: createClientAddress(settings.TRUST_PROXY, warnOnce(log)),
    entryStream: createEntryStream({
      read: (of, revision) => readTrace(platform, of, revision),
      ...{ clock, log, pause, limits: entryStreamLimits },
    }),
    eventStream: createEventStream({ call, clock, log, pause, limits: streamLimits }),
    traceRequest: createTraceRequest(settings, traceBuffer),
    audit,
    brandOf,
    walletLimit: createWalletLimit({ clock, perSecond: settings.RATE_WALLET }),
  });
  return { service, handle };
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
