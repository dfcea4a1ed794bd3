/**
 * The browser of a sign-in. A cookie binds it from the page to the provider's response: a link that another browser
 * follows continues nothing (RFC 9700, 4.7).
 */
import { hmacSha256 } from '@countersign/shared/crypto/hmac-sha256';
import { type NewReference, newReference, parseReference, sameHash } from '@countersign/shared/crypto/wallet-reference';
import { type BrowserCookie, browserCookie } from '@countersign/shared/http/browser-cookie';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { Platform } from '@countersign/shared/runtime/service';
import type { IssuanceSession } from '../session/issuance-transition.ts';

/** Seconds from the first page to the code. */
export const SIGN_IN_TTL = 600;
const NAME = 'countersign-sign-in';
const SECRET = /^[A-Za-z0-9_-]{43}$/;

type Browsing = Pick<Platform, 'settings' | 'vaults'>;

/** The secret in the request's cookie, if any. */
export function cookieSecret(
  { settings }: Pick<Platform, 'settings'>,
  { headers }: OperationRequest,
): string | undefined {
  return pageCookie(settings.PUBLIC_URL).read(headers.cookie);
}

/** The header that sets the cookie. A browser has one secret for all its sign-ins. */
export function cookieHeader({ settings }: Pick<Platform, 'settings'>, secret: string): string {
  return pageCookie(settings.PUBLIC_URL).set(secret);
}

/** The reference in the links of the page, which only the browser with this secret may follow. */
export async function pageReference(
  { vaults }: Pick<Platform, 'vaults'>,
  { id, tenant, handle }: IssuanceSession,
  secret: string,
): Promise<NewReference> {
  const key = (await vaults.of(tenant)).derive('sign-in-page');
  return newReference(handle, () => hmacSha256(key, `${id}.${secret}`));
}

/** @returns the hash that the session keeps of this browser; undefined if cookie and link do not belong together */
export async function browserOf(
  platform: Browsing,
  request: OperationRequest,
  session: IssuanceSession,
): Promise<string | undefined> {
  const secret = cookieSecret(platform, request);
  if (secret === undefined) return undefined;
  const { hash } = await pageReference(platform, session, secret);
  const { reference } = request.params;
  if (reference === undefined) return hash;
  return sameHash(parseReference(reference)?.hash ?? '', hash) ? hash : undefined;
}

function pageCookie(publicUrl: string): BrowserCookie {
  // Lax: the provider's redirect is a navigation from another site.
  return browserCookie({ publicUrl, name: NAME, sameSite: 'Lax', lifetime: SIGN_IN_TTL, value: SECRET });
}
