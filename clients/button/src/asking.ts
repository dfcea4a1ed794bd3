/** The browser's Digital Credentials API. Before a call, only the presence of its interface is known. */
import type { DigitalEntry } from './wire.ts';

/** What a browser may support. Neither tells whether there is a wallet. */
export interface Browser {
  readonly isSecureContext: boolean;
  readonly DigitalCredential?: unknown;
  readonly navigator: { readonly credentials?: { get(options: object): Promise<unknown> } };
}

export function canAsk(browser: Browser): boolean {
  return (
    browser.isSecureContext &&
    browser.DigitalCredential !== undefined &&
    typeof browser.navigator.credentials?.get === 'function'
  );
}

/**
 * `busy`: another call of this page is open, and browsers allow one. `none`: there is no response, and browsers never
 * tell why.
 */
export type Asked = { readonly answer: DigitalEntry } | { readonly answer?: undefined; readonly why: 'busy' | 'none' };

/** Creates the function that all elements of a page use to ask, one at a time. It never rejects. */
export function createAsk(
  browser: Browser,
): (requests: readonly DigitalEntry[], signal: AbortSignal) => Promise<Asked> {
  let open = false;
  return async (requests, signal) => {
    if (open) return { why: 'busy' };
    open = true;
    try {
      const credential = await browser.navigator.credentials?.get({ digital: { requests }, signal });
      const { protocol, data } = (credential ?? {}) as Partial<DigitalEntry>;
      return typeof protocol === 'string' && data !== undefined ? { answer: { protocol, data } } : { why: 'none' };
    } catch {
      return { why: 'none' };
    } finally {
      open = false;
    }
  };
}
