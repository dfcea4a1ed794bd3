/** `POST .../{id}/dry-run`: the synthetic wallet performs a flow with a configuration, on the running server. */

import { tenantLists } from '@countersign/european-trust/refresh/tenant-lists';
import { createRegistrationFiles } from '@countersign/european-trust/tenant/registration-files';
import { createRegistrations } from '@countersign/european-trust/tenant/registrations';
import { createStoredRegistrations } from '@countersign/european-trust/tenant/stored-registrations';
import { readConfigurations } from '@countersign/shared/flow-config/read-configurations';
import type { Operation, OperationRequest, Progress } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { errorFields } from '@countersign/shared/kernel/log-error';
import type { DryRunProfile, DryRunReport } from '@countersign/shared/messages/dry-run-report';
import type { DryRunRequest } from '@countersign/shared/messages/dry-run-request';
import { createStoredAnchors } from '@countersign/shared/trust/stored-anchors';
import { createTrustAnchors } from '@countersign/shared/trust/trust-anchors';
import { issuanceWarnings, presentationWarnings, serverWarnings } from './find-warnings.ts';
import type { Flow, FlowOutcome, SeenRequest } from './flow/flow.ts';
import { runIssuance } from './flow/run-issuance.ts';
import { runPresentation } from './flow/run-presentation.ts';
import { createStepLog } from './flow/step-log.ts';
import { webhookFailures, webhooksTried } from './flow/webhook-failures.ts';
import { type BeginRun, createBeginRun } from './open-runs.ts';
import type { DryRunParts } from './port/dry-run-parts.ts';
import { findProfiles, requestFindings } from './profile-findings.ts';
import { runProfiles } from './profile-runs.ts';
import { profileOf, type SurroundingsParts } from './surroundings/surroundings.ts';
import { longLinkWarnings } from './warnings/age-warnings.ts';
import { type Warning, warningView } from './warnings/warning.ts';

/** Milliseconds per run. If the process was stopped, the job erases the session after this time. */
const LONGEST_RUN = 30_000;
const LEFTOVER_AFTER = 60_000;

interface Kind {
  readonly run: (flow: Flow) => Promise<FlowOutcome>;
  readonly warnings: (flow: Flow, parts: SurroundingsParts) => Promise<readonly Warning[]>;
}

const kinds: Readonly<Record<'issuance' | 'presentation', Kind>> = {
  issuance: { run: runIssuance, warnings: issuanceWarnings },
  presentation: { run: runPresentation, warnings: presentationWarnings },
};

export type DryRunOperations = Readonly<Record<keyof typeof kinds, Operation<DryRunRequest | undefined>>>;

/** The operations for both kinds. */
export function dryRunOperations(given: DryRunParts): DryRunOperations {
  const { platform } = given;
  const parts: RunParts = { ...given, beginRun: createBeginRun() };
  const surroundings: SurroundingsParts = {
    platform,
    trustAnchors: createTrustAnchors(platform, createStoredAnchors(platform), tenantLists(platform).anchors),
    registrations: createRegistrations(createRegistrationFiles(platform), createStoredRegistrations(platform)),
  };
  const operation =
    (kind: keyof typeof kinds): Operation<DryRunRequest | undefined> =>
    async (request, progress) => ({ body: await dryRun(parts, surroundings, { kind, request, progress }) });
  return { issuance: operation('issuance'), presentation: operation('presentation') };
}

interface RunParts extends DryRunParts {
  readonly beginRun: BeginRun;
}

interface RunRequest {
  readonly kind: keyof typeof kinds;
  readonly request: OperationRequest<DryRunRequest | undefined>;
  readonly progress: Progress | undefined;
}

/** @throws ProtocolError `not_found`, `rate_limited` */
async function dryRun(parts: RunParts, surroundings: SurroundingsParts, asked: RunRequest): Promise<DryRunReport> {
  const { platform, calls, reasons } = parts;
  const { kind, request, progress } = asked;
  const { body = {} } = request;
  const { broken } = profileOf(platform, request.tenant);
  if (broken !== undefined) return notServed(broken);
  const [credentials, presentations] = await Promise.all([
    readConfigurations(platform, request, 'issuer'),
    readConfigurations(platform, request, 'verifier'),
  ]);
  const own = kind === 'issuance' ? credentials : presentations;
  const listed = own.find(({ id }) => id === request.params.id);
  if (listed === undefined) {
    throw new ProtocolError('not_found', 'There is no such configuration', { reason: 'flow_configuration_unknown' });
  }
  const webhooks = body.webhooks === true ? { webhooks: true as const } : {};
  const endTurn = parts.beginRun(request.tenant);
  const run = calls.begin({ dryRun: { until: platform.clock() + LEFTOVER_AFTER, ...webhooks } });
  const signal = AbortSignal.timeout(LONGEST_RUN);
  const { settings, clock } = platform;
  const flow: Flow = {
    platform,
    reasons,
    request,
    body,
    run,
    listed,
    credentials,
    presentations,
    signal,
    issuer: credentialIssuer(settings.PUBLIC_URL, request.tenant),
    log: createStepLog({ settings, clock, signal, headers: run.headers, onStep: (step) => progress?.({ ...step }) }),
  };
  try {
    return await report(parts, surroundings, flow, kind);
  } finally {
    calls.end(run);
    endTurn();
  }
}

/** A tenant with a broken tenant.json: none of its configurations can be read. */
function notServed(detail: string): DryRunReport {
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
): Promise<DryRunReport> {
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
  const { session } = flow.run.carries.dryRun;
  const end = await ended(parts, flow);
  const profiles = await profilesOf(parts, flow, kind, seen);
  return {
    ...outcome,
    ...(session === undefined ? {} : { session }),
    steps: flow.log.steps,
    warnings: [...found.flat(), ...late, ...(seen?.link === undefined ? [] : longLinkWarnings(seen.link))].map(
      warningView,
    ),
    profiles,
    ...end,
  };
}

async function profilesOf(
  parts: DryRunParts,
  flow: Flow,
  kind: keyof typeof kinds,
  seen: SeenRequest | undefined,
): Promise<readonly DryRunProfile[]> {
  if (kind === 'presentation') return seen === undefined ? [] : requestFindings(seen);
  return flow.body.profiles === true ? runProfiles(flow, () => ended(parts, flow)) : findProfiles(flow);
}

/** Revokes and erases. If that fails now, the job does it within minutes. */
async function ended(
  { platform, end }: DryRunParts,
  { request, run }: Flow,
): Promise<Pick<DryRunReport, 'revoked' | 'erased'>> {
  const { session } = run.carries.dryRun;
  if (session === undefined) return { revoked: 0, erased: true };
  const { tenant, id, client = '' } = request;
  try {
    const revoked = await end({ tenant, session, request: id, client });
    return { revoked, erased: true };
  } catch (error) {
    platform.log.warn('a dry run is not erased yet', { service: 'gateway', tenant, session, ...errorFields(error) });
    return { revoked: 0, erased: false };
  }
}
