/** The address of the current page, below `/console`. */
import { signal } from '@preact/signals';
import { connection } from '../api/connection.ts';

export interface Address {
  /** Below `/console`, such as `/sessions/abc`; `/` for the first page. */
  readonly path: string;
  /** Never contains anything personal, because it stays in the browser's history. */
  readonly query: Readonly<Record<string, string>>;
}

export const address = signal<Address>({ path: '/', query: {} });

/** Reads the browser's address, and follows its back and forward buttons. */
export function startAddress(): void {
  const read = (): void => {
    address.value = readAddress(location.pathname, location.search, connection.base);
  };
  read();
  addEventListener('popstate', read);
}

/** @param base path of PUBLIC_URL */
export function readAddress(pathname: string, search: string, base: string): Address {
  const home = `${base}/console`;
  const path = pathname.startsWith(home) ? pathname.slice(home.length) : '';
  return { path: path === '' ? '/' : path, query: Object.fromEntries(new URLSearchParams(search)) };
}

/** A page's address for a link. @param to below `/console`, with its query, such as `/sessions?status=failed` */
export function hrefOf(to: string): string {
  return `${connection.base}/console${to === '/' ? '' : to}`;
}

/** Shows another page. @param options.replace the page that is left does not stay in the history */
export function navigate(to: string, options: { readonly replace?: boolean } = {}): void {
  const [path = '/', search = ''] = to.split('?');
  const next = { path: path || '/', query: Object.fromEntries(new URLSearchParams(search)) };
  if (options.replace === true) history.replaceState(null, '', hrefOf(to));
  else history.pushState(null, '', hrefOf(to));
  const moved = next.path !== address.value.path;
  address.value = next;
  if (moved && options.replace !== true) scrollTo(0, 0);
}

/** Changes the query of this page, as a filter does. Empty values are left out. */
export function setQuery(query: Readonly<Record<string, string | undefined>>): void {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') parameters.set(name, value);
  }
  const text = parameters.toString();
  navigate(`${address.value.path}${text === '' ? '' : `?${text}`}`, { replace: true });
}
