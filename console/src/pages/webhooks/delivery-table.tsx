/** A table of deliveries: type, target, number of attempts, and why the last attempt failed. */
import type { JSX } from 'preact';
import type { Answer } from '../../api/answer.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { deliveryTones } from '../../parts/delivery.ts';
import { Link } from '../../parts/link.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { webhookTexts } from '../../text/webhooks.ts';

export type Delivery = Answer<'ListedDelivery'>;

export interface DeliveryTableProps {
  readonly items: readonly Delivery[];
  /** Without `onReplay` the table only shows. */
  readonly chosen?: ReadonlySet<string>;
  readonly onToggle?: (id: string) => void;
  readonly onReplay?: (id: string) => void;
}

export function DeliveryTable({ items, chosen, onToggle, onReplay }: DeliveryTableProps): JSX.Element {
  const said = webhookTexts();
  const choose: Column<Delivery> = {
    title: said.choose,
    cell: ({ id, type }) => (
      <input
        type="checkbox"
        checked={chosen?.has(id) ?? false}
        aria-label={said.chooseOne(type, id)}
        onChange={() => onToggle?.(id)}
      />
    ),
  };
  const again: Column<Delivery> = {
    title: said.action,
    cell: ({ id, type, state }) =>
      state === 'leased' ? null : (
        <Button label={said.replayOne(type, id)} onClick={() => onReplay?.(id)}>
          {said.replay}
        </Button>
      ),
  };
  return (
    <Table
      caption={said.deliveries}
      rows={items}
      keyOf={({ id }) => id}
      columns={[
        ...(onToggle === undefined ? [] : [choose]),
        {
          title: said.event,
          cell: ({ type, session }) => (
            <>
              <code>{type}</code>
              <p class="small">
                <Link to={`/sessions/${encodeURIComponent(session)}`}>{said.session}</Link>
              </p>
            </>
          ),
        },
        { title: said.target, cell: ({ target }) => target },
        { title: said.state, cell: ({ state }) => <Badge tone={deliveryTones[state]}>{said.states(state)}</Badge> },
        { title: said.made, cell: ({ createdAt }) => <When at={createdAt} /> },
        { title: said.attempts, cell: (delivery) => <Attempts delivery={delivery} /> },
        ...(onReplay === undefined ? [] : [again]),
      ]}
    />
  );
}

function Attempts({ delivery }: { readonly delivery: Delivery }): JSX.Element {
  const said = webhookTexts();
  const { attempts, description, reason, nextAttemptAt } = delivery;
  const last = attempts.at(-1);
  return (
    <>
      {attempts.length === 0 ? <p class="soft">{said.noAttempt}</p> : null}
      {last === undefined ? null : (
        <p>
          {said.tried(attempts.length)} {last.status === undefined ? null : `HTTP ${last.status}. `}
          {last.description ?? last.error ?? ''}
        </p>
      )}
      {reason === undefined ? null : <p class="soft">{description ?? reason}</p>}
      {nextAttemptAt === undefined ? null : (
        <p class="soft">
          {said.next} <When at={nextAttemptAt} show="time" />
        </p>
      )}
      {attempts.length < 2 ? null : (
        <details>
          <summary>{said.allAttempts}</summary>
          <ol>
            {attempts.map(({ at, milliseconds, status, error, description: why }) => (
              <li key={at}>
                <When at={at} />: {status ?? why ?? error ?? ''} ({milliseconds} ms)
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}
