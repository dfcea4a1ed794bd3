/** The page "Status lists": how full each list is, when it was signed, and the entries of a session's credentials. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Answer } from '../../api/answer.ts';
import { call, callPage } from '../../api/call.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Copy } from '../../parts/copy.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Field } from '../../parts/field.tsx';
import { Show } from '../../parts/loading.tsx';
import { Page, type PageParameters, Section } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { useLoaded } from '../../state/use-loaded.ts';
import { pageTitles } from '../../text/shell.ts';
import { statusNames } from '../../text/status-changes.ts';
import { statusListTexts } from '../../text/status-lists.ts';

export type StatusListState = Answer<'StatusListState'>;
export type StatusEntry = Answer<'StatusEntry'>;

/** Lists of one page; a tenant with more has tens of millions of credentials. */
const MAX_LISTS = 100;

export function StatusListsPage(_: PageParameters): JSX.Element {
  const said = statusListTexts();
  const lists = useLoaded((signal) =>
    callPage<StatusListState>('/status-lists', { signal, query: { limit: MAX_LISTS } }).then(({ items }) => items),
  );
  return (
    <Page title={pageTitles().statusLists} lead={said.lead}>
      <Section title={said.lists} actions={<Button onClick={() => void lists.reload()}>{said.reload}</Button>}>
        <Show of={lists}>{(found) => <StatusLists lists={found} />}</Show>
      </Section>
      <LookUp />
    </Page>
  );
}

export function StatusLists({ lists }: { readonly lists: readonly StatusListState[] }): JSX.Element {
  const said = statusListTexts();
  if (lists.length === 0) return <Empty title={said.none}>{said.noneHelp}</Empty>;
  return (
    <Table
      caption={said.lists}
      rows={lists}
      keyOf={({ number }) => String(number)}
      columns={[
        { title: said.number, cell: ({ number }) => number, number: true },
        { title: said.keySet, cell: ({ keySet }) => keySet ?? said.ownKeys },
        {
          title: said.state,
          cell: ({ closed }) => <Badge tone={closed ? 'plain' : 'good'}>{closed ? said.closed : said.open}</Badge>,
        },
        { title: said.fill, cell: (list) => <Fill list={list} /> },
        { title: said.published, cell: ({ publishedAt }) => <When at={publishedAt} /> },
        { title: said.expires, cell: ({ expiresAt }) => <When at={expiresAt} /> },
        { title: said.address, cell: ({ uri, number }) => <Copy value={uri} label={said.addressOf(number)} /> },
      ]}
    />
  );
}

function Fill({ list: { used, size, free, number } }: { readonly list: StatusListState }): JSX.Element {
  const said = statusListTexts();
  return (
    <>
      <meter min={0} max={size} value={used} high={size * 0.9} aria-label={said.fillOf(number)}>
        {used}
      </meter>
      <p class="small soft">{said.used(used, size, free)}</p>
    </>
  );
}

type Found = { readonly entries: readonly StatusEntry[] } | { readonly problem: Problem };

/** The entries of a session's credentials in their lists. The entries outlive the session. */
function LookUp(): JSX.Element {
  const said = statusListTexts();
  const [id, setId] = useState('');
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<Found>();
  const look = async (): Promise<void> => {
    setBusy(true);
    const path = `/status-management/${encodeURIComponent(id.trim())}`;
    setFound(
      await call<readonly StatusEntry[]>('GET', path).then(
        (entries) => ({ entries }),
        (error: unknown) => ({ problem: asProblem(error) }),
      ),
    );
    setBusy(false);
  };
  return (
    <Section title={said.lookUp}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (id.trim() !== '') void look();
        }}
      >
        <Field label={said.session} help={said.sessionHelp} value={id} onInput={setId} required />
        <Button type="submit" kind="main" busy={busy}>
          {said.find}
        </Button>
      </form>
      <div aria-live="polite">
        {found === undefined ? null : 'problem' in found ? (
          <Failure problem={found.problem} />
        ) : (
          <StatusEntries entries={found.entries} />
        )}
      </div>
    </Section>
  );
}

export function StatusEntries({ entries }: { readonly entries: readonly StatusEntry[] }): JSX.Element {
  const said = statusListTexts();
  const names = statusNames();
  return (
    <Table
      caption={said.entries}
      rows={entries}
      keyOf={({ uri, idx }) => `${uri} ${idx}`}
      columns={[
        { title: said.configuration, cell: ({ credentialConfigurationId }) => credentialConfigurationId },
        { title: said.index, cell: ({ idx }) => idx, number: true },
        {
          title: said.status,
          cell: ({ status }) => {
            if (status === 0) return <Badge tone="good">{names.valid}</Badge>;
            return status === 2 ? (
              <Badge tone="warn">{names.suspended}</Badge>
            ) : (
              <Badge tone="bad">{names.revoked}</Badge>
            );
          },
        },
        { title: said.address, cell: ({ uri }) => <code>{uri}</code> },
      ]}
    />
  );
}
