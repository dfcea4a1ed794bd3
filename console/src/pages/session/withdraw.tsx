/** Takes back an offer or a request that no wallet has used yet. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import type { SessionView } from '../../parts/flow/session-view.ts';
import { sessionTexts } from '../../text/sessions.ts';

/** A wallet may redeem it at this moment: then the server refuses the call. */
const OPEN: readonly string[] = ['created', 'pushed', 'presentation_required', 'authorized', 'requested'];

export function canWithdraw({ status, dryRun }: Pick<SessionView, 'status' | 'dryRun'>): boolean {
  return dryRun !== true && OPEN.includes(status);
}

export interface WithdrawProps {
  readonly session: Pick<SessionView, 'id' | 'kind'>;
  readonly onChanged: () => void;
}

export function Withdraw({ session, onChanged }: WithdrawProps): JSX.Element {
  const said = sessionTexts();
  const [asked, setAsked] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const ask = (open: boolean): void => {
    setAsked(open);
    setProblem(undefined);
  };
  const withdraw = async (): Promise<void> => {
    setBusy(true);
    try {
      await call('POST', `/session/${encodeURIComponent(session.id)}/cancel`);
      ask(false);
      onChanged();
    } catch (error) {
      setProblem(asProblem(error));
    }
    setBusy(false);
  };
  return (
    <>
      <Button onClick={() => ask(true)}>{said.withdraw}</Button>
      <ConfirmDialog
        open={asked}
        title={session.kind === 'presentation' ? said.withdrawRequest : said.withdrawOffer}
        confirm={said.withdraw}
        danger
        busy={busy}
        problem={problem}
        onConfirm={() => void withdraw()}
        onCancel={() => ask(false)}
      >
        <p>{said.withdrawHelp}</p>
      </ConfirmDialog>
    </>
  );
}
