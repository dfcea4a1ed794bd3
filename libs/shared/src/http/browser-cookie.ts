/** Cookies of this server's own origin: one host, one path, no script. */

export interface BrowserCookie {
  /** As browsers send it. */
  readonly name: string;
  /**
   * The value in the header `Cookie`; undefined if it is missing, has the wrong form, or is sent several times, because
   * then it is unclear which one is genuine.
   */
  read(header: string | undefined): string | undefined;
  /** The header `Set-Cookie` that sets the value. */
  set(value: string): string;
  /** The header `Set-Cookie` that removes it. */
  readonly remove: string;
}

export interface BrowserCookieOptions {
  readonly publicUrl: string;
  readonly name: string;
  /** `Lax`: sent with a navigation from another site, as a redirect of an identity provider is. */
  readonly sameSite: 'Strict' | 'Lax';
  /** Seconds. */
  readonly lifetime: number;
  /** Form of the value. */
  readonly value: RegExp;
}

/** With the prefix no other host in the domain, and no page over http, can set the cookie (RFC 6265bis, 4.1.3.2). */
export function browserCookie({
  publicUrl,
  name: plain,
  sameSite,
  lifetime,
  value: form,
}: BrowserCookieOptions): BrowserCookie {
  const secure = new URL(publicUrl).protocol === 'https:';
  const name = secure ? `__Host-${plain}` : plain;
  const cookie = (value: string, seconds: number): string =>
    `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`;
  return {
    name,
    read: (header) => {
      const values = cookiePairs(header).flatMap(([key, value]) => (key === name ? [value] : []));
      const [value = ''] = values;
      return values.length === 1 && form.test(value) ? value : undefined;
    },
    set: (value) => cookie(value, lifetime),
    remove: cookie('', 0),
  };
}

/** The header without the cookie with this name; undefined if nothing is left. */
export function withoutCookie(header: string | undefined, name: string): string | undefined {
  const rest = cookiePairs(header).filter(([key]) => key !== name);
  return rest.length === 0 ? undefined : rest.map((pair) => pair.join('=')).join('; ');
}

/** True if the header has a cookie with this name, with any value. */
export function hasCookie(header: string | undefined, name: string): boolean {
  return cookiePairs(header).some(([key]) => key === name);
}

function cookiePairs(header: string | undefined): readonly (readonly [string, string])[] {
  if (header === undefined) return [];
  return header.split(';').map((pair) => {
    const [key = '', ...value] = pair.trim().split('=');
    return [key, value.join('=')];
  });
}
