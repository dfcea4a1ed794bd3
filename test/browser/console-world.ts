/** The console in a real browser, on a real server with its own data. */
import type { TestContext } from 'node:test';
import { patience } from '@countersign/shared/test/patience';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { startSampleServer } from '../support/sample-server.ts';
import { API_KEY, CLIENT_SECRET, type ServerOptions, type TestServer } from '../support/server.ts';

export interface ConsoleOptions {
  /** `a` by API key, `b` as a client of the tenant `root`, `none` without a sign-in; `b` if the role is not admin. */
  readonly variant?: 'a' | 'b' | 'none';
  readonly role?: 'viewer' | 'operator' | 'admin';
  readonly colorScheme?: 'light' | 'dark';
  readonly language?: 'en' | 'de';
  readonly width?: number;
  /** The first page, below `/console`. */
  readonly path?: string;
}

export interface OpenConsole {
  readonly server: TestServer;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors and warnings of the browser's console, of scripts, and of the content security policy. */
  readonly errors: string[];
  /** Addresses on other hosts that the page requested. */
  readonly foreign: string[];
  /** Opens a page below `/console`, like a user who types its address. */
  goto(path: string): Promise<void>;
}

export interface ConsoleWorld {
  readonly server: TestServer;
  /** Opens a signed-in page in a separate window. */
  open(options?: ConsoleOptions): Promise<OpenConsole>;
}

export const ROLE_SECRET = 'secret-of-a-role-4711';

/** A server with the sample configurations, and clients of the tenant `root` for each role. Ends with the test. */
export async function openConsoleWorld(
  t: TestContext,
  browser: Browser,
  options: ServerOptions = {},
): Promise<ConsoleWorld> {
  const server = await startSampleServer({
    ...options,
    env: { ROLE_SECRET, CONSOLE: 'on', ...options.env },
  });
  t.after(() => server.close());
  server.writeConfig('clients.json', {
    clients: ['viewer', 'operator'].map((role) => ({
      client_id: role,
      tenant: 'root',
      role,
      secret_env: 'ROLE_SECRET',
    })),
  });
  return { server, open: (asked = {}) => openPage(t, browser, server, asked) };
}

/** A world with one page, for a test that needs no more. */
export async function openConsole(
  t: TestContext,
  browser: Browser,
  options: ConsoleOptions & { readonly server?: ServerOptions } = {},
): Promise<OpenConsole> {
  const world = await openConsoleWorld(t, browser, options.server);
  return world.open(options);
}

async function openPage(
  t: TestContext,
  browser: Browser,
  server: TestServer,
  options: ConsoleOptions,
): Promise<OpenConsole> {
  const { colorScheme = 'light', language = 'en', width = 1280, path = '/' } = options;
  const locale = language === 'de' ? 'de-DE' : 'en-GB';
  const context = await browser.newContext({ colorScheme, locale, viewport: { width, height: 900 } });
  t.after(() => context.close());
  if (options.variant !== 'none') await signIn(context, server.url, options);
  const page = await context.newPage();
  page.setDefaultTimeout(await patience(20_000));
  const { errors, foreign } = watch(page, server.url);
  const goto = async (to: string): Promise<void> => {
    await page.goto(`${server.url}/console${to === '/' ? '' : to}`);
  };
  await goto(path);
  return { server, context, page, errors, foreign, goto };
}

/** Keeps what a page must not do. */
export function watch(page: Page, url: string): Pick<OpenConsole, 'errors' | 'foreign'> {
  const [errors, foreign]: [string[], string[]] = [[], []];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('request', (request) => {
    const asked = new URL(request.url());
    if (asked.origin !== new URL(url).origin && asked.protocol.startsWith('http')) foreign.push(asked.href);
  });
  return { errors, foreign };
}

/** The cookie of a sign-in, as on the sign-in page. */
async function signIn(context: BrowserContext, url: string, { variant, role }: ConsoleOptions): Promise<void> {
  const shape = variant ?? (role === undefined || role === 'admin' ? 'a' : 'b');
  const data =
    shape === 'a'
      ? { api_key: API_KEY }
      : role === undefined || role === 'admin'
        ? { client_id: 'root', client_secret: CLIENT_SECRET }
        : { client_id: role, client_secret: ROLE_SECRET };
  const answer = await context.request.post(`${url}/console/login`, {
    data,
    headers: { origin: new URL(url).origin, 'x-countersign-console': '1' },
  });
  if (answer.status() !== 201) throw new Error(`sign-in: ${answer.status()} ${await answer.text()}`);
}

/** Opens a form that is closed until it is needed. @returns the form with its fields */
export async function openForm(page: Page, title: string): Promise<Locator> {
  await page.locator('summary', { hasText: title }).click();
  return page.locator('details', { has: page.locator('summary', { hasText: title }) });
}
