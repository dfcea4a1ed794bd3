/** The trust lists that the tenant publishes: their state, and the selected list with its entities and history. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Answer } from '../../api/answer.ts';
import { call } from '../../api/call.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Copy } from '../../parts/copy.tsx';
import { DeleteDialog } from '../../parts/delete-dialog.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Failure, Notice } from '../../parts/failure.tsx';
import { Show } from '../../parts/loading.tsx';
import { Section } from '../../parts/page.tsx';
import { RowActions } from '../../parts/row-actions.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { hasRole } from '../../state/session.ts';
import { useChange } from '../../state/use-change.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { hostedListTexts } from '../../text/hosted-lists.ts';
import { type HostedListAnswer, hostedListPath } from './hosted-draft.ts';
import { HostedListDetails } from './hosted-list-details.tsx';
import { HostedListForm } from './hosted-list-form.tsx';

export type HostedList = Answer<'HostedList'>;

const TONES: Readonly<Record<string, Tone>> = { published: 'good', ended: 'bad', closed: 'plain' };

export function HostedListsSection(): JSX.Element {
  const said = hostedListTexts();
  const lists = useLoaded((signal) => call<readonly HostedList[]>('GET', '/hosted-lists', { signal }));
  const [shown, setShown] = useState<string>();
  const [edited, setEdited] = useState<HostedListAnswer>();
  const [asked, setAsked] = useState<string>();
  const [done, setDone] = useState<string>();
  const change = useChange();
  const mayWrite = hasRole('admin');
  const edit = (id: string): Promise<void> =>
    change.run(async () => setEdited(await call<HostedListAnswer>('GET', hostedListPath(id))));
  const published = async (id: string): Promise<void> => {
    setEdited(undefined);
    await lists.reload();
    setDone(said.published(id));
  };
  const close = async (id: string): Promise<void> => {
    const { revision } = await call<HostedListAnswer>('GET', hostedListPath(id));
    await call('DELETE', hostedListPath(id), { query: { revision } });
    await published(id);
  };
  const editing = mayWrite ? { onEdit: (id: string) => void edit(id), onClose: setAsked } : {};
  return (
    <Section title={said.title}>
      <Show of={lists}>{(found) => <HostedListTable lists={found} onShow={setShown} {...editing} />}</Show>
      <div aria-live="polite">
        {change.problem === undefined ? null : <Failure problem={change.problem} />}
        {done === undefined ? null : <Notice kind="done">{done}</Notice>}
      </div>
      {mayWrite ? (
        <HostedListForm key={`${edited?.id} ${edited?.revision}`} list={edited} onPublished={published} />
      ) : null}
      {shown === undefined ? null : <HostedListDetails key={shown} id={shown} onPublished={() => published(shown)} />}
      <DeleteDialog
        asked={asked}
        title={said.closeTitle}
        confirm={said.close}
        onDelete={close}
        onClose={() => setAsked(undefined)}
      >
        {said.closeHelp}
      </DeleteDialog>
    </Section>
  );
}

export interface HostedListTableProps {
  readonly lists: readonly HostedList[];
  readonly onShow: (id: string) => void;
  /** Absent: nothing can be changed. */
  readonly onEdit?: (id: string) => void;
  readonly onClose?: (id: string) => void;
}

export function HostedListTable({ lists, onShow, onEdit, onClose }: HostedListTableProps): JSX.Element {
  const said = hostedListTexts();
  if (lists.length === 0) return <Empty title={said.none}>{said.noneHelp}</Empty>;
  return (
    <Table
      caption={said.title}
      rows={lists}
      keyOf={({ id }) => id}
      columns={[
        {
          title: said.list,
          cell: ({ id, url }) => (
            <>
              <strong>{id}</strong>
              <p class="small">
                <Copy value={url} label={said.addressOf(id)} />
              </p>
            </>
          ),
        },
        {
          title: said.state,
          cell: ({ state }) => <Badge tone={TONES[state] ?? 'plain'}>{said.stateName(state)}</Badge>,
        },
        { title: said.number, number: true, cell: ({ sequenceNumber }) => sequenceNumber },
        {
          title: said.nextUpdate,
          cell: ({ nextUpdate }) => (nextUpdate === undefined ? '–' : <When at={nextUpdate} />),
        },
        {
          title: said.entities,
          cell: ({ id, entities, state }) => (
            <RowActions
              name={id}
              actions={[
                { text: said.show, label: said.showOf(id), run: () => onShow(id) },
                { text: said.edit, label: said.changeOf(id), run: onEdit && (() => onEdit(id)) },
                {
                  text: said.close,
                  label: said.closeOf(id),
                  run: state === 'closed' || onClose === undefined ? undefined : () => onClose(id),
                },
              ]}
            >
              {entities}
            </RowActions>
          ),
        },
      ]}
    />
  );
}
