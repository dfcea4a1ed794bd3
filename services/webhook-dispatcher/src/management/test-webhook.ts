/**
 * `dispatcher.test`: sends a signed event without a session to a webhook, and returns the result. Nothing is stored or
 * retried.
 */
import type { WebhookConfig } from '@countersign/shared/flow-config/webhook-config';
import type { Operation } from '@countersign/shared/http/message';
import type { Outbound } from '@countersign/shared/http/outbound';
import { isoTime } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { DEFAULT_TENANT } from '@countersign/shared/kernel/identifiers';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { randomId } from '@countersign/shared/kernel/random';
import { attemptText } from '../sending/attempt-text.ts';
import type { DispatcherPlatform } from '../sending/dispatcher-platform.ts';
import { type AttemptResult, outcomeOf } from '../sending/outcome.ts';
import { sendWebhook, signingKeys } from '../sending/send.ts';
import { attemptHint } from './attempt-hint.ts';

/** The payload's `type`. */
const TEST_TYPE = 'webhook.test';
/** Replaces the session id in the payload. */
const NO_SESSION = 'webhook-test';
/** Time limit, milliseconds: a user waits, and calls between services end after INTERNAL_TIMEOUT. */
const MAX_TIME = 5000;
/** Reserved from the caller's waiting time for returning the response, milliseconds. */
const RESERVE = 500;
/** Concurrently, across all tenants: a caller that probes addresses gains nothing by trying more of them. */
const MAX_TESTS = 5;

interface TestedWebhook {
  readonly webhook: WebhookConfig;
}

/** @param signal aborted at the stop of the service */
export function testWebhook(
  platform: DispatcherPlatform,
  outbound: Outbound,
  signal: AbortSignal,
): Operation<TestedWebhook> {
  let running = 0;
  return async (request) => {
    if (running >= MAX_TESTS) throw tooMany();
    running += 1;
    try {
      const { tenant, deadline } = request;
      const { webhook: config } = request.body;
      const at = platform.clock();
      const id = `test-${randomId(platform.random)}`;
      const prepared = {
        config,
        body: JSON.stringify(payload(tenant, at)),
        keys: await signingKeys(platform, tenant, config),
      };
      const longest = Math.min(MAX_TIME, platform.settings.WEBHOOK_TIMEOUT * 1000);
      const timeout = deadline === undefined ? longest : Math.max(1, Math.min(longest, deadline - at - RESERVE));
      const result = await sendWebhook(platform, { id, prepared, outbound, signal, timeout });
      const milliseconds = platform.clock() - at;
      return { body: { id, target: targetOf(config), milliseconds, ...report(result, platform.clock()) } };
    } finally {
      running -= 1;
    }
  };
}

function payload(tenant: string, at: number): JsonObject {
  return {
    session: NO_SESSION,
    type: TEST_TYPE,
    timestamp: isoTime(at),
    ...(tenant === DEFAULT_TENANT ? {} : { tenantId: tenant }),
  };
}

/** Scheme, host and port: a path or query may contain a secret. */
function targetOf({ url }: WebhookConfig): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}

function report(result: AttemptResult, now: number): JsonObject {
  const outcome = outcomeOf(result, now);
  const status = 'status' in result ? { status: result.status } : {};
  if (outcome.kind === 'delivered') return { outcome: 'delivered', ...status };
  const error = outcome.kind === 'dead' ? 'status' : (outcome.error ?? 'status');
  const [description, hint] = [attemptText(error, 'status' in result ? result.status : undefined), attemptHint(error)];
  return {
    outcome: 'failed',
    ...status,
    error,
    ...(description === undefined ? {} : { description }),
    ...(hint === undefined ? {} : { hint }),
  };
}

function tooMany(): ProtocolError {
  return new ProtocolError('rate_limited', 'Too many test calls are under way', {
    reason: 'rate_limited',
    facts: { detail: 'test calls', most: MAX_TESTS, retryAfterSeconds: 5 },
    headers: { 'retry-after': '5' },
  });
}
