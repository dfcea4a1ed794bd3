/** The entries of one trust list, with a search. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { Empty } from '../../parts/empty.tsx';
import { Field } from '../../parts/field.tsx';
import { Show } from '../../parts/loading.tsx';
import { Table } from '../../parts/table.tsx';
import { useReread } from '../../state/use-reread.ts';
import { trustListTexts } from '../../text/trust-lists.ts';

export interface TrustEntries {
  readonly count: number;
  readonly entries: readonly {
    readonly entity: string;
    readonly tradeNames?: readonly string[];
    readonly service: string;
    readonly purpose: string;
    readonly status?: string;
    readonly certificates: readonly { readonly sha256: string }[];
  }[];
}

export function TrustEntriesOf({ id }: { readonly id: string }): JSX.Element {
  const said = trustListTexts();
  const [search, setSearch] = useState('');
  const text = search.trim();
  const entries = useReread(
    (signal) => call<TrustEntries>('GET', '/trust/entries', { signal, query: { list: id, search: text } }),
    text,
  );
  return (
    <>
      <h3>{said.entriesOf(id)}</h3>
      <Field label={said.search} help={said.searchHelp} type="search" value={search} onInput={setSearch} />
      <Show of={entries}>{(found) => <EntryTable id={id} found={found} />}</Show>
    </>
  );
}

export function EntryTable({ id, found }: { readonly id: string; readonly found: TrustEntries }): JSX.Element {
  const said = trustListTexts();
  if (found.entries.length === 0) return <Empty title={said.noEntries} />;
  return (
    <>
      <p aria-live="polite">{said.found(found.entries.length, found.count)}</p>
      <Table
        caption={said.entriesOf(id)}
        rows={found.entries}
        keyOf={({ entity, purpose, certificates }) => `${entity} ${purpose} ${certificates[0]?.sha256}`}
        columns={[
          { title: said.entity, cell: ({ entity, tradeNames = [] }) => [entity, ...tradeNames].join(', ') },
          {
            title: said.service,
            cell: ({ service, purpose, status }) => [service, purpose, status].filter(Boolean).join(', '),
          },
          {
            title: said.certificates,
            cell: ({ certificates }) =>
              certificates.map(({ sha256 }) => (
                <code key={sha256} class="small">
                  {sha256}
                </code>
              )),
          },
        ]}
      />
    </>
  );
}
