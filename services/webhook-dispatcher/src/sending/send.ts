/** One attempt of a delivery: payload, signature, request. */

import type { CallableWebhook } from '@countersign/shared/flow-config/provider-webhook';
import { secretBytes, type WebhookConfig } from '@countersign/shared/flow-config/webhook-config';
import type { Outbound } from '@countersign/shared/http/outbound';
import { OutboundError } from '@countersign/shared/http/outbound-error';
import { parseJson } from '@countersign/shared/kernel/json';
import type { DeliveryDocument } from '@countersign/shared/model/delivery/deliveries';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import type { DispatcherPlatform } from './dispatcher-platform.ts';
import type { AttemptResult } from './outcome.ts';
import { contentsOf, payloadOf } from './payload.ts';
import { ATTRIBUTES_REQUESTED, carriesPresentation } from './payload-type.ts';
import { signatureHeaders } from './signature.ts';
import { tenantSecrets } from './tenant-secret.ts';

/** Maximum response size, bytes; only a claims webhook's response is used. */
const MAX_ANSWER = 64 * 1024;

export interface PreparedWebhook {
  readonly config: CallableWebhook;
  readonly body: string;
  /** Each signs: the current secret, then earlier ones during their overlap. */
  readonly keys: readonly Buffer[];
}

/** Prepares a delivery: its body, from the current session, its configuration and the signing key. */
export async function prepareWebhook(
  platform: DispatcherPlatform,
  session: SessionDocument,
  delivery: DeliveryDocument,
  config: CallableWebhook,
): Promise<PreparedWebhook> {
  const vault = await platform.vaults.of(session.tenant);
  const { type } = delivery;
  const progress = session.presentation?.progress;
  const credentials =
    carriesPresentation(type, session.presentation) &&
    progress?.state === 'verified' &&
    progress.sealedCredentials !== undefined
      ? parseJson(vault.open(progress.sealedCredentials, `session/${session.id}/credentials`))
      : undefined;
  const sealedPerson = type === ATTRIBUTES_REQUESTED ? session.issuance?.sealedSignedIn : undefined;
  const signedIn =
    sealedPerson === undefined ? undefined : parseJson(vault.open(sealedPerson, `session/${session.id}/signed-in`));
  const payload = payloadOf({
    ...contentsOf(delivery, session),
    ...(credentials === undefined ? {} : { credentials }),
    ...(signedIn === undefined ? {} : { signedIn }),
  });
  return { config, body: JSON.stringify(payload), keys: await signingKeys(platform, session.tenant, config) };
}

/** A webhook's keys: from its own secret, otherwise from its tenant's. */
export async function signingKeys(
  platform: Pick<DispatcherPlatform, 'store' | 'vaults' | 'clock'>,
  tenant: string,
  { signingSecret }: WebhookConfig,
): Promise<readonly Buffer[]> {
  const own = signingSecret === undefined ? undefined : secretBytes(signingSecret);
  if (own !== undefined) return [own];
  const { present, earlier } = await tenantSecrets(platform, tenant, platform.clock());
  return [present, ...earlier];
}

export interface WebhookSending {
  /** Id of the delivery. */
  readonly id: string;
  readonly prepared: PreparedWebhook;
  readonly outbound: Outbound;
  readonly signal: AbortSignal;
  /** Milliseconds; default: WEBHOOK_TIMEOUT. */
  readonly timeout?: number;
  /** Access token. */
  readonly token?: string;
}

export type SendingPlatform = Pick<DispatcherPlatform, 'clock' | 'settings' | 'log'>;

/** Milliseconds. An attribute provider has its own time, never more than the lease of a delivery is counted for. */
export function timeoutOf(
  { timeout }: CallableWebhook,
  { WEBHOOK_TIMEOUT }: Pick<DispatcherPlatform['settings'], 'WEBHOOK_TIMEOUT'>,
): number {
  return Math.min(timeout ?? WEBHOOK_TIMEOUT, WEBHOOK_TIMEOUT) * 1000;
}

/** Sends a prepared webhook. Never rejects: even an internal error is a failed attempt, so that the attempts end. */
export async function sendWebhook(
  { clock, settings, log }: SendingPlatform,
  { id, prepared, outbound, signal, timeout = timeoutOf(prepared.config, settings), token }: WebhookSending,
): Promise<AttemptResult> {
  const { config, body, keys } = prepared;
  const { auth, tls } = config;
  try {
    const {
      status,
      headers,
      body: answer,
    } = await outbound.request({
      url: config.url,
      method: 'POST',
      headers: {
        ...(auth === undefined ? {} : { [auth.config.headerName.toLowerCase()]: auth.config.value }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        'content-type': 'application/json',
        ...signatureHeaders(id, clock(), body, keys),
      },
      body,
      maxBytes: MAX_ANSWER,
      timeout,
      signal,
      ...(tls === undefined ? {} : { clientCertificate: tls }),
    });
    const after = headers['retry-after'];
    const type = headers['content-type'];
    return {
      status,
      body: answer,
      ...(after === undefined ? {} : { retryAfter: after }),
      ...(type === undefined ? {} : { type }),
    };
  } catch (error) {
    if (error instanceof OutboundError) return { error: error.code };
    log.error('A webhook could not be sent', { event: id, code: error instanceof Error ? error.name : typeof error });
    return { error: 'internal' };
  }
}
