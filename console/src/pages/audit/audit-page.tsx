/** The page "Audit": who did what, by session and time; and as a file. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { callPage, type ListPage } from '../../api/call.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { Button } from '../../parts/button.tsx';
import { startOf } from '../../parts/day.ts';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Field, Select } from '../../parts/field.tsx';
import { Show } from '../../parts/loading.tsx';
import { Page, type PageParameters, Section } from '../../parts/page.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { address, setQuery } from '../../state/address.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { auditTexts } from '../../text/audit.ts';
import { auditActions } from '../../text/audit-actions.ts';
import { pageTitles } from '../../text/shell.ts';
import { type AuditRecord, AuditTable } from './audit-table.tsx';
import { exportRecords } from './export-records.ts';

const PAGE = 50;

export function AuditPage(_: PageParameters): JSX.Element {
  const said = auditTexts();
  const query = auditQuery(address.value.query);
  const records = useLoaded(
    (signal) => callPage<AuditRecord>('/audit', { signal, query: { ...query, limit: PAGE } }),
    [JSON.stringify(query)],
  );
  return (
    <Page title={pageTitles().audit} lead={said.lead}>
      <Filter key={JSON.stringify(address.value.query)} />
      <Section title={said.records} actions={<Export query={query} />}>
        <Show of={records}>{(first) => <Records first={first} query={query} />}</Show>
      </Section>
    </Page>
  );
}

/** The API query: only changes, unless one action or everything is requested. */
export function auditQuery(query: Readonly<Record<string, string>>): RecordsProps['query'] {
  const { session, client, action, show, from, until } = query;
  const changes = show !== 'all' && (action ?? '') === '' ? 'true' : undefined;
  return { session, client, action, changes, from: startOf(from), until: startOf(until) };
}

function Filter(): JSX.Element {
  const said = auditTexts();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(address.value.query);
  const actions = Object.entries(auditActions() as Readonly<Record<string, string>>);
  const choose = (name: 'show' | 'action') => (value: string) => setTyped({ ...typed, [name]: value });
  const field = (name: 'session' | 'client' | 'from' | 'until', type: 'text' | 'date'): JSX.Element => (
    <Field
      label={said[name]}
      name={name}
      type={type}
      value={typed[name] ?? ''}
      onInput={(value) => setTyped({ ...typed, [name]: value })}
    />
  );
  return (
    <Section title={said.filter}>
      <form
        aria-label={said.filter}
        onSubmit={(event) => {
          event.preventDefault();
          const { show, action, from, until } = typed;
          setQuery({ show, action, client: typed.client?.trim(), session: typed.session?.trim(), from, until });
        }}
      >
        <div class="filters">
          <Select
            label={said.show}
            name="show"
            value={typed.show ?? ''}
            options={[
              { value: '', text: said.changes },
              { value: 'all', text: said.all },
            ]}
            onChange={choose('show')}
          />
          <Select
            label={said.action}
            name="action"
            value={typed.action ?? ''}
            options={[{ value: '', text: said.any }, ...actions.map(([value, text]) => ({ value, text }))]}
            onChange={choose('action')}
          />
          {field('client', 'text')}
          {field('session', 'text')}
          {field('from', 'date')}
          {field('until', 'date')}
        </div>
        <div class="actions">
          <Button type="submit" kind="main">
            {said.apply}
          </Button>
          <Button onClick={() => setQuery({})}>{said.clear}</Button>
        </div>
      </form>
    </Section>
  );
}

interface RecordsProps {
  readonly first: ListPage<AuditRecord>;
  readonly query: Readonly<Record<string, string | undefined>>;
}

/** The first page, and the older pages loaded on request. */
export function Records({ first, query }: RecordsProps): JSX.Element {
  const said = auditTexts();
  const [older, setOlder] = useState<ListPage<AuditRecord>>({ items: [], next: first.next });
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  useEffect(() => setOlder({ items: [], next: first.next }), [first]);
  const readOlder = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const page = await callPage<AuditRecord>('/audit', { query: { ...query, limit: PAGE, after: older.next } });
      setOlder({ items: [...older.items, ...page.items], next: page.next });
    } catch (error) {
      setProblem(asProblem(error));
    }
    setBusy(false);
  };
  const rows = [...first.items, ...older.items];
  if (rows.length === 0) return <Empty title={said.none}>{said.noneHelp}</Empty>;
  return (
    <>
      <AuditTable rows={rows} />
      {problem === undefined ? null : <Failure problem={problem} />}
      {older.next === undefined ? null : (
        <div class="actions">
          <Button busy={busy} onClick={() => void readOlder()}>
            {said.more}
          </Button>
        </div>
      )}
    </>
  );
}

function Export({ query }: Pick<RecordsProps, 'query'>): JSX.Element {
  const said = auditTexts();
  const [state, setState] = useState<{ readonly count: number; readonly ended: boolean }>();
  const [problem, setProblem] = useState<Problem>();
  const run = async (): Promise<void> => {
    setProblem(undefined);
    let count = 0;
    const onCount = (found: number): void => {
      count = found;
      setState({ count, ended: false });
    };
    try {
      const content = await exportRecords({ query, signal: new AbortController().signal, onCount });
      saveFile(content, `audit-${new Date().toISOString().slice(0, 10)}.jsonl`);
      setState({ count, ended: true });
    } catch (error) {
      setState(undefined);
      setProblem(asProblem(error));
    }
  };
  return (
    <>
      <Button busy={state?.ended === false} onClick={() => void run()}>
        {said.export}
      </Button>
      <span role="status" class="soft">
        {state === undefined ? '' : state.ended ? said.exported(state.count) : said.exporting(state.count)}
      </span>
      {problem === undefined ? null : <Failure problem={problem} />}
    </>
  );
}
