/** One delivery: its request without claims, and each attempt with its response. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Answer } from '../../api/answer.ts';
import { call } from '../../api/call.ts';
import { AttemptTable } from '../../parts/attempt-table.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { deliveryTones } from '../../parts/delivery.ts';
import { EventType } from '../../parts/event-type.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { Failure } from '../../parts/failure.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { Link } from '../../parts/link.tsx';
import { Show } from '../../parts/loading.tsx';
import { Section } from '../../parts/page.tsx';
import { When } from '../../parts/when.tsx';
import { hasRole } from '../../state/session.ts';
import { useChange } from '../../state/use-change.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { eventText } from '../../text/events.ts';
import { attemptInConsoleLanguage, endInConsoleLanguage } from '../../text/reason-text.ts';
import { webhookTexts } from '../../text/webhooks.ts';
import { AnswerText } from './answer-text.tsx';
import type { ReplayResult } from './replay-result.ts';
import { ReplayResults } from './replay-results.tsx';

export type ShownDelivery = Answer<'ShownDelivery'>;

export function DeliveryDetails({ id }: { readonly id: string }): JSX.Element {
  const said = webhookTexts();
  const delivery = useLoaded(
    (signal) => call<ShownDelivery>('GET', `/deliveries/${encodeURIComponent(id)}`, { signal }),
    [id],
  );
  const change = useChange();
  const [results, setResults] = useState<readonly ReplayResult[]>();
  const resend = (): Promise<void> =>
    change.run(async () => {
      const body = { ids: [id] };
      const answer = await call<{ readonly results: readonly ReplayResult[] }>('POST', '/deliveries/replay', { body });
      setResults(answer.results);
      await delivery.reload();
    });
  return (
    <>
      <p>
        <Link to="/webhooks">{said.back}</Link>
      </p>
      <div aria-live="polite">
        {results === undefined ? null : <ReplayResults results={results} />}
        {change.problem === undefined ? null : <Failure problem={change.problem} />}
      </div>
      <Show of={delivery}>
        {(found) => (
          <DeliverySections
            delivery={found}
            resend={
              hasRole('operator') && found.state !== 'leased' ? (
                <Button busy={change.busy} onClick={() => void resend()}>
                  {said.replay}
                </Button>
              ) : null
            }
          />
        )}
      </Show>
    </>
  );
}

export interface DeliverySectionsProps {
  readonly delivery: ShownDelivery;
  readonly resend: JSX.Element | null;
}

export function DeliverySections({ delivery, resend }: DeliverySectionsProps): JSX.Element {
  const said = webhookTexts();
  const { id, type, state, session, target, createdAt, nextAttemptAt, attempts, request } = delivery;
  const why = endInConsoleLanguage(delivery);
  return (
    <>
      <Section title={eventText(type)} actions={resend}>
        <FactList
          rows={[
            [
              said.state,
              <Badge key="state" tone={deliveryTones[state]}>
                {said.states(state)}
              </Badge>,
            ],
            [said.why, why],
            [said.event, <EventType key="type" type={type} />],
            [said.target, <code key="target">{target}</code>],
            [said.made, <When key="made" at={createdAt} />],
            [said.next, nextAttemptAt === undefined ? undefined : <When key="next" at={nextAttemptAt} />],
            [
              said.session,
              <Link key="session" to={`/sessions/${encodeURIComponent(session)}`}>
                {session}
              </Link>,
            ],
            [said.id, <code key="id">{id}</code>],
          ]}
        />
      </Section>
      <Section title={said.attempts}>
        {attempts.length === 0 ? <p class="soft">{said.noAttempt}</p> : <Attempts attempts={attempts} />}
        <p class="soft small">{said.bodiesNotKept}</p>
      </Section>
      <Section title={said.request}>
        <p>
          <code>
            {request.method} {request.target}
          </code>
        </p>
        <FactList
          rows={Object.entries(request.headers).map(([name, value]) => [name, <code key={name}>{String(value)}</code>])}
        />
        <h3>{said.payload}</h3>
        {request.withheld.length === 0 ? null : <p>{said.withheld}</p>}
        <JsonView value={request.payload} label={said.payload} />
      </Section>
    </>
  );
}

function Attempts({ attempts }: Pick<ShownDelivery, 'attempts'>): JSX.Element {
  const said = webhookTexts();
  return (
    <AttemptTable
      attempts={attempts}
      first={said.time}
      responses={[
        { title: said.answer, cell: (attempt) => <AnswerText attempt={attempt} /> },
        {
          title: said.why,
          cell: (attempt) => (attempt.error === undefined ? '' : attemptInConsoleLanguage(attempt).description),
        },
      ]}
    />
  );
}
