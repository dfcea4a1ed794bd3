/** One published trust list: its entities with each certificate's expiry, and who changed what. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Answer } from '../../api/answer.ts';
import { call } from '../../api/call.ts';
import { Badge } from '../../parts/badge.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Show } from '../../parts/loading.tsx';
import { Table } from '../../parts/table.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { When } from '../../parts/when.tsx';
import { language } from '../../state/settings.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { hostedListTexts } from '../../text/hosted-lists.ts';
import { keyTexts } from '../../text/keys.ts';

type Details = Answer<'HostedListDetails'>;
export type HostedEntity = Details['trustedEntities'][number];
export type HostedVersion = Answer<'HostedListVersion'>;

/** Days: fewer are shown as a warning. */
const FEW = 30;

export function HostedListDetails({ id }: { readonly id: string }): JSX.Element {
  const said = hostedListTexts();
  const path = `/hosted-lists/${encodeURIComponent(id)}`;
  const [selected, setSelected] = useState('entities');
  const list = useLoaded((signal) => call<Details>('GET', path, { signal }));
  const versions = useLoaded((signal) => call<readonly HostedVersion[]>('GET', `${path}/versions`, { signal }));
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
            content: () => <Show of={list}>{(found) => <Entities entities={found.trustedEntities} />}</Show>,
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

export function Entities({ entities }: { readonly entities: readonly HostedEntity[] }): JSX.Element {
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
          cell: ({ id, name }) => (
            <>
              <strong>{nameIn(name)}</strong>
              <p class="small">{id}</p>
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
