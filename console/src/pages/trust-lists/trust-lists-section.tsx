/** The tenant's trust lists, the entries of the selected one, and storing and deleting sources. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { DeleteDialog } from '../../parts/delete-dialog.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Show } from '../../parts/loading.tsx';
import { Section } from '../../parts/page.tsx';
import { hasRole } from '../../state/session.ts';
import { useChange } from '../../state/use-change.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { trustListTexts } from '../../text/trust-lists.ts';
import { AddTrustList, draftOf, EMPTY_LIST, type StoredList } from './add-trust-list.tsx';
import { LoadTrustList } from './load-trust-list.tsx';
import { TrustEntriesOf } from './trust-entries.tsx';
import { type TrustList, TrustListTable } from './trust-list-table.tsx';

const pathOf = (id: string): string => `/trust/lists/${encodeURIComponent(id)}`;

export function TrustListsSection(): JSX.Element {
  const said = trustListTexts();
  const lists = useLoaded((signal) => call<readonly TrustList[]>('GET', '/trust/lists', { signal }));
  const [shown, setShown] = useState<string>();
  const [start, setStart] = useState(EMPTY_LIST);
  const [asked, setAsked] = useState<string>();
  const [loading, setLoading] = useState<string>();
  const change = useChange();
  const remove = async (id: string): Promise<void> => {
    await call('DELETE', pathOf(id));
    await lists.reload();
  };
  const edit = (id: string): Promise<void> =>
    change.run(async () => setStart(draftOf(await call<StoredList>('GET', pathOf(id)))));
  const editing = hasRole('admin')
    ? { onEdit: (id: string) => void edit(id), onDelete: setAsked, onLoad: setLoading }
    : {};
  return (
    <Section title={said.title}>
      <Show of={lists}>
        {(found) => <TrustListTable lists={found} now={Date.now()} onShow={setShown} {...editing} />}
      </Show>
      {shown === undefined ? null : <TrustEntriesOf key={shown} id={shown} />}
      {change.problem === undefined ? null : <Failure problem={change.problem} />}
      {hasRole('admin') ? <AddTrustList key={start} start={start} onStored={() => lists.reload()} /> : null}
      <LoadTrustList asked={loading} onLoaded={() => lists.reload()} onClose={() => setLoading(undefined)} />
      <DeleteDialog asked={asked} title={said.deleteTitle} onDelete={remove} onClose={() => setAsked(undefined)}>
        {said.deleteHelp}
      </DeleteDialog>
    </Section>
  );
}
