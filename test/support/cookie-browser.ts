/**
 * A browser without a window: stores cookies by host, follows redirects between servers on loopback, and reads links.
 */
import assert from 'node:assert/strict';
import { type Answer, read } from '@countersign/wallet/sending/answer';

export interface Visited extends Answer {
  /** The address of the last response, or the redirect that leaves loopback: to the wallet. */
  readonly url: URL;
  /** Statuses on the way. */
  readonly statuses: readonly number[];
}

const MAX_REDIRECTS = 20;
const LOOPBACK = new Set(['127.0.0.1', 'localhost']);

export class CookieBrowser {
  readonly cookies = new Map<string, Map<string, string>>();

  /** Follows redirects up to the wallet, or up to a page. @param stop true for a redirect that is not followed */
  async visit(address: string, stop: (to: URL) => boolean = () => false, first: RequestInit = {}): Promise<Visited> {
    const statuses: number[] = [];
    let url = new URL(address);
    for (let n = 0; n < MAX_REDIRECTS; n += 1) {
      const answer = await this.get(url, n === 0 ? first : {});
      statuses.push(answer.status);
      const location = answer.headers.get('location');
      if (location === null) return { ...answer, url, statuses };
      url = new URL(location, url);
      if (!LOOPBACK.has(url.hostname) || stop(url)) return { ...answer, url, statuses };
    }
    assert.fail('too many redirects');
  }

  /** Sends the first form of a page: its fields with their values, but for those given. */
  submit(page: Visited, fields: Record<string, string>, stop?: (to: URL) => boolean): Promise<Visited> {
    const [, action = '', form = ''] = /<form[^>]* action="([^"]+)"[^>]*>([\s\S]*?)<\/form>/.exec(page.text) ?? [];
    const body = new URLSearchParams();
    for (const [input] of form.matchAll(/<input[^>]*>/g)) {
      const name = attributeOf(input, 'name');
      if (name !== '') body.set(name, attributeOf(input, 'value'));
    }
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const address = new URL(action.replaceAll('&amp;', '&'), page.url);
    return this.visit(address.href, stop, { method: 'POST', body });
  }

  /** One request. */
  async get(url: URL, init: RequestInit = {}): Promise<Answer> {
    const jar = this.cookies.get(url.host) ?? new Map<string, string>();
    this.cookies.set(url.host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: cookie === '' ? {} : { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return read(response);
  }
}

function attributeOf(tag: string, name: string): string {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
}

/** The address of the first link whose path has this segment. */
export function linkOf(page: Visited, segment: string): string {
  const path = [...page.text.matchAll(/href="([^"]+)"/g)]
    .map(([, href = '']) => href)
    .find((href) => href.includes(`/${segment}/`));
  assert.ok(path !== undefined, `no link to ${segment} in ${page.status} ${page.text.slice(0, 400)}`);
  return new URL(path, page.url).href;
}
