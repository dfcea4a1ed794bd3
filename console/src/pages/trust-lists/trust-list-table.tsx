/** A tenant's trust lists: state, age, next update, and changes in the last day. */
import type { JSX } from 'preact';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Empty } from '../../parts/empty.tsx';
import { RowActions } from '../../parts/row-actions.tsx';
import { Said } from '../../parts/said.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { germanListWarning, inConsoleLanguage, type ListWarning } from '../../text/reason-text.ts';
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
    /** Handed over by an operator. */
    readonly loaded?: boolean;
    readonly warnings?: readonly ListWarning[];
  };
  readonly check?: {
    readonly at: string;
    readonly outcome: string;
    readonly reason?: string;
    readonly explanation?: string;
    readonly hint?: string;
  };
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
  readonly onLoad?: (id: string) => void;
}

export function TrustListTable({ lists, now, ...actions }: TrustListTableProps): JSX.Element {
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
        { title: said.changed, cell: (one) => <Changes of={one} now={now} /> },
        { title: said.entries, cell: (one) => <Entries of={one} {...actions} /> },
      ]}
    />
  );
}

function Named({ of: { id, url, list, origin, pointedBy } }: { readonly of: TrustList }): JSX.Element {
  const said = trustListTexts();
  return (
    <>
      <strong>{id}</strong>
      {list === undefined ? null : <p class="small">{list.operator}</p>}
      <p class="small code">{url}</p>
      <p class="small">{said.originOf(origin, pointedBy)}</p>
    </>
  );
}

function State({ of: { state, inForce, check, list } }: { readonly of: TrustList }): JSX.Element {
  const said = trustListTexts();
  const { explanation, hint } = inConsoleLanguage(check ?? {});
  // A list that was never accepted has the state of its last check.
  const shown = state === 'absent' && check !== undefined ? check.outcome : state;
  return (
    <>
      <Badge tone={TONES[shown] ?? 'plain'}>{said.stateName(shown)}</Badge>
      {inForce ? null : <p class="small">{said.notInForce}</p>}
      {explanation === undefined ? null : (
        <p class="small">
          <Said>{[explanation, hint].filter(Boolean).join(' ')}</Said>
        </p>
      )}
      {(list?.warnings ?? []).map((warning, index) => {
        const shown = germanListWarning(warning);
        return (
          <p key={index} class="small" {...(shown === undefined ? { lang: 'en' } : {})}>
            {shown ?? warning.detail}
          </p>
        );
      })}
      <p class="small soft">
        {list === undefined ? null : (
          <>
            {said.number} {list.sequenceNumber}. {list.loaded === true ? `${said.loaded} ` : ''}
          </>
        )}
        {list?.nextUpdate === undefined ? null : (
          <>
            {said.nextUpdate} <When at={list.nextUpdate} />.{' '}
          </>
        )}
        {check === undefined ? null : (
          <>
            {said.checked} <When at={check.at} />.
          </>
        )}
      </p>
    </>
  );
}

/** The changes of the last day. The first list from a source has everything as added. */
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

/** The number of entries, and the actions: a source that was stored here can be changed. */
function Entries({
  of: { id, list, origin },
  onShow,
  onEdit,
  onDelete,
  onLoad,
}: { readonly of: TrustList } & Omit<TrustListTableProps, 'lists' | 'now'>): JSX.Element {
  const said = trustListTexts();
  return (
    <RowActions
      name={id}
      actions={[
        { text: said.show, label: said.showOf(id), run: list && (() => onShow(id)) },
        { text: said.load, label: said.loadTitle(id), run: onLoad && (() => onLoad(id)) },
        { text: said.edit, label: said.editOf(id), run: origin === 'api' && onEdit ? () => onEdit(id) : undefined },
      ]}
      onDelete={origin === 'api' ? onDelete : undefined}
    >
      <span>{list?.entries ?? '–'}</span>
    </RowActions>
  );
}
