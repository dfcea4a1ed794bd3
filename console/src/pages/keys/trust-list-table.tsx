/** The trust lists of a tenant: state, age, next update, and what changed in the last day. */
import type { JSX } from 'preact';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { DeleteButton } from '../../parts/delete-dialog.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { trustListTexts } from '../../text/trust-lists.ts';

interface Change {
  readonly entity: string;
  readonly service: string;
  readonly sha256: string;
}

export interface TrustList {
  readonly id: string;
  readonly url: string;
  readonly state: string;
  readonly inForce: boolean;
  readonly origin?: string;
  readonly pointedBy?: string;
  readonly list?: {
    readonly operator: string;
    readonly sequenceNumber: number;
    readonly nextUpdate?: string;
    readonly entries: number;
    readonly warnings?: readonly { readonly detail: string }[];
  };
  readonly check?: { readonly at: string; readonly explanation?: string; readonly hint?: string };
  readonly changes: readonly {
    readonly at: string;
    readonly sequenceNumber: number;
    readonly added: readonly Change[];
    readonly removed: readonly Change[];
    readonly counts: { readonly added: number; readonly removed: number };
  }[];
}

const TONES: Readonly<Record<string, Tone>> = {
  fresh: 'good',
  stale: 'warn',
  suspect: 'bad',
  expired: 'bad',
  closed: 'bad',
};
const DAY = 86_400_000;

export interface TrustListTableProps {
  readonly lists: readonly TrustList[];
  /** Milliseconds. */
  readonly now: number;
  readonly onShow: (id: string) => void;
  /** Absent: nothing can be changed. */
  readonly onEdit?: (id: string) => void;
  readonly onDelete?: (id: string) => void;
}

export function TrustListTable({ lists, now, onShow, onEdit, onDelete }: TrustListTableProps): JSX.Element {
  const said = trustListTexts();
  if (lists.length === 0) return <Empty title={said.none}>{said.noneHelp}</Empty>;
  return (
    <Table
      caption={said.title}
      rows={lists}
      keyOf={({ id }) => id}
      columns={[
        { title: said.list, cell: (one) => <Named of={one} /> },
        { title: said.state, cell: (one) => <State of={one} /> },
        { title: said.number, number: true, cell: ({ list }) => list?.sequenceNumber ?? '–' },
        {
          title: said.nextUpdate,
          cell: ({ list }) => (list?.nextUpdate === undefined ? '–' : <When at={list.nextUpdate} />),
        },
        { title: said.checked, cell: ({ check }) => (check === undefined ? '–' : <When at={check.at} />) },
        { title: said.changed, cell: (one) => <Changes of={one} now={now} /> },
        { title: said.entries, number: true, cell: (one) => <Entries of={one} onShow={onShow} /> },
        {
          title: said.origin,
          cell: (one) => <Origin of={one} {...(onEdit && { onEdit })} {...(onDelete && { onDelete })} />,
        },
      ]}
    />
  );
}

function Named({ of: { id, url, list } }: { readonly of: TrustList }): JSX.Element {
  return (
    <>
      <strong>{id}</strong>
      <p class="small">{list === undefined ? url : `${list.operator}: ${url}`}</p>
    </>
  );
}

function State({ of: { state, inForce, check, list } }: { readonly of: TrustList }): JSX.Element {
  const said = trustListTexts();
  return (
    <>
      <Badge tone={TONES[state] ?? 'plain'}>{said.stateName(state)}</Badge>
      {inForce ? null : <p class="small">{said.notInForce}</p>}
      {check?.explanation === undefined ? null : (
        <p class="small">
          {check.explanation} {check.hint}
        </p>
      )}
      {(list?.warnings ?? []).map(({ detail }) => (
        <p key={detail} class="small">
          {detail}
        </p>
      ))}
    </>
  );
}

/** Those of the last day; the first list of a source has everything as added. */
function Changes({ of: { changes }, now }: { readonly of: TrustList; readonly now: number }): JSX.Element {
  const said = trustListTexts();
  const recent = changes.filter(({ at }) => now - Date.parse(at) < DAY);
  if (recent.length === 0) return <>{said.noChanges}</>;
  const sum = (side: 'added' | 'removed'): number => recent.reduce((all, { counts }) => all + counts[side], 0);
  return (
    <details>
      <summary>{said.changes(sum('added'), sum('removed'))}</summary>
      <ul>
        {recent.flatMap(({ added, removed, sequenceNumber }) => [
          ...added.map((one) => (
            <li key={`+${sequenceNumber}${one.sha256}`}>{said.added(`${one.entity}, ${one.service}`)}</li>
          )),
          ...removed.map((one) => (
            <li key={`-${sequenceNumber}${one.sha256}`}>{said.removed(`${one.entity}, ${one.service}`)}</li>
          )),
        ])}
      </ul>
    </details>
  );
}

function Entries({
  of: { id, list },
  onShow,
}: {
  readonly of: TrustList;
  readonly onShow: (id: string) => void;
}): JSX.Element {
  const said = trustListTexts();
  if (list === undefined) return <>–</>;
  return (
    <>
      {list.entries}{' '}
      <Button label={said.showOf(id)} onClick={() => onShow(id)}>
        {said.show}
      </Button>
    </>
  );
}

/** Where the source is written; one that was stored here can be changed. */
function Origin({
  of: { id, origin, pointedBy },
  onEdit,
  onDelete,
}: { readonly of: TrustList } & Pick<TrustListTableProps, 'onEdit' | 'onDelete'>): JSX.Element {
  const said = trustListTexts();
  if (origin !== 'api' || onEdit === undefined || onDelete === undefined)
    return <>{said.originOf(origin, pointedBy)}</>;
  return (
    <>
      {said.originOf(origin)}{' '}
      <Button label={said.editOf(id)} onClick={() => onEdit(id)}>
        {said.edit}
      </Button>{' '}
      <DeleteButton name={id} onDelete={onDelete} />
    </>
  );
}
