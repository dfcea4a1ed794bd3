/**
 * A visit of the rights page, sealed in the browser's cookie. The server stores nothing of it: an attacker who reads the
 * store learns nothing, and a cookie opens only at its own tenant.
 */
import { type BrowserCookie, browserCookie } from '@countersign/shared/http/browser-cookie';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { parseJson } from '@countersign/shared/kernel/json';
import type { Vault } from '@countersign/shared/keys/vault';
import { formToken, hasFormToken } from '../login/form-token.ts';

/** A type: it is sealed as JSON. */
export type Visit = {
  /** Milliseconds. */
  readonly until: number;
  /** Identifies the visit in its forms. */
  readonly id: string;
  /** Where the wallet wants its user back. */
  readonly back?: string;
} & (
  | { readonly kind: 'asked'; readonly session: string; readonly link: string }
  /** Who presented, by the pseudonyms that documents have. */
  | { readonly kind: 'known'; readonly people: readonly string[] }
);

/** Seconds. */
export const VISIT_LIFE = 900;

const CONTEXT = 'rights/visit';

export function visitCookie(publicUrl: string): BrowserCookie {
  return browserCookie({
    publicUrl,
    name: 'countersign-rights',
    // The wallet leads the browser back.
    sameSite: 'Lax',
    lifetime: VISIT_LIFE,
    value: /^[A-Za-z0-9_-]{40,3800}$/,
  });
}

export function sealVisit(vault: Vault, visit: Visit): string {
  return vault.seal(JSON.stringify(visit), CONTEXT);
}

/** @returns undefined for another tenant's cookie, and once the visit has ended */
export function openVisit(vault: Vault, sealed: string | undefined, now: number): Visit | undefined {
  if (sealed === undefined) return undefined;
  try {
    const visit = parseJson(vault.open(sealed, CONTEXT)) as unknown as Visit;
    return visit.until > now ? visit : undefined;
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
}

export function visitToken(vault: Vault, { id }: Visit): string {
  return formToken(vault.derive('rights-forms'), id);
}

export function hasVisitToken(vault: Vault, { id }: Visit, form: Parameters<typeof hasFormToken>[2]): boolean {
  return hasFormToken(vault.derive('rights-forms'), id, form);
}
