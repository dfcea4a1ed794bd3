/** The trust lists of the tenant, the entries of the one that was chosen, and how a source is stored and deleted. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Show } from '../../parts/loading.tsx';
import { Section } from '../../parts/page.tsx';
import { hasRole } from '../../state/session.ts';
import { useChange } from '../../state/use-change.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { trustTexts } from '../../text/trust.ts';
import { trustListTexts } from '../../text/trust-lists.ts';
import { AddTrustList, draftOf, EMPTY_LIST, type StoredList } from './add-trust-list.tsx';
import { TrustEntriesOf } from './trust-entries.tsx';
import { type TrustList, TrustListTable } from './trust-list-table.tsx';

const pathOf = (id: string): string => `/trust/lists/${encodeURIComponent(id)}`;

export function TrustListsSection(): JSX.Element {
  const said = trustListTexts();
  const lists = useLoaded((signal) => call<readonly TrustList[]>('GET', '/trust/lists', { signal }));
  const [shown, setShown] = useState<string>();
  const [start, setStart] = useState(EMPTY_LIST);
  const [asked, setAsked] = useState<string>();
  const change = useChange();
  const remove = (id: string): Promise<void> =>
    change.run(async () => {
      await call('DELETE', pathOf(id));
      setAsked(undefined);
      await lists.reload();
    });
  const edit = (id: string): Promise<void> =>
    change.run(async () => setStart(draftOf(await call<StoredList>('GET', pathOf(id)))));
  const editing = hasRole('admin') ? { onEdit: (id: string) => void edit(id), onDelete: setAsked } : {};
  return (
    <Section title={said.title}>
      <Show of={lists}>
        {(found) => <TrustListTable lists={found} now={Date.now()} onShow={setShown} {...editing} />}
      </Show>
      {shown === undefined ? null : <TrustEntriesOf id={shown} />}
      {asked === undefined && change.problem !== undefined ? <Failure problem={change.problem} /> : null}
      {hasRole('admin') ? <AddTrustList key={start.id} start={start} onStored={() => lists.reload()} /> : null}
      <ConfirmDialog
        open={asked !== undefined}
        title={asked === undefined ? '' : said.deleteTitle(asked)}
        confirm={trustTexts().delete}
        danger
        busy={change.busy}
        problem={change.problem}
        onCancel={() => setAsked(undefined)}
        onConfirm={() => asked !== undefined && void remove(asked)}
      >
        <p>{said.deleteHelp}</p>
      </ConfirmDialog>
    </Section>
  );
}
