/** One published trust list: its entities with each certificate's expiry, and who changed what. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Answer } from '../../api/answer.ts';
import { call } from '../../api/call.ts';
import { Badge } from '../../parts/badge.tsx';
import { DeleteDialog } from '../../parts/delete-dialog.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Show } from '../../parts/loading.tsx';
import { RowActions } from '../../parts/row-actions.tsx';
import { Table } from '../../parts/table.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { When } from '../../parts/when.tsx';
import { hasRole } from '../../state/session.ts';
import { language } from '../../state/settings.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { hostedListTexts } from '../../text/hosted-lists.ts';
import { keyTexts } from '../../text/keys.ts';
import { type HostedEntity, type HostedListAnswer, hostedListPath } from './hosted-draft.ts';
import { HostedEntityForm } from './hosted-entity-form.tsx';

export type HostedVersion = Answer<'HostedListVersion'>;

/** Days: fewer are shown as a warning. */
const FEW = 30;

export interface HostedListDetailsProps {
  readonly id: string;
  readonly onPublished: () => Promise<void>;
}

export function HostedListDetails({ id, onPublished }: HostedListDetailsProps): JSX.Element {
  const said = hostedListTexts();
  const path = hostedListPath(id);
  const [selected, setSelected] = useState('entities');
  const list = useLoaded((signal) => call<HostedListAnswer>('GET', path, { signal }));
  const versions = useLoaded((signal) => call<readonly HostedVersion[]>('GET', `${path}/versions`, { signal }));
  const published = async (): Promise<void> => {
    await Promise.all([list.reload(), versions.reload(), onPublished()]);
  };
  return (
    <>
      <h3>{said.detailsOf(id)}</h3>
      <Tabs
        label={said.detailsOf(id)}
        selected={selected}
        onSelect={setSelected}
        tabs={[
          {
            id: 'entities',
            title: said.entities,
            content: () => <Show of={list}>{(found) => <EntitiesOf list={found} onPublished={published} />}</Show>,
          },
          {
            id: 'history',
            title: said.history,
            content: () => <Show of={versions}>{(found) => <History versions={found} />}</Show>,
          },
        ]}
      />
    </>
  );
}

interface EntitiesOfProps {
  readonly list: HostedListAnswer;
  readonly onPublished: () => Promise<void>;
}

function EntitiesOf({ list, onPublished }: EntitiesOfProps): JSX.Element {
  const said = hostedListTexts();
  const [edited, setEdited] = useState<HostedEntity>();
  const [asked, setAsked] = useState<string>();
  const mayWrite = hasRole('admin') && list.state !== 'closed';
  const remove = async (entity: string): Promise<void> => {
    const path = `${hostedListPath(list.id)}/entities/${encodeURIComponent(entity)}`;
    await call('DELETE', path, { query: { revision: list.revision } });
    await onPublished();
  };
  const published = async (): Promise<void> => {
    setEdited(undefined);
    await onPublished();
  };
  return (
    <>
      <Entities entities={list.trustedEntities} {...(mayWrite ? { onEdit: setEdited, onRemove: setAsked } : {})} />
      {mayWrite ? (
        <HostedEntityForm key={`${edited?.id} ${list.revision}`} list={list} entity={edited} onPublished={published} />
      ) : null}
      <DeleteDialog
        asked={asked}
        title={said.removeTitle}
        confirm={said.remove}
        onDelete={remove}
        onClose={() => setAsked(undefined)}
      >
        {said.removeHelp}
      </DeleteDialog>
    </>
  );
}

export interface EntitiesProps {
  readonly entities: readonly HostedEntity[];
  /** Absent: nothing can be changed. */
  readonly onEdit?: (entity: HostedEntity) => void;
  readonly onRemove?: (id: string) => void;
}

export function Entities({ entities, onEdit, onRemove }: EntitiesProps): JSX.Element {
  const said = hostedListTexts();
  if (entities.length === 0) return <Empty title={said.noEntities} />;
  return (
    <Table
      caption={said.entities}
      rows={entities}
      keyOf={({ id }) => id}
      columns={[
        {
          title: said.entity,
          cell: (one) => (
            <>
              <strong>{nameIn(one.name)}</strong>
              <p class="small">{one.id}</p>
              <RowActions
                name={one.id}
                actions={[
                  { text: said.edit, label: said.changeOf(one.id), run: onEdit && (() => onEdit(one)) },
                  { text: said.remove, label: said.removeOf(one.id), run: onRemove && (() => onRemove(one.id)) },
                ]}
              />
            </>
          ),
        },
        {
          title: said.services,
          cell: ({ services }) =>
            services.map((service, index) => (
              <p key={index}>
                {[nameIn(service.name), said.purpose(service.purpose), service.status].filter(Boolean).join(', ')}
              </p>
            )),
        },
        {
          title: said.certificates,
          cell: ({ services }) =>
            services
              .flatMap(({ certificates }) => certificates)
              .map(({ subject, sha256, daysLeft }) => (
                <p key={sha256}>
                  {subject}{' '}
                  <Badge tone={daysLeft < 0 ? 'bad' : daysLeft < FEW ? 'warn' : 'plain'}>
                    {keyTexts().daysLeft(daysLeft)}
                  </Badge>
                </p>
              )),
        },
      ]}
    />
  );
}

export function History({ versions }: { readonly versions: readonly HostedVersion[] }): JSX.Element {
  const said = hostedListTexts();
  return (
    <Table
      caption={said.history}
      rows={versions}
      keyOf={({ sequenceNumber }) => String(sequenceNumber)}
      columns={[
        { title: said.number, number: true, cell: ({ sequenceNumber }) => sequenceNumber },
        { title: said.issued, cell: ({ issuedAt }) => <When at={issuedAt} /> },
        {
          title: said.change,
          cell: ({ change, entity }) => [said.changeName(change), entity].filter(Boolean).join(': '),
        },
        { title: said.by, cell: ({ by }) => by ?? said.server },
        { title: said.entities, number: true, cell: ({ entities }) => entities },
      ]}
    />
  );
}

/** A text in the console's language, or the first one. */
function nameIn(texts: readonly unknown[]): string {
  const all = texts as readonly { readonly lang?: string; readonly value?: string }[];
  const found = all.find(({ lang }) => lang?.toLowerCase().startsWith(language.value) === true) ?? all[0];
  return found?.value ?? '';
}
