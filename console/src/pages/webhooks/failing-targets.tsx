/** Receivers whose latest attempts failed: since when, with which response, and resending what failed since. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import type { Summary } from '../../parts/delivery-charts.tsx';
import { Notice } from '../../parts/failure.tsx';
import { Said } from '../../parts/said.tsx';
import { When } from '../../parts/when.tsx';
import { hasRole } from '../../state/session.ts';
import { useChange } from '../../state/use-change.ts';
import { attemptInConsoleLanguage } from '../../text/reason-text.ts';
import { webhookTexts } from '../../text/webhooks.ts';
import { AnswerText } from './answer-text.tsx';
import type { ReplayResult } from './replay-result.ts';
import { ReplayResults } from './replay-results.tsx';

type Target = Summary['targets'][number];

export interface FailingTargetsProps {
  readonly targets: Summary['targets'];
  readonly onResent: () => void;
}

export function FailingTargets({ targets, onResent }: FailingTargetsProps): JSX.Element {
  const said = webhookTexts();
  const [asked, setAsked] = useState<Target>();
  const [results, setResults] = useState<readonly ReplayResult[]>();
  const change = useChange();
  const resend = ({ target, failing }: Target): Promise<void> =>
    change.run(async () => {
      setResults(await resendSince(target, failing?.deadFrom));
      setAsked(undefined);
      onResent();
    });
  return (
    <>
      <div aria-live="polite">{results === undefined ? null : <ReplayResults results={results} />}</div>
      {targets.map((target) => (
        <FailingTarget key={target.target} target={target} onResend={hasRole('operator') ? setAsked : undefined} />
      ))}
      <ConfirmDialog
        open={asked !== undefined}
        title={said.resendSinceTitle}
        confirm={said.replay}
        busy={change.busy}
        problem={change.problem}
        onConfirm={() => void (asked === undefined ? undefined : resend(asked))}
        onCancel={() => setAsked(undefined)}
      >
        <p>
          {said.resendSinceHelp} <code>{asked?.target}</code>
        </p>
        <p>{said.replayHelp}</p>
      </ConfirmDialog>
    </>
  );
}

export interface FailingTargetProps {
  readonly target: Target;
  readonly onResend: ((target: Target) => void) | undefined;
}

export function FailingTarget({ target: all, onResend }: FailingTargetProps): JSX.Element | null {
  const said = webhookTexts();
  const { target, failing, waiting, dead } = all;
  if (failing === undefined) return null;
  const { since, last, deadFrom } = failing;
  const { description } = attemptInConsoleLanguage(last);
  return (
    <Notice kind="alert" title={said.failing(target)}>
      <p>
        {said.failingSince} <When at={since} />. {said.lastAnswer} <AnswerText attempt={last} />
        {description === undefined ? null : (
          <>
            {' '}
            <Said>{description}</Said>
          </>
        )}
      </p>
      <p>{said.affected(waiting, dead)}</p>
      {onResend === undefined || deadFrom === undefined ? null : (
        <div class="actions">
          <Button label={said.resendSinceOf(target)} onClick={() => onResend(all)}>
            {said.resendSince}
          </Button>
        </div>
      )}
    </Notice>
  );
}

/** All failed deliveries to a target, a hundred per call. */
async function resendSince(target: string, from: string | undefined): Promise<readonly ReplayResult[]> {
  const results: ReplayResult[] = [];
  let after: string | undefined;
  do {
    const dead = { target, ...(from === undefined ? {} : { from }), ...(after === undefined ? {} : { after }) };
    const answer: { readonly results: readonly ReplayResult[]; readonly next?: string } = await call(
      'POST',
      '/deliveries/replay',
      { body: { dead } },
    );
    results.push(...answer.results);
    after = answer.next;
  } while (after !== undefined);
  return results;
}
