/** The trust lists that the tenant publishes: their state, and the selected list with its entities and history. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Answer } from '../../api/answer.ts';
import { call } from '../../api/call.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Copy } from '../../parts/copy.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Show } from '../../parts/loading.tsx';
import { Section } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { useLoaded } from '../../state/use-loaded.ts';
import { hostedListTexts } from '../../text/hosted-lists.ts';
import { HostedListDetails } from './hosted-list-details.tsx';

export type HostedList = Answer<'HostedList'>;

const TONES: Readonly<Record<string, Tone>> = { published: 'good', ended: 'bad', closed: 'plain' };

export function HostedListsSection(): JSX.Element {
  const said = hostedListTexts();
  const lists = useLoaded((signal) => call<readonly HostedList[]>('GET', '/hosted-lists', { signal }));
  const [shown, setShown] = useState<string>();
  return (
    <Section title={said.title}>
      <Show of={lists}>{(found) => <HostedListTable lists={found} onShow={setShown} />}</Show>
      {shown === undefined ? null : <HostedListDetails key={shown} id={shown} />}
    </Section>
  );
}

export interface HostedListTableProps {
  readonly lists: readonly HostedList[];
  readonly onShow: (id: string) => void;
}

export function HostedListTable({ lists, onShow }: HostedListTableProps): JSX.Element {
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
          cell: ({ id, entities }) => (
            <div class="actions">
              {entities}
              <Button label={said.showOf(id)} onClick={() => onShow(id)}>
                {said.show}
              </Button>
            </div>
          ),
        },
      ]}
    />
  );
}
