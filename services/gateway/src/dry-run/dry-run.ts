/** `POST .../{id}/dry-run`: the synthetic wallet performs a flow with a configuration, on the running server. */
import type { Audit } from '@countersign/shared/audit/record';
import { bodyObject, type Operation, type OperationRequest } from '@countersign/shared/http/message';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { errorFields } from '@countersign/shared/kernel/log-error';
import type { Platform } from '@countersign/shared/runtime/service';
import { createStoredAnchors } from '@countersign/shared/trust/stored-anchors';
import { createTrustAnchors } from '@countersign/shared/trust/trust-anchors';
import { noSuch } from '../request/parameters.ts';
import type { DryRuns } from './dry-runs.ts';
import { endRun } from './end-run.ts';
import { issuanceWarnings, presentationWarnings, serverWarnings } from './find-warnings.ts';
import type { Flow, FlowOutcome, SeenRequest } from './flow.ts';
import { findProfiles, requestFindings } from './profile-findings.ts';
import { runProfiles } from './profile-runs.ts';
import { runIssuance } from './run-issuance.ts';
import { runPresentation } from './run-presentation.ts';
import { createStepLog, type StepLogOptions } from './step-log.ts';
import { configurationsOf, profileOf, type SurroundingsParts } from './surroundings.ts';
import { type Warning, warningView } from './warning.ts';
import { webhookFailures, webhooksTried } from './webhook-failures.ts';

/** Milliseconds of a run, and after which its session is erased by the job where the process was stopped. */
const LONGEST_RUN = 30_000;
const LEFTOVER_AFTER = 60_000;

export interface DryRunParts {
  readonly platform: Platform;
  readonly runs: DryRuns;
  readonly receiptLine: Audit['line'];
}

interface Kind {
  readonly run: (flow: Flow) => Promise<FlowOutcome>;
  readonly warnings: (flow: Flow, parts: SurroundingsParts) => Promise<readonly Warning[]>;
}

const kinds: Readonly<Record<'issuance' | 'presentation', Kind>> = {
  issuance: { run: runIssuance, warnings: issuanceWarnings },
  presentation: { run: runPresentation, warnings: presentationWarnings },
};

/** The operations of both kinds. */
export function dryRunOperations(parts: DryRunParts): Readonly<Record<keyof typeof kinds, Operation>> {
  const { platform } = parts;
  const surroundings: SurroundingsParts = {
    platform,
    trustAnchors: createTrustAnchors(platform, createStoredAnchors(platform)),
  };
  const operation =
    (kind: keyof typeof kinds): Operation =>
    async (request) => ({ body: await dryRun(parts, surroundings, { kind, request }) });
  return { issuance: operation('issuance'), presentation: operation('presentation') };
}

interface RunRequest {
  readonly kind: keyof typeof kinds;
  readonly request: OperationRequest;
}

/** @throws ProtocolError `not_found`, `rate_limited` */
async function dryRun(parts: DryRunParts, surroundings: SurroundingsParts, asked: RunRequest): Promise<JsonObject> {
  const { platform, runs } = parts;
  const { kind, request } = asked;
  const body = bodyObject(request);
  const { broken } = profileOf(platform, request.tenant);
  if (broken !== undefined) return notServed(broken);
  const [credentials, presentations] = await Promise.all([
    configurationsOf(surroundings, request, 'issuer'),
    configurationsOf(surroundings, request, 'verifier'),
  ]);
  const own = kind === 'issuance' ? credentials : presentations;
  const listed = own.find(({ id }) => id === request.params.id);
  if (listed === undefined) throw noSuch('configuration');
  const webhooks = body.webhooks === true ? { webhooks: true as const } : {};
  const run = runs.begin(request.tenant, { until: platform.clock() + LEFTOVER_AFTER, ...webhooks });
  const signal = AbortSignal.timeout(LONGEST_RUN);
  const { settings, clock } = platform;
  const flow: Flow = {
    platform,
    request,
    body,
    run,
    listed,
    credentials,
    presentations,
    signal,
    issuer: credentialIssuer(settings.PUBLIC_URL, request.tenant),
    log: createStepLog({ settings, clock, signal, secret: run.secret, ...followed(request) }),
  };
  try {
    return await report(parts, surroundings, flow, kind);
  } finally {
    runs.end(run);
  }
}

/** A caller of another service can't follow: a function does not leave the process. */
function followed({ progress }: OperationRequest): Pick<StepLogOptions, 'onStep'> {
  return progress === undefined ? {} : { onStep: (step) => progress({ ...step }) };
}

/** A tenant whose tenant.json is broken: none of its configurations can be read. */
function notServed(detail: string): JsonObject {
  return {
    outcome: 'refused',
    refusal: { step: 'backend', by: 'server', error: 'server_error', explanation: 'The tenant is not served' },
    steps: [],
    warnings: [warningView({ code: 'tenant_broken', detail })],
    profiles: [],
    revoked: 0,
    erased: true,
  };
}

async function report(
  parts: DryRunParts,
  surroundings: SurroundingsParts,
  flow: Flow,
  kind: keyof typeof kinds,
): Promise<JsonObject> {
  const { listed } = flow;
  const broken: readonly Warning[] = (listed.broken ?? []).map(({ pointer, detail }) => ({
    code: 'configuration_broken' as const,
    pointer,
    detail,
  }));
  const found = await Promise.all([
    serverWarnings(flow, surroundings),
    broken.length > 0 ? broken : kinds[kind].warnings(flow, surroundings),
  ]);
  const { seen, ...outcome } = await kinds[kind].run(flow);
  await webhooksTried(flow);
  const late = await webhookFailures(flow);
  const { session } = flow.run.dryRun;
  const end = await ended(parts, flow);
  const profiles = await profilesOf(parts, flow, kind, seen);
  return {
    ...(outcome as unknown as JsonObject),
    ...(session === undefined ? {} : { session }),
    steps: flow.log.steps as unknown as JsonObject[],
    warnings: [...found.flat(), ...late].map(warningView),
    profiles: [...profiles],
    ...end,
  };
}

async function profilesOf(
  parts: DryRunParts,
  flow: Flow,
  kind: keyof typeof kinds,
  seen: SeenRequest | undefined,
): Promise<readonly JsonObject[]> {
  if (kind === 'presentation') return seen === undefined ? [] : requestFindings(seen);
  return flow.body.profiles === true ? runProfiles(flow, () => ended(parts, flow)) : findProfiles(flow);
}

/** Revokes and erases; where that fails now, the job does it within minutes. */
async function ended({ platform, receiptLine }: DryRunParts, { request, run }: Flow): Promise<JsonObject> {
  const { session } = run.dryRun;
  if (session === undefined) return { revoked: 0, erased: true };
  const { tenant, id, client = '' } = request;
  try {
    const revoked = await endRun({ ...platform, receiptLine }, { tenant, session, request: id, client });
    return { revoked, erased: true };
  } catch (error) {
    platform.log.warn('a dry run is not erased yet', { service: 'gateway', tenant, session, ...errorFields(error) });
    return { revoked: 0, erased: false };
  }
}
