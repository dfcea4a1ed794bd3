/** The page "Sessions": the list, filtered by its address, live. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { callPage, type ListPage } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { StateBadge } from '../../parts/flow/session-parts.tsx';
import type { SessionView } from '../../parts/flow/session-view.ts';
import { ChangedStatus } from '../../parts/flow/status-badges.tsx';
import { Link } from '../../parts/link.tsx';
import { Show } from '../../parts/loading.tsx';
import { Page, type PageParameters, Section } from '../../parts/page.tsx';
import { LiveState } from '../../parts/stale-notice.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { address, setQuery } from '../../state/address.ts';
import { hasRole } from '../../state/session.ts';
import { useReread } from '../../state/use-reread.ts';
import { flowTexts } from '../../text/flow.ts';
import { inConsoleLanguage } from '../../text/reason-text.ts';
import { sessionsTexts } from '../../text/sessions.ts';
import { pageTitles } from '../../text/shell.ts';
import { FilterFields } from './filter-fields.tsx';
import { filtersOf, hasFilters, queryOf } from './session-filters.ts';
import { useEvents } from './use-events.ts';

const STEP = 25;
/** More than anybody reads. Filters find the others. */
const MOST = 500;

export function SessionsPage(_: PageParameters): JSX.Element {
  const said = sessionsTexts();
  const filters = filtersOf(address.value.query);
  const [reference, setReference] = useState('');
  const [limit, setLimit] = useState(STEP);
  const query = queryOf(filters, reference);
  const key = JSON.stringify(query);
  useEffect(() => setLimit(STEP), [key]);
  // The same page, but longer: each session in it is current.
  const list = useReread(
    (signal) => callPage<SessionView>('/session', { query: { ...query, limit }, signal }),
    `${limit} ${key}`,
  );
  const live = useEvents(() => void list.reload());
  const clear = (): void => {
    setReference('');
    setQuery({});
  };
  return (
    <Page title={pageTitles().sessions} lead={said.lead}>
      <FilterFields filters={filters} onFilters={setQuery} reference={reference} onReference={setReference} />
      <Section title={pageTitles().sessions} actions={<LiveState state={live} />}>
        <Show of={list}>
          {(found) =>
            found.items.length === 0 && found.next === undefined ? (
              <NoSession filtered={hasFilters(filters, reference)} onClear={clear} />
            ) : (
              <SessionTable found={found} more={limit < MOST ? () => setLimit(limit + STEP) : undefined} />
            )
          }
        </Show>
      </Section>
    </Page>
  );
}

interface SessionTableProps {
  readonly found: ListPage<SessionView>;
  readonly more: (() => void) | undefined;
}

export function SessionTable({ found, more }: SessionTableProps): JSX.Element {
  const said = sessionsTexts();
  const flow = flowTexts();
  const columns: readonly Column<SessionView>[] = [
    {
      title: said.created,
      cell: ({ id, createdAt }) => (
        <Link to={`/sessions/${encodeURIComponent(id)}`}>
          <When at={createdAt} />
        </Link>
      ),
    },
    { title: said.kind, cell: ({ kind }) => (kind === undefined ? '' : flow[kind]) },
    ...(hasRole('operator') ? [{ title: said.reference, cell: ({ state }: SessionView) => state ?? '' }] : []),
    { title: said.configuration, cell: ({ configurations }) => (configurations ?? []).join(', ') },
    {
      title: said.status,
      cell: ({ status, issued = [] }) => (
        <>
          <StateBadge status={status} /> <ChangedStatus issued={issued} />
        </>
      ),
    },
    { title: said.why, cell: ({ error }) => inConsoleLanguage(error ?? {}).explanation ?? error?.code ?? '' },
  ];
  return (
    <>
      <Table caption={said.caption} columns={columns} rows={found.items} keyOf={({ id }) => id} />
      {found.next === undefined || more === undefined ? null : (
        <p class="actions">
          <Button onClick={more}>{said.more}</Button>
        </p>
      )}
    </>
  );
}

function NoSession({ filtered, onClear }: { readonly filtered: boolean; readonly onClear: () => void }): JSX.Element {
  const said = sessionsTexts();
  return (
    <Empty title={filtered ? said.noneFound : said.none}>
      {filtered ? (
        <Button onClick={onClear}>{said.clear}</Button>
      ) : hasRole('operator') ? (
        <Link to="/issue">{said.toIssue}</Link>
      ) : null}
    </Empty>
  );
}
