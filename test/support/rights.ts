/** The rights page, a browser with a wallet on it, and people with a PID that has a number. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import { read } from '@countersign/wallet/sending/answer';
import { CookieBrowser, type Visited } from './cookie-browser.ts';
import { answerWith, formTokenOf, holdPidOf, linkOfWallet } from './login.ts';
import type { TestServer } from './server.ts';

export const NUMBER = 'personal_administrative_number';

const asked = ['family_name', 'birthdate', NUMBER];

const question = (paths: readonly string[]): object => ({
  dcql_query: {
    credentials: [
      {
        id: 'pid',
        format: 'dc+sd-jwt',
        meta: { vct_values: ['<PUBLIC_URL>/credentials/vct/pid'] },
        claims: paths.map((path) => ({ path: [path] })),
      },
    ],
  },
});

export const rights = {
  presentation: 'rights',
  from: asked.map((path) => [path]),
  contact: { email: 'privacy@shop.example' },
  authority: { name: 'Data Protection Authority', uri: 'https://authority.example' },
  callbacks: ['https://wallet.example'],
};

/** Adds the page, the configurations `rights`, `order` (with the same claims) and `name` (without the number). */
export function writeRights(server: TestServer): void {
  const pid = JSON.parse(readFileSync(join(server.configFolder, 'issuance/pid.json'), 'utf8'));
  pid.schema.properties[NUMBER] = { type: 'string' };
  pid.disclosureFrame._sd.push(NUMBER);
  server.writeConfig('issuance/pid.json', pid);
  server.writeConfig('presentation/rights.json', question(asked));
  server.writeConfig('presentation/order.json', question(['given_name', ...asked]));
  server.writeConfig('presentation/name.json', question(['given_name', 'family_name']));
  server.writeConfig('tenant.json', { rights });
}

/** A PID from an issuance of another tenant's data: by default Erika, whom nothing else tells from a homonym than her number. */
export function person(server: TestServer, number = 'A-1'): Promise<HeldCredential> {
  return holdPidOf(server, { [NUMBER]: number });
}

/** Presents for a backend. @returns the session */
export async function order(server: TestServer, held: HeldCredential, more: object = {}): Promise<string> {
  const body = JSON.stringify({ response_type: 'uri', requestId: 'order', ...more });
  const made = (await read(await server.a('/oid4vp', { method: 'POST', body }))).json;
  const answer = await answerWith(held, made.uri);
  assert.equal(answer.status, 200, answer.text);
  return String(made.session);
}

export interface RightsVisit {
  readonly browser: CookieBrowser;
  readonly page: Visited;
}

/** Opens the page and starts. */
export async function startVisit(server: TestServer, query = ''): Promise<RightsVisit> {
  const browser = new CookieBrowser();
  const first = await browser.visit(`${server.url}/rights${query}`);
  assert.equal(first.status, 200, first.text);
  return { browser, page: await browser.submit(first, {}) };
}

/** Up to the list. */
export async function visitAs(server: TestServer, held: HeldCredential, query = ''): Promise<RightsVisit> {
  const { browser, page } = await startVisit(server, query);
  const answer = await answerWith(held, linkOfWallet(page));
  assert.equal(answer.status, 200, answer.text);
  return { browser, page: await browser.visit(answer.json.redirect_uri) };
}

export function erase({ browser, page }: RightsVisit, more: Record<string, string> = {}): Promise<Visited> {
  const body = new URLSearchParams({ token: formTokenOf(page), ...more });
  return browser.visit(`${page.url.href}/erase`, undefined, { method: 'POST', body });
}

/** The page without what differs between any two visits. */
export function comparable({ text }: Visited): string {
  return text.replaceAll(/name="token" value="[^"]+"/g, '');
}

export function receiptOf({ text }: Visited): string {
  return /<textarea[^>]*>([^<]+)</.exec(text)?.[1] ?? '';
}
