/** The cookie of the console: a secret of the session, and the tenant in which to find it. */
import { type BrowserCookie, browserCookie } from '@countersign/shared/http/browser-cookie';

/** Seconds: a working day. */
export const CONSOLE_SESSION_TTL = 8 * 3600;

export interface CookieContents {
  readonly secret: string;
  readonly tenant: string;
}

const VALUE = /^([A-Za-z0-9_-]{43})\.([A-Za-z0-9][A-Za-z0-9._-]{0,127})$/;

/** Strict: another site cannot make the browser send it. */
export function consoleCookie(publicUrl: string): BrowserCookie {
  return browserCookie({
    publicUrl,
    name: 'countersign',
    sameSite: 'Strict',
    lifetime: CONSOLE_SESSION_TTL,
    value: VALUE,
  });
}

export function cookieValue({ secret, tenant }: CookieContents): string {
  return `${secret}.${tenant}`;
}

/** @param value of the cookie, in its form */
export function cookieContents(value: string): CookieContents {
  const [, secret = '', tenant = ''] = VALUE.exec(value) ?? [];
  return { secret, tenant };
}
