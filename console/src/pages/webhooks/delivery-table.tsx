/** A table of deliveries: type, target, number of attempts, and why the last attempt failed. */
import type { JSX } from 'preact';
import type { Answer } from '../../api/answer.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { deliveryTones } from '../../parts/delivery.ts';
import { EventType } from '../../parts/event-type.tsx';
import { Link } from '../../parts/link.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { eventText } from '../../text/events.ts';
import { attemptInConsoleLanguage, endInConsoleLanguage } from '../../text/reason-text.ts';
import { webhookTexts } from '../../text/webhooks.ts';
import { AnswerText } from './answer-text.tsx';

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
          cell: ({ id, type, session }) => (
            <>
              <Link to={`/webhooks?delivery=${encodeURIComponent(id)}`}>{eventText(type)}</Link>
              <p class="small">
                <EventType type={type} />
              </p>
              <p class="small">
                <Link to={`/sessions/${encodeURIComponent(session)}`}>{said.session}</Link>
              </p>
            </>
          ),
        },
        { title: said.target, cell: ({ target }) => <code>{target}</code> },
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
  const { attempts, nextAttemptAt } = delivery;
  const why = endInConsoleLanguage(delivery);
  const last = attempts.at(-1);
  return (
    <>
      {attempts.length === 0 ? <p class="soft">{said.noAttempt}</p> : null}
      {last === undefined ? null : (
        <p>
          {said.tried(attempts.length)} <AnswerText attempt={last} />{' '}
          {last.error === undefined ? null : attemptInConsoleLanguage(last).description}
        </p>
      )}
      {why === undefined ? null : <p class="soft">{why}</p>}
      {nextAttemptAt === undefined ? null : (
        <p class="soft">
          {said.next} <When at={nextAttemptAt} show="time" />
        </p>
      )}
    </>
  );
}
