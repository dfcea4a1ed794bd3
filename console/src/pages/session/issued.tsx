/** The issued credentials of a session, and their status. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { pathOf } from '../../api/paths.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Notice } from '../../parts/failure.tsx';
import { Select } from '../../parts/field.tsx';
import { type SessionView, type StatusGroup, statusGroups } from '../../parts/flow/session-view.ts';
import { StatusBadges } from '../../parts/flow/status-badges.tsx';
import { Section } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { hasRole, type SignedIn, session } from '../../state/session.ts';
import { sessionTexts } from '../../text/sessions.ts';
import {
  statusChangeHelp,
  statusChangeLabels,
  statusChangeTitles,
  statusReasons,
  statusReasonTexts,
} from '../../text/status-changes.ts';
import { type StatusChoice, statusChoices, statusOfChoice } from './status-choices.ts';

interface Asked {
  readonly configuration: string;
  readonly choice: StatusChoice;
}

export interface IssuedProps {
  readonly session: SessionView;
  /** Reads the session again. */
  readonly onChanged: () => Promise<void>;
}

/** Empty if no credential was issued. */
export function Issued({ session: shown, onChanged }: IssuedProps): JSX.Element | null {
  const said = sessionTexts();
  const [asked, setAsked] = useState<Asked>();
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const [reason, setReason] = useState('');
  const groups = statusGroups(shown.issued ?? []);
  const ask = (next: Asked | undefined): void => {
    setAsked(next);
    setReason('');
    setProblem(undefined);
    setDone(false);
  };
  const change = async ({ configuration, choice }: Asked): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    const about = { sessionId: shown.id, credentialConfigurationId: configuration, status: statusOfChoice[choice] };
    const body = { ...about, ...(reason === '' ? {} : { reason }) };
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
        title={statusChangeTitles()[asked?.choice ?? 'revoke'](asked?.configuration ?? '')}
        confirm={statusChangeLabels()[asked?.choice ?? 'revoke']}
        danger={asked?.choice === 'revoke'}
        busy={busy}
        problem={problem}
        onConfirm={() => asked !== undefined && void change(asked)}
        onCancel={() => ask(undefined)}
      >
        <p>{helpOf(asked?.choice ?? 'revoke')}</p>
        <ReasonField value={reason} onChange={setReason} />
      </ConfirmDialog>
    </Section>
  );
}

/** Why: one of a list, because free text could identify a user. */
function ReasonField(props: { readonly value: string; readonly onChange: (reason: string) => void }): JSX.Element {
  const said = statusReasonTexts();
  const options = Object.entries(statusReasons()).map(([value, text]) => ({ value, text }));
  return (
    <Select
      label={said.label}
      help={said.help}
      name="reason"
      options={[{ value: '', text: said.none }, ...options]}
      {...props}
    />
  );
}

function profileNow(): SignedIn['profile'] {
  const now = session.value;
  return now.state === 'in' ? now.profile : undefined;
}

function helpOf(choice: StatusChoice): string {
  return statusChangeHelp()[choice === 'revoke' && profileNow() === 'eu' ? 'final' : choice];
}

function columnsOf(ask: (asked: Asked) => void): readonly Column<StatusGroup>[] {
  const said = sessionTexts();
  const labels = statusChangeLabels();
  const change: Column<StatusGroup> = {
    title: said.status,
    cell: (group) => (
      <div class="actions">
        <StatusBadges {...group} />
        {(hasRole('operator') ? statusChoices(group, profileNow()) : []).map((choice) => (
          <Button
            key={choice}
            label={`${labels[choice]}: ${group.configuration}`}
            onClick={() => ask({ configuration: group.configuration, choice })}
          >
            {labels[choice]}
          </Button>
        ))}
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
