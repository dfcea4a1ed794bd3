/** The webhook deliveries of a session: each attempt, and sending again. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { AttemptTable } from '../../parts/attempt-table.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { type Delivery, type DeliveryAttempt, deliveryTones } from '../../parts/delivery.ts';
import { EventType } from '../../parts/event-type.tsx';
import { Failure, Notice } from '../../parts/failure.tsx';
import { Link } from '../../parts/link.tsx';
import { Show } from '../../parts/loading.tsx';
import { Section } from '../../parts/page.tsx';
import { When } from '../../parts/when.tsx';
import type { Resource } from '../../state/loaded.ts';
import { hasRole } from '../../state/session.ts';
import { eventText } from '../../text/events.ts';
import { attemptInConsoleLanguage, endInConsoleLanguage } from '../../text/reason-text.ts';
import { sessionTexts } from '../../text/sessions.ts';

export interface DeliveriesProps {
  readonly session: string;
  readonly list: Resource<readonly Delivery[]>;
}

export function Deliveries({ session, list }: DeliveriesProps): JSX.Element {
  const said = sessionTexts();
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState<string>();
  const [done, setDone] = useState(false);
  const replay = async (id: string): Promise<void> => {
    setBusy(id);
    setProblem(undefined);
    setDone(false);
    try {
      await call('POST', `/session/${encodeURIComponent(session)}/deliveries/${encodeURIComponent(id)}/replay`);
      setDone(true);
      await list.reload();
    } catch (error) {
      setProblem(asProblem(error));
    }
    setBusy(undefined);
  };
  return (
    <Section title={said.deliveries} actions={<Button onClick={() => void list.reload()}>{said.reload}</Button>}>
      {problem === undefined ? null : <Failure problem={problem} />}
      {done ? <Notice kind="done">{said.replayed}</Notice> : null}
      <Show of={list}>
        {(all) =>
          all.length === 0 ? (
            <p class="soft">{said.noDeliveries}</p>
          ) : (
            all.map((delivery) => (
              <DeliverySheet
                key={delivery.id}
                delivery={delivery}
                busy={busy === delivery.id}
                onReplay={hasRole('operator') ? () => void replay(delivery.id) : undefined}
              />
            ))
          )
        }
      </Show>
    </Section>
  );
}

export interface DeliverySheetProps {
  readonly delivery: Delivery;
  readonly busy: boolean;
  /** Absent for callers who may not resend it. */
  readonly onReplay: (() => void) | undefined;
}

export function DeliverySheet({ delivery, busy, onReplay }: DeliverySheetProps): JSX.Element {
  const said = sessionTexts();
  const { id, type, target, state, attempts, nextAttemptAt } = delivery;
  const why = endInConsoleLanguage(delivery);
  return (
    <div class="delivery">
      <div class="section-head">
        <div>
          <h3>
            <Link to={`/webhooks?delivery=${encodeURIComponent(id)}`}>{eventText(type)}</Link>
          </h3>
          <p class="facts">
            <Badge tone={deliveryTones[state]}>{said[state]}</Badge>
            <EventType type={type} />
            <code>{target}</code>
            {nextAttemptAt === undefined ? null : (
              <span>
                {said.next} <When at={nextAttemptAt} />
              </span>
            )}
          </p>
        </div>
        {onReplay === undefined || state === 'leased' ? null : (
          <Button label={said.replayLabel(type)} busy={busy} onClick={onReplay}>
            {said.replay}
          </Button>
        )}
      </div>
      {why === undefined ? null : <p>{why}</p>}
      {attempts.length === 0 ? null : <Attempts attempts={attempts} />}
    </div>
  );
}

function Attempts({ attempts }: { readonly attempts: readonly DeliveryAttempt[] }): JSX.Element {
  const said = sessionTexts();
  return (
    <AttemptTable
      attempts={attempts}
      first={said.attempt}
      responses={[
        {
          title: said.answer,
          cell: (attempt) =>
            `${attempt.status ?? said.noAnswer}${attempt.error === undefined ? '' : `: ${attemptInConsoleLanguage(attempt).description ?? ''}`}`,
        },
      ]}
    />
  );
}
