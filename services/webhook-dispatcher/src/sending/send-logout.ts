/** `dispatcher.logout`: sends a logout token to an application once (OpenID Connect Back-Channel Logout 1.0, 2.5), and returns the status. */
import type { Operation } from '@countersign/shared/http/message';
import type { Outbound } from '@countersign/shared/http/outbound';
import { OutboundError } from '@countersign/shared/http/outbound-error';

interface Logout {
  readonly url: string;
  readonly token: string;
}

/** Milliseconds: a user waits. */
const TIMEOUT = 2500;
const MAX_ANSWER = 16 * 1024;

/** @param signal aborted at the stop of the service */
export function sendLogout(outbound: Outbound, signal: AbortSignal): Operation<Logout> {
  return async ({ body: { url, token } }) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ logout_token: token }).toString();
    const asked = { url, method: 'POST', headers, body, maxBytes: MAX_ANSWER, timeout: TIMEOUT, signal } as const;
    try {
      return { body: { status: (await outbound.request(asked)).status } };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return { body: { error: error.code } };
    }
  };
}
