/** A backend: issues a credential, requests it again, and learns from webhooks and events what happened. */
import { createServer } from 'node:http';
import { Countersign } from '@countersign/client';
import { verifyWebhook } from '@countersign/client/webhook';

const { COUNTERSIGN_URL = 'http://localhost:3000', API_KEY = '', WEBHOOK_SECRET = '', PORT = '4000' } = process.env;
const countersign = new Countersign({ baseUrl: COUNTERSIGN_URL, apiKey: API_KEY });
const webhook = { url: `http://127.0.0.1:${PORT}/hook` };
const handled = new Set<string>(); // A real backend stores these ids with the effects of each event.

createServer(async (request, response) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const { id, payload } = verifyWebhook(WEBHOOK_SECRET, request.headers, Buffer.concat(chunks));
    if (!handled.has(id)) console.log(`webhook ${payload.type} ${payload.session}`);
    handled.add(id);
    response.writeHead(204).end();
  } catch {
    response.writeHead(401).end();
  }
}).listen(Number(PORT), '127.0.0.1');

async function until(type: string, session: string): Promise<void> {
  for await (const { event } of countersign.events({ session })) if (event?.type === type) return;
}

const offer = await countersign.createOffer(
  { response_type: 'uri', credentialConfigurationIds: ['pid'], notifyWebhook: webhook },
  { idempotencyKey: 'order-4711' },
);
console.log(`issue ${offer.uri}`);
await until('credential.issued', offer.session);
console.log('issued');
const request = await countersign.createRequest({ response_type: 'uri', requestId: 'name-check', webhook });
console.log(`verify ${request.uri}`);
await until('presentation.verified', request.session);
console.log('verified');
