/**
 * A shop whose page has <countersign-button>, and its backend. Only Node.
 *
 *     API_KEY=… node docs/examples/button-backend.mjs        # the page is at http://localhost:4002
 *
 * The presentation configuration needs the address of the page in `origins`: ["http://localhost:4002"].
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

const {
  COUNTERSIGN_URL = 'http://localhost:3000',
  API_KEY = '',
  REQUEST_ID = 'name-check',
  PORT = '4002',
} = process.env;
const ORIGIN = `http://localhost:${PORT}`;
/** Session of the request by the cookie of the browser. */
const sessions = new Map();

/** A call of the management API, with the credentials that only the backend has. */
async function call(path, init = {}) {
  const headers = { 'x-api-key': API_KEY, 'content-type': 'application/json', accept: 'application/json' };
  const answer = await fetch(`${COUNTERSIGN_URL}${path}`, { ...init, headers });
  return { status: answer.status, body: await answer.json() };
}

/** One call. Only the button's address is sent to the page. */
async function begin(browser) {
  const asked = { response_type: 'button', requestId: REQUEST_ID, redirectUri: `${ORIGIN}/back`, crossDevice: true };
  const { status, body } = await call('/oid4vp', { method: 'POST', body: JSON.stringify(asked) });
  if (status >= 300) return page(502, `<p>Refused: ${body.reason}</p>`);
  sessions.set(browser, body.session);
  return page(200, `<countersign-button src="${body.button}"></countersign-button>`);
}

/**
 * The presented claims, only for the browser that started the request: a wallet that somebody else's link sent here
 * brings a code, but not the cookie.
 */
async function result(browser, code) {
  const session = sessions.get(browser);
  if (session === undefined) return page(403, '<p>This browser has no open request.</p>');
  const { status, body } = await call(
    `/session/${session}${code === null ? '' : `?response_code=${encodeURIComponent(code)}`}`,
  );
  const [credential] = (status === 200 && body.credentials) || [];
  if (credential === undefined) return page(403, '<p>There is no result.</p>');
  sessions.delete(browser);
  const name = `${credential.values.given_name} ${credential.values.family_name}`;
  return page(200, `<p>Thank you, ${name.replace(/[&<>"]/g, (found) => `&#${found.charCodeAt(0)};`)}.</p>`);
}

function page(status, body) {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Shop</title><script type="module" src="${COUNTERSIGN_URL}/countersign-button/v1.js"></script>
<script type="module" src="/shop.js"></script></head><body><main><h1>Shop</h1>${body}</main></body></html>`;
  return { status, html };
}

const script = `addEventListener('verified', () => location.assign('/done'));
addEventListener('expired', () => location.assign('/'));`;

const policy = `default-src 'none'; script-src 'self' ${COUNTERSIGN_URL}; connect-src ${COUNTERSIGN_URL}; base-uri 'none'; frame-ancestors 'none'`;

createServer(async (incoming, response) => {
  const browser = /(?:^|; )browser=([\w-]+)/.exec(incoming.headers.cookie ?? '')?.[1];
  const { pathname, searchParams } = new URL(incoming.url ?? '/', ORIGIN);
  response.setHeader('content-security-policy', policy).setHeader('cache-control', 'no-store');
  try {
    if (pathname === '/shop.js') return void response.setHeader('content-type', 'text/javascript').end(script);
    const begun = browser ?? randomUUID();
    // Lax: the wallet returns here from another site.
    response.setHeader('set-cookie', `browser=${begun}; HttpOnly; SameSite=Lax; Path=/`);
    const shown =
      pathname === '/'
        ? await begin(begun)
        : ['/back', '/done'].includes(pathname)
          ? await result(begun, searchParams.get('response_code'))
          : page(404, '');
    response.writeHead(shown.status, { 'content-type': 'text/html' }).end(shown.html);
  } catch (error) {
    console.log(error);
    response.writeHead(500).end();
  }
}).listen(Number(PORT), 'localhost', () => console.log(ORIGIN));
