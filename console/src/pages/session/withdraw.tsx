/** Takes back an offer or a request that no wallet has used yet. */
import type { JSX } from 'preact';
import { call } from '../../api/call.ts';
import { AskButton } from '../../parts/ask-button.tsx';
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
  const withdraw = async (): Promise<void> => {
    await call('POST', `/session/${encodeURIComponent(session.id)}/cancel`);
    onChanged();
  };
  return (
    <AskButton
      verb={said.withdraw}
      title={session.kind === 'presentation' ? said.withdrawRequest : said.withdrawOffer}
      onConfirm={withdraw}
    >
      {said.withdrawHelp}
    </AskButton>
  );
}
