/**
 * Fetches an address that a configuration names for the gateway, which has no way to the internet. The operation has no route.
 */
import { bodyObject, type Operation } from '@countersign/shared/http/message';
import { createOutbound, type Outbound } from '@countersign/shared/http/outbound';
import { OutboundError } from '@countersign/shared/http/outbound-error';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Platform } from '@countersign/shared/runtime/service';

/** Bytes of an image or a document that is fetched. */
const MAX_BYTES = 1024 * 1024;
/** Milliseconds. */
const PROBE_LIMIT = 5000;

/**
 * Body: `{url}`. Returns `{status, type, body}`, the body in base64, or `{why}` with the OutboundError's code. All
 * limits of outbound requests apply.
 * @param outbound default: OUTBOUND_ALLOW and PUBLIC_URL's host
 */
export function probeAddress({ settings }: Pick<Platform, 'settings'>, outbound = createProber(settings)): Operation {
  return async (request) => {
    const { url } = bodyObject(request);
    if (typeof url !== 'string') {
      throw new ProtocolError('invalid_request', 'url is missing', { reason: 'body_invalid' });
    }
    try {
      const asked = { url, method: 'GET', maxBytes: MAX_BYTES, timeout: PROBE_LIMIT } as const;
      const { status, headers, body } = await outbound.request(asked);
      return { body: { status, type: headers['content-type'] ?? '', body: body.toString('base64') } };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return { body: { why: error.code } };
    }
  };
}

function createProber({ PUBLIC_URL, OUTBOUND_ALLOW }: Platform['settings']): Outbound {
  const { host, port, hostname } = new URL(PUBLIC_URL);
  // The operator's setting specifies it: it may be an internal address, behind a proxy that this server reaches.
  return createOutbound({ allow: [...OUTBOUND_ALLOW, port === '' ? hostname : host] });
}
