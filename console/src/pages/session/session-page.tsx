/** A session's page: its result, its credentials, its steps, its webhooks, and its end. */
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { AskButton } from '../../parts/ask-button.tsx';
import { Copy } from '../../parts/copy.tsx';
import type { Delivery } from '../../parts/delivery.ts';
import { FactList, type FactListProps } from '../../parts/fact-list.tsx';
import { Notice } from '../../parts/failure.tsx';
import { outcomeOf } from '../../parts/flow/outcome.ts';
import { OutcomePanel } from '../../parts/flow/outcome-panel.tsx';
import { Presented, StateBadge, Steps } from '../../parts/flow/session-parts.tsx';
import type { SessionView } from '../../parts/flow/session-view.ts';
import { type LiveSession, scannedIn, useLiveSession } from '../../parts/flow/use-live-session.ts';
import { Link } from '../../parts/link.tsx';
import { Show } from '../../parts/loading.tsx';
import { Page, type PageParameters, Section } from '../../parts/page.tsx';
import { When } from '../../parts/when.tsx';
import { hasRole } from '../../state/session.ts';
import { useReread } from '../../state/use-reread.ts';
import { flowTexts } from '../../text/flow.ts';
import { outcomeTexts } from '../../text/outcomes.ts';
import { sessionTexts } from '../../text/sessions.ts';
import { pageTitles } from '../../text/shell.ts';
import { Deliveries } from './deliveries.tsx';
import { Issued } from './issued.tsx';
import { canWithdraw, Withdraw } from './withdraw.tsx';

export function SessionPage({ parameters }: PageParameters): JSX.Element {
  const id = parameters.id ?? '';
  const [erased, setErased] = useState(false);
  const said = sessionTexts();
  if (!erased) return <PresentSession id={id} onErased={() => setErased(true)} />;
  return (
    <Page title={pageTitles().session}>
      <Notice kind="done">{said.erased}</Notice>
      <Link to="/sessions">{said.toSessions}</Link>
    </Page>
  );
}

interface PresentSessionProps {
  readonly id: string;
  readonly onErased: () => void;
}

function PresentSession({ id, onErased }: PresentSessionProps): JSX.Element {
  const erasing = useRef(false);
  const live = useLiveSession(id, () => erasing.current);
  const path = `/session/${encodeURIComponent(id)}/deliveries`;
  // A step may have caused a webhook.
  const steps = useRef(0);
  if (!erasing.current) steps.current = live.trace.log.entries.length;
  const deliveries = useReread(
    (signal) => call<readonly Delivery[]>('GET', path, { signal }),
    `${path} ${steps.current}`,
  );
  const erase = hasRole('admin') ? <Erase id={id} erasing={erasing} onErased={onErased} /> : undefined;
  return (
    <Page title={pageTitles().session} actions={erase}>
      <Show of={live.session}>{(session) => <About session={session} live={live} />}</Show>
      <Steps trace={live.trace} />
      {live.session.value.state === 'failed' ? null : <Deliveries session={id} list={deliveries} />}
    </Page>
  );
}

function About({ session, live }: { readonly session: SessionView; readonly live: LiveSession }): JSX.Element {
  const said = sessionTexts();
  return (
    <>
      {session.dryRun === true ? <Notice kind="info">{said.dryRun}</Notice> : null}
      <OutcomePanel outcome={outcomeOf(session, scannedIn(live))}>{nextOf(session)}</OutcomePanel>
      {canWithdraw(session) && hasRole('operator') ? (
        <Withdraw session={session} onChanged={() => live.session.reload()} />
      ) : null}
      <Issued session={session} onChanged={() => live.session.reload()} />
      <Presented session={session} />
      <Section title={said.about}>
        <Facts session={session} />
      </Section>
    </>
  );
}

/** Links a session that ended without a result to its kind's page, for a new start. */
function nextOf(session: SessionView): JSX.Element | undefined {
  const { over, tone } = outcomeOf(session);
  if (!over || tone === 'good' || !hasRole('operator')) return undefined;
  const said = outcomeTexts();
  return session.kind === 'presentation' ? (
    <Link to="/verify">{said.toVerify}</Link>
  ) : (
    <Link to="/issue">{said.toIssue}</Link>
  );
}

export function Facts({ session }: { readonly session: SessionView }): JSX.Element {
  const said = sessionTexts();
  const flow = flowTexts();
  const { id, status, kind, configurations = [], createdAt, updatedAt, expiresAt, state, redemptions } = session;
  const { offerSession, firstSession } = session;
  const rows: FactListProps['rows'] = [
    [flow.state, <StateBadge key="state" status={status} />],
    [said.id, <Copy key="id" value={id} label={said.id} />],
    [said.kind, kind === undefined ? undefined : flow[kind]],
    [said.configurations, configurations.length === 0 ? undefined : configurations.join(', ')],
    [said.created, <When key="created" at={createdAt} />],
    [said.updated, updatedAt === undefined ? undefined : <When key="updated" at={updatedAt} />],
    [said.ends, expiresAt === undefined ? undefined : <When key="ends" at={expiresAt} />],
    [said.reference, state],
    [said.offer, offerSession === undefined ? undefined : <Other key="offer" id={offerSession} />],
    [said.first, firstSession === undefined ? undefined : <Other key="first" id={firstSession} />],
    [said.redemptions, redemptions === undefined ? undefined : said.redeemed(redemptions.redeemed, redemptions.limit)],
  ];
  return <FactList rows={rows} />;
}

function Other({ id }: { readonly id: string }): JSX.Element {
  return <Link to={`/sessions/${encodeURIComponent(id)}`}>{id}</Link>;
}

interface EraseProps extends PresentSessionProps {
  /** True from the call on: what the page reads then is not found. */
  readonly erasing: { current: boolean };
}

function Erase({ id, erasing, onErased }: EraseProps): JSX.Element {
  const said = sessionTexts();
  const erase = async (): Promise<void> => {
    erasing.current = true;
    try {
      await call('DELETE', `/session/${encodeURIComponent(id)}`);
    } catch (error) {
      erasing.current = false;
      throw error;
    }
    onErased();
  };
  return (
    <AskButton verb={said.erase} kind="danger" title={said.eraseTitle} onConfirm={erase}>
      {said.eraseHelp}
    </AskButton>
  );
}
