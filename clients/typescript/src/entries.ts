/** Lists that come in pages, read to their end. */
import { CountersignError } from './problem.ts';

/** The query of a page: empty for the first one. */
export interface PageQuery {
  readonly after?: string;
}

interface Page<T> {
  readonly data?: readonly T[];
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Yields each entry of a list, and fetches the next page when it is needed:
 * `entries((page) => client.GET('/session', { params: { query: { status: 'issued', ...page } } }))`
 * @throws CountersignError if the server refuses a page
 */
export async function* entries<T>(pageOf: (query: PageQuery) => Promise<Page<T>>): AsyncGenerator<T, void, undefined> {
  for (let query: PageQuery | undefined = {}; query !== undefined; ) {
    const { data, error, response }: Page<T> = await pageOf(query);
    if (!response.ok || data === undefined) throw new CountersignError(response, error);
    yield* data;
    const after = cursorOf(response.headers.get('link'));
    query = after === undefined ? undefined : { after };
  }
}

/** A page may be empty and still have a next one, so only the header decides. */
function cursorOf(link: string | null): string | undefined {
  const [, target] = /<([^>]*)>;\s*rel="next"/.exec(link ?? '') ?? [];
  // The address may be relative. Only its query is used.
  return target === undefined
    ? undefined
    : (new URL(target, 'http://localhost').searchParams.get('after') ?? undefined);
}
