/** The audit log as a file: every page of the filter, as JSON lines. */
import { nextCursor, send } from '../../api/call.ts';

export interface ExportOptions {
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Called after each page with the number of records so far. */
  readonly onCount: (count: number) => void;
}

const PAGE = 1000;

/** @throws Problem if a page is refused, because an export must be complete */
export async function exportRecords({ query, signal, onCount }: ExportOptions): Promise<Blob> {
  const parts: string[] = [];
  let after: string | undefined;
  let count = 0;
  do {
    const response = await send('GET', '/audit', {
      query: { ...query, limit: PAGE, after },
      accept: 'application/jsonl',
      signal,
    });
    const text = await response.text();
    parts.push(text);
    count += text.split('\n').length - 1;
    onCount(count);
    after = nextCursor(response.headers.get('link'));
  } while (after !== undefined);
  return new Blob(parts, { type: 'application/jsonl' });
}
