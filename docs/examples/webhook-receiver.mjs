/**
 * A backend's end of a webhook: checks the signature, reports each event once, responds immediately. It needs only
 * Node.
 *
 *     WEBHOOK_SECRET=whsec_… node docs/examples/webhook-receiver.mjs        # listens on http://localhost:4000
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { WEBHOOK_SECRET = '', PORT = '4000' } = process.env;
if (!WEBHOOK_SECRET.startsWith('whsec_'))
  throw new Error('WEBHOOK_SECRET is missing: npm run operator -- webhook-secret');
const key = Buffer.from(WEBHOOK_SECRET.slice('whsec_'.length), 'base64');
/** Seconds that a webhook may be old. */
const TOLERANCE = 300;
/** Ids that were handled. A real backend keeps them as long as its database remembers their effects. */
const handled = new Set();

/** Standard Webhooks: HMAC-SHA-256 over id, timestamp and the unchanged body; there may be several signatures. */
function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  if (!isGenuine(request.headers, body)) {
    console.log('refused: the signature is missing or wrong');
    response.writeHead(401).end();
    return;
  }
  // What is delivered at least once is handled once.
  const id = request.headers['webhook-id'];
  if (!handled.has(id)) {
    handled.add(id);
    console.log(JSON.stringify(JSON.parse(body), null, 2));
  }
  // Any 2xx will do; the work itself comes afterwards, so that nobody waits for it.
  response.writeHead(204).end();
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`waiting for webhooks on http://localhost:${PORT}`));
