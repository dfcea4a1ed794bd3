/**
 * The first page: today's events, failures and their reasons, the health, and in an empty system the steps to the first
 * credential.
 */
import type { ComponentChildren, JSX } from 'preact';
import type { Answer } from '../../api/answer.ts';
import { call, callPage } from '../../api/call.ts';
import { asProblem } from '../../api/problem.ts';
import { Badge } from '../../parts/badge.tsx';
import { Chart } from '../../parts/chart.tsx';
import { DeliveryCharts, type Summary } from '../../parts/delivery-charts.tsx';
import { Empty } from '../../parts/empty.tsx';
import { EuMissing } from '../../parts/eu/eu-parts.tsx';
import { Notice } from '../../parts/failure.tsx';
import { Link } from '../../parts/link.tsx';
import { Show } from '../../parts/loading.tsx';
import { Page, type PageParameters, Section } from '../../parts/page.tsx';
import { type Days, daysOf, Period, periodStart } from '../../parts/period.tsx';
import { Table } from '../../parts/table.tsx';
import { Explained } from '../../parts/timeline.tsx';
import { When } from '../../parts/when.tsx';
import { address } from '../../state/address.ts';
import { hasRole } from '../../state/session.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { homeTexts } from '../../text/home.ts';
import { periodTexts } from '../../text/period.ts';
import { inConsoleLanguage } from '../../text/reason-text.ts';
import { pageTitles } from '../../text/shell.ts';
import { stepText } from '../../text/steps.ts';

export type Overview = Answer<'Overview'>;
type Failed = Answer<'OverviewFailure'>;

/** How far an empty system is on the way to its first credential. */
export interface FirstSteps {
  readonly configured: boolean;
  readonly offered: boolean;
}

/** Milliseconds between two reads; each is a record of the audit log. */
const EVERY = 30_000;
/** For periods whose numbers hardly change. */
const SELDOM = 300_000;
/** `GET /overview` counts deliveries up to this number. */
const MAX_COUNTED = 1000;

export function HomePage(_: PageParameters): JSX.Element {
  const said = homeTexts();
  const days = daysOf(address.value.query.days);
  const overview = useLoaded(
    (signal) => call<Overview>('GET', '/overview', { signal, query: { from: periodStart(days, new Date()) } }),
    [days],
    { every: days === 1 ? EVERY : SELDOM },
  );
  const summary = useLoaded(
    (signal) => call<Summary>('GET', '/deliveries/summary', { signal, query: { from: periodStart(days, new Date()) } }),
    [days],
    { every: SELDOM },
  );
  const first = useLoaded(readFirstSteps);
  const steps = first.value.value;
  return (
    <Page title={pageTitles().home} lead={said.lead} actions={<Period days={days} />}>
      {steps === undefined ? null : <FirstCredential steps={steps} />}
      <EuMissing />
      <Show of={overview}>
        {(found) => (
          <Today overview={found} days={days}>
            <Show of={summary}>{(all) => <DeliveryCharts summary={all} />}</Show>
          </Today>
        )}
      </Show>
    </Page>
  );
}

/** @returns undefined if a wallet has already received a credential */
async function readFirstSteps(signal: AbortSignal): Promise<FirstSteps | undefined> {
  const some = { signal, query: { limit: 1 } };
  try {
    const [configurations, any, issued, completed] = await Promise.all([
      call<readonly unknown[]>('GET', '/issuer-management', { signal }),
      callPage('/session', some),
      callPage('/session', { signal, query: { limit: 1, status: 'issued' } }),
      callPage('/session', { signal, query: { limit: 1, status: 'completed' } }),
    ]);
    if (issued.items.length + completed.items.length > 0) return undefined;
    return { configured: configurations.length > 0, offered: any.items.length > 0 };
  } catch (error) {
    // The steps are only a help. If they can't be loaded, the rest of the page explains why.
    if (asProblem(error).status !== 0) return undefined;
    throw error;
  }
}

export function FirstCredential({ steps }: { readonly steps: FirstSteps }): JSX.Element | null {
  const said = homeTexts();
  if (!hasRole('operator')) return null;
  const all = [
    { to: '/configurations', title: said.step1, help: said.step1Help, done: steps.configured },
    { to: '/issue', title: said.step2, help: said.step2Help, done: steps.offered },
    { to: '/sessions', title: said.step3, help: said.step3Help, done: false },
  ];
  return (
    <Section title={said.first}>
      <p class="soft">{said.firstHelp}</p>
      <ol class="first-steps">
        {all.map(({ to, title, help, done }) => (
          <li key={to}>
            <p>
              <Link to={to}>{title}</Link> {done ? <Badge tone="good">{said.done}</Badge> : null}
            </p>
            <p class="soft">{help}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

export interface TodayProps {
  readonly overview: Overview;
  readonly days?: Days;
  /** The charts of webhooks. */
  readonly children?: ComponentChildren;
}

/** What `GET /overview` says. */
export function Today({ overview, days = 1, children }: TodayProps): JSX.Element {
  const said = homeTexts();
  const { issued, presented, statusChanges, refused, failures, deliveries, health } = overview;
  const counted = (count: number): string => (count >= MAX_COUNTED ? said.atLeast(count) : String(count));
  const numbers: readonly (readonly [string, string, string?])[] = [
    [said.issued, String(issued), '/sessions'],
    [said.presented, String(presented), '/sessions'],
    [said.statusChanges, String(statusChanges)],
    [said.refusedRequests, String(refused.reduce((sum, { count }) => sum + count, 0))],
    [said.waiting, counted(deliveries.waiting), '/webhooks'],
    [said.dead, counted(deliveries.dead), '/webhooks'],
  ];
  return (
    <>
      <Attention overview={overview} />
      <Section title={periodTexts().lastDays(days)}>
        <dl class="numbers">
          {numbers.map(([name, number, to]) => (
            <div key={name}>
              <dt>{to === undefined ? name : <Link to={to}>{name}</Link>}</dt>
              <dd>{number}</dd>
            </div>
          ))}
        </dl>
        <WalletCharts times={overview.times} />
      </Section>
      {children === undefined ? null : <Section title={said.webhooks}>{children}</Section>}
      <div class="columns">
        <Failures failures={failures} />
        <div>
          {refused.length === 0 ? null : (
            <Section title={said.refused}>
              <Table
                caption={said.refused}
                rows={refused}
                keyOf={({ reason }) => reason}
                columns={[
                  {
                    title: said.reason,
                    cell: ({ reason, explanation }) => <Reason reason={reason} explanation={explanation} />,
                  },
                  { title: said.count, cell: ({ count }) => count, number: true },
                ]}
              />
            </Section>
          )}
          <Health health={health} />
        </div>
      </div>
    </>
  );
}

function WalletCharts({ times }: Pick<Overview, 'times'>): JSX.Element {
  const said = homeTexts();
  const starts = times.map(({ at }) => at);
  return (
    <div class="columns charts">
      <Chart
        title={said.wallets}
        times={starts}
        stacked
        series={[
          { title: said.issued, tone: 'good', values: times.map(({ issued }) => issued) },
          { title: said.presented, tone: 'busy', values: times.map(({ presented }) => presented) },
        ]}
      />
      <Chart
        title={said.refusedRequests}
        times={starts}
        series={[{ title: said.refusedRequests, tone: 'bad', values: times.map(({ refused }) => refused) }]}
      />
    </div>
  );
}

/** What somebody must do, before any number; empty if nothing is wrong. */
function Attention({ overview: { deliveries, health } }: { readonly overview: Overview }): JSX.Element | null {
  const said = homeTexts();
  if (deliveries.dead === 0 && health.status === 'ok') return null;
  return (
    <Notice kind="warning" title={said.attention}>
      {health.status === 'ok' ? null : <p>{said.unhealthy}</p>}
      {deliveries.dead === 0 ? null : (
        <p>
          {said.deadWebhooks(deliveries.dead)} <Link to="/webhooks">{said.toWebhooks}</Link>
        </p>
      )}
    </Notice>
  );
}

function Reason({
  reason,
  explanation,
}: {
  readonly reason: string;
  readonly explanation: string | undefined;
}): JSX.Element {
  const shown = inConsoleLanguage({ reason, ...(explanation !== undefined && { explanation }) }).explanation;
  return (
    <>
      <code>{reason}</code>
      {shown === undefined ? null : <p class="soft small">{shown}</p>}
    </>
  );
}

function Failures({ failures }: { readonly failures: readonly Failed[] }): JSX.Element {
  const said = homeTexts();
  return (
    <Section title={said.failures}>
      {failures.length === 0 ? (
        <Empty title={said.noFailures}>
          <p>{said.noFailuresHelp}</p>
        </Empty>
      ) : (
        <ol class="timeline">
          {failures.map((failure) => (
            <li class="step refused" key={failure.request}>
              <p class="step-head">
                <strong>{stepText(failure.step)}</strong>{' '}
                <span class="soft">
                  <When at={failure.at} />
                </span>
              </p>
              <Explained entry={failure} />
              {failure.session === undefined ? null : (
                <Link to={`/sessions/${encodeURIComponent(failure.session)}`}>{said.toSession}</Link>
              )}
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

function Health({ health }: { readonly health: Overview['health'] }): JSX.Element {
  const said = homeTexts();
  const isWell = health.status === 'ok';
  return (
    <Section title={said.health}>
      <p>{isWell ? said.healthy : said.unhealthy}</p>
      <Table
        caption={said.components}
        rows={health.components}
        keyOf={({ name }) => name}
        columns={[
          { title: said.component, cell: ({ name }) => <code>{name}</code> },
          {
            title: said.state,
            cell: ({ status, message }) => (
              <>
                <Badge tone={status === 'up' ? 'good' : 'bad'}>{status === 'up' ? said.up : said.down}</Badge>{' '}
                {message === undefined ? null : <span class="soft small">{message}</span>}
              </>
            ),
          },
        ]}
      />
    </Section>
  );
}
