/**
 * The backend of a page that asks wallets through the browser's Digital Credentials API. It needs only Node.
 *
 *     API_KEY=… node docs/examples/dc-api-backend.mjs        # the page is at http://localhost:4001
 *
 * The presentation configuration needs the address of the page in `origins`: ["http://localhost:4001"].
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const {
  COUNTERSIGN_URL = 'http://localhost:3000',
  API_KEY = '',
  REQUEST_ID = 'name-check',
  PORT = '4001',
} = process.env;
const page = readFileSync(new URL('dc-api-page.html', import.meta.url), 'utf8').replaceAll(
  '{{COUNTERSIGN_URL}}',
  COUNTERSIGN_URL,
);
/**
 * Session of the request by the browser's cookie. The page never learns it, so that no browser responds for another.
 */
const sessions = new Map();

/** A call of the management API, with the credentials that only the backend has. */
async function call(path, body) {
  const headers = { 'x-api-key': API_KEY, 'content-type': 'application/json', accept: 'application/json' };
  const answer = await fetch(`${COUNTERSIGN_URL}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}

/** The page loads: a request, whose session stays here. */
async function request(browser) {
  const { status, body } = await call('/oid4vp', { response_type: 'dc-api', requestId: REQUEST_ID });
  if (status >= 300) {
    console.log(`refused ${body.reason}: ${body.detail}`);
    return { status: 502, body: {} };
  }
  sessions.set(browser, body.session);
  return { status: 200, body: { requests: body.digital.requests } };
}

/** The wallet's response, or the browser's `{error}`: posted unchanged. */
async function answer(browser, given) {
  const session = sessions.get(browser);
  if (session === undefined) return { status: 409, body: { open: false } };
  const { status, body } = await call(`/session/${session}/dc-api`, given);
  const [credential] = body.credentials ?? [];
  if (credential === undefined) {
    console.log(`no name: ${given.error ?? body.reason}`);
    // After a refusal, and after a question that was cancelled, the request waits for another answer until it expires.
    const open = status === 200 || (status === 400 && !['expired', 'already_answered'].includes(body.reason));
    return { status: 422, body: { open } };
  }
  sessions.delete(browser);
  console.log('verified');
  return { status: 200, body: { name: nameIn(credential) } };
}

/** An mdoc's `values` are keyed by namespace, an SD-JWT VC's are the claims. */
function nameIn({ values }) {
  const claims = values['org.iso.18013.5.1'] ?? values;
  return `${claims.given_name} ${claims.family_name}`;
}

async function read(incoming) {
  let text = '';
  for await (const chunk of incoming) text += chunk;
  return JSON.parse(text || '{}');
}

const server = createServer(async (incoming, response) => {
  const browser = /(?:^|; )browser=([\w-]+)/.exec(incoming.headers.cookie ?? '')?.[1];
  try {
    if (incoming.method === 'GET' && incoming.url === '/') {
      // Lax: another site cannot post a response in the name of this browser.
      const cookie = `browser=${browser ?? randomUUID()}; HttpOnly; SameSite=Lax; Path=/`;
      const policy = `default-src 'none'; script-src 'unsafe-inline' ${COUNTERSIGN_URL}; connect-src 'self'; img-src data:`;
      const headers = {
        'content-type': 'text/html; charset=utf-8',
        'set-cookie': cookie,
        'content-security-policy': policy,
      };
      response.writeHead(200, headers).end(page);
      return;
    }
    const step = { '/request': request, '/answer': answer }[incoming.url ?? ''];
    const usable = incoming.method === 'POST' && step !== undefined && browser !== undefined;
    const { status, body } = usable ? await step(browser, await read(incoming)) : { status: 404, body: {} };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  } catch (error) {
    console.log(error);
    response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
  }
});
server.listen(Number(PORT), 'localhost', () => console.log(`http://localhost:${PORT}`));
