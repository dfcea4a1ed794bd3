/** One attempt of a delivery with an access token, if its webhook needs one: a refused token is renewed once. */
import { OutboundError } from '@countersign/shared/http/outbound-error';
import { type AccessTokens, TokenError, type TokenRequest } from './access-tokens.ts';
import type { AttemptResult } from './outcome.ts';
import { type SendingPlatform, sendWebhook, timeoutOf, type WebhookSending } from './send.ts';

/** Never rejects. Everything together takes no longer than one request of a webhook. */
export async function sendAuthorized(
  platform: SendingPlatform,
  tokens: AccessTokens,
  sending: Omit<WebhookSending, 'timeout' | 'token'>,
): Promise<AttemptResult> {
  const { oauth, tls } = sending.prepared.config;
  if (oauth === undefined) return sendWebhook(platform, sending);
  const end = platform.clock() + timeoutOf(sending.prepared.config, platform.settings);
  const timeLeft = (): number => Math.max(1, end - platform.clock());
  const tokenRequest = (): TokenRequest => ({
    oauth,
    ...(tls === undefined ? {} : { tls }),
    timeout: timeLeft(),
    signal: sending.signal,
  });
  try {
    const token = await tokens.of(tokenRequest());
    const result = await sendWebhook(platform, { ...sending, token, timeout: timeLeft() });
    if (!('status' in result) || result.status !== 401) return result;
    tokens.refused(tokenRequest(), token);
    const renewed = await tokens.of(tokenRequest());
    return await sendWebhook(platform, { ...sending, token: renewed, timeout: timeLeft() });
  } catch (error) {
    if (error instanceof OutboundError && error.code === 'aborted') return { error: 'aborted' };
    const why = error instanceof OutboundError || error instanceof TokenError ? error.message : nameOf(error);
    platform.log.warn('No access token for an attribute provider', { event: sending.id, code: why });
    return { error: 'token' };
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
