/** The authorization page in a real browser: a real gateway, whose session has the state that the test sets, and a wallet's address. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { openGateway } from '@countersign/gateway/test/open-gateway';
import { authorizationAsset } from '@countersign/issuer/pages/authorization-asset';
import { authorizationPage } from '@countersign/issuer/pages/authorization-page';
import type { OperationReply } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Language } from '@countersign/shared/pages/accept-language';
import { languageOf } from '@countersign/shared/pages/accept-language';
import { PAGE_CONTENT_TYPE } from '@countersign/shared/pages/page';
import { patience } from '@countersign/shared/test/patience';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import QRCode from 'qrcode';

export const REQUEST_URI =
  'openid4vp://?client_id=x509_hash%3AUvo3HtuIxuhC92rShpgqcT3YXwrqRxWEviRiA0OZszk&request_uri=https%3A%2F%2Fissuer.example%2Foid4vp%2Frequest%2Fname-check%2F8vYpJ2cQm4kq1sZ0aWfT3w&request_uri_method=post';
export const ISSUER = 'Universität Beispielstadt';
export const CREDENTIAL = 'Bibliotheksausweis';

const LOGO =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 9 9%22%3E%3Cpath fill=%22%230b6e4f%22 d=%22M1 1h7v7H1z%22/%3E%3C/svg%3E';

export interface State {
  readonly state: 'waiting' | 'continue' | 'expired' | 'refused';
  readonly reason?: 'declined' | 'not_accepted' | 'issuer';
  readonly redirect?: string;
}

export interface PageWorld {
  /** Address of the page. */
  readonly url: string;
  /** The wallet's address: `redirect` in the state `continue`. */
  readonly redirect: string;
  set(state: State): void;
  /** Makes the session unknown. */
  dropSessions(): void;
  /** Requests for the state of the session: `events` or `json`. */
  readonly asked: string[];
  /** Opens the page in a separate window, and records its console. */
  open(options?: BrowserContextOptions, before?: (page: Page) => Promise<unknown>): Promise<OpenPage>;
}

export interface OpenPage {
  readonly page: Page;
  /** Errors of the console, of scripts, and of the content security policy. */
  readonly errors: string[];
}

export interface PageOptions {
  readonly secondsLeft?: number;
  readonly language?: Language;
}

/** Closes everything at the end of the test. */
export async function openPageWorld(t: TestContext, browser: Browser, options: PageOptions = {}): Promise<PageWorld> {
  let state: State | undefined = { state: 'waiting' };
  const asked: string[] = [];
  const qr = await QRCode.toString(REQUEST_URI, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 });
  const redirect = await openWallet(t);
  const gateway = await openGateway(t, {
    replies: {
      'issuer.authorization.asset': authorizationAsset(),
      'issuer.authorization.wallet': async () => ({ body: { requests: [] } }),
      'issuer.authorization.follow': async ({ headers }): Promise<OperationReply> => {
        asked.push(headers.accept === 'text/event-stream' ? 'events' : 'json');
        if (state === undefined)
          throw new ProtocolError('not_found', 'There is nothing at this address', { reason: 'path_unknown' });
        return { body: { ...state } };
      },
      'issuer.authorize': async ({ headers }): Promise<OperationReply> => {
        // As the real page does when it is loaded again.
        if (state?.redirect !== undefined) return { status: 302, headers: { location: state.redirect } };
        const { html, headers: pageHeaders } = authorizationPage({
          requestUri: REQUEST_URI,
          qr,
          follow: '/authorize/follow/reference',
          wallet: '/authorize/wallet/reference',
          decline: '/authorize/decline/reference',
          language: options.language ?? languageOf(headers['accept-language']),
          secondsLeft: options.secondsLeft ?? 600,
          brand: { name: ISSUER, logo: { src: LOGO, alt: 'Ein Quadrat' }, accent: '#0b6e4f' },
          coming: { name: CREDENTIAL, description: 'Für alle, die lesen', background: '#0b6e4f', text: '#ffffff' },
          stated: { purpose: 'Prüfung des Namens', privacyPolicy: 'https://issuer.example/privacy' },
        });
        return { status: 200, raw: html, contentType: PAGE_CONTENT_TYPE, headers: pageHeaders };
      },
    },
  });
  const url = `${gateway.origin}/authorize`;
  return {
    url,
    redirect,
    set: (next) => {
      state = next;
    },
    dropSessions: () => {
      state = undefined;
    },
    asked,
    open: async (contextOptions = {}, before = async () => undefined) => {
      const context = await browser.newContext({ locale: 'en-GB', ...contextOptions });
      t.after(() => context.close());
      const page = await context.newPage();
      page.setDefaultTimeout(await patience(20_000));
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(error.message));
      await before(page);
      await page.goto(url);
      return { page, errors };
    },
  };
}

/** The page at a wallet's redirect URI. */
async function openWallet(t: TestContext): Promise<string> {
  const server = createServer((_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<title>wallet</title><link rel="icon" href="data:,">');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/cb?code=abc&state=xyz&iss=http%3A%2F%2Fi`;
}
