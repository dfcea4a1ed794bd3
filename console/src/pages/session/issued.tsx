/** The issued credentials of a session, and their status. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { pathOf } from '../../api/paths.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Notice } from '../../parts/failure.tsx';
import { type SessionView, type StatusGroup, statusGroups } from '../../parts/flow/session-view.ts';
import { Section } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { hasRole } from '../../state/session.ts';
import { sessionTexts } from '../../text/sessions.ts';

interface Asked {
  readonly configuration: string;
  readonly status: 0 | 1;
}

export interface IssuedProps {
  readonly session: SessionView;
  /** Reads the session again. */
  readonly onChanged: () => Promise<void>;
}

/** Nothing where no credential was issued. */
export function Issued({ session, onChanged }: IssuedProps): JSX.Element | null {
  const said = sessionTexts();
  const [asked, setAsked] = useState<Asked>();
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const groups = statusGroups(session.issued ?? []);
  const ask = (next: Asked | undefined): void => {
    setAsked(next);
    setProblem(undefined);
    setDone(false);
  };
  const change = async ({ configuration, status }: Asked): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    const body = { sessionId: session.id, credentialConfigurationId: configuration, status };
    try {
      await call('POST', pathOf('statusUpdate'), { body });
      await onChanged();
      setAsked(undefined);
      setDone(true);
    } catch (error) {
      setProblem(asProblem(error));
    }
    setBusy(false);
  };
  if (groups.length === 0) return null;
  return (
    <Section title={said.credentials}>
      {done ? <Notice kind="done">{said.changed}</Notice> : null}
      <Table
        caption={said.credentials}
        rows={groups}
        keyOf={({ configuration }) => configuration}
        columns={columnsOf(ask)}
      />
      <ConfirmDialog
        open={asked !== undefined}
        title={
          asked?.status === 0 ? said.restoreTitle(asked.configuration) : said.revokeTitle(asked?.configuration ?? '')
        }
        confirm={asked?.status === 0 ? said.restore : said.revoke}
        danger={asked?.status === 1}
        busy={busy}
        problem={problem}
        onConfirm={() => asked !== undefined && void change(asked)}
        onCancel={() => ask(undefined)}
      >
        <p>{asked?.status === 0 ? said.restoreHelp : said.revokeHelp}</p>
      </ConfirmDialog>
    </Section>
  );
}

function columnsOf(ask: (asked: Asked) => void): readonly Column<StatusGroup>[] {
  const said = sessionTexts();
  const change: Column<StatusGroup> = {
    title: said.status,
    cell: ({ configuration, count, revoked }) => (
      <div class="actions">
        <StatusBadge count={count} revoked={revoked} />
        {hasRole('operator') && revoked < count ? (
          <Button label={`${said.revoke}: ${configuration}`} onClick={() => ask({ configuration, status: 1 })}>
            {said.revoke}
          </Button>
        ) : null}
        {hasRole('operator') && revoked > 0 ? (
          <Button label={`${said.restore}: ${configuration}`} onClick={() => ask({ configuration, status: 0 })}>
            {said.restore}
          </Button>
        ) : null}
      </div>
    ),
  };
  return [
    { title: said.credential, cell: ({ configuration }) => configuration },
    { title: said.count, number: true, cell: ({ count }) => String(count) },
    { title: said.issuedAt, cell: ({ issuedAt }) => <When at={issuedAt} /> },
    change,
  ];
}

function StatusBadge({ count, revoked }: Pick<StatusGroup, 'count' | 'revoked'>): JSX.Element {
  const said = sessionTexts();
  if (revoked === 0) return <Badge tone="good">{said.valid}</Badge>;
  return revoked === count ? (
    <Badge tone="bad">{said.revoked}</Badge>
  ) : (
    <Badge tone="warn">{said.partly(revoked)}</Badge>
  );
}
