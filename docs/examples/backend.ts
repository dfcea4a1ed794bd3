/** A backend: issues a credential, asks for it again, and learns what happened by webhook and by events. Settings are in the environment. */
import { createServer } from 'node:http';
import { createClient } from '@countersign/client/client';
import { events } from '@countersign/client/events';
import { CountersignError, dataOf } from '@countersign/client/problem';
import { verifyWebhook } from '@countersign/client/webhook';

const { COUNTERSIGN_URL = 'http://localhost:3000', API_KEY = '', WEBHOOK_SECRET = '', PORT = '4000' } = process.env;
const client = createClient({ baseUrl: COUNTERSIGN_URL, apiKey: API_KEY });
const webhook = { url: `http://127.0.0.1:${PORT}/hook` };
const handled = new Set<string>();

const server = createServer(async (request, response) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const { id, payload } = verifyWebhook(WEBHOOK_SECRET, request.headers, Buffer.concat(chunks));
    // A webhook may come twice: its id is handled once.
    if (!handled.has(id)) console.log(`webhook ${payload.type} ${payload.session}`);
    handled.add(id);
    response.writeHead(204).end();
  } catch {
    response.writeHead(401).end();
  }
});

/** Prints the events of a session until one of the type. A real backend keeps `position`, and begins there after a restart. */
async function until(type: string, session: string): Promise<void> {
  for await (const { event, position } of events({ client, session })) {
    console.log(`event ${event?.type ?? 'gap'} at ${position}`);
    if (event?.type === type) return;
  }
}

async function run(): Promise<void> {
  const issue = { credentialConfigurationIds: ['pid'], flow: 'pre_authorized_code' as const };
  // The same key for the same order: a restart of the backend makes no second offer.
  const headers = { 'idempotency-key': `order-${process.env.ORDER ?? '4711'}` };
  const offer = await dataOf(
    client.POST('/vci/offer', { body: { response_type: 'uri', ...issue, notifyWebhook: webhook }, headers }),
  );
  console.log(`issue ${offer.uri}`);
  await until('credential.issued', offer.session);
  const request = await dataOf(
    client.POST('/oid4vp', { body: { response_type: 'uri', requestId: 'name-check', webhook } }),
  );
  console.log(`verify ${request.uri}`);
  await until('presentation.verified', request.session);
}

server.listen(Number(PORT), '127.0.0.1', () =>
  run().catch((error) => {
    console.error(error instanceof CountersignError ? `${error.reason}: ${error.message} ${error.hint}` : error);
    process.exit(1);
  }),
);
