/** A dry run of the stored configuration: its steps as they happen, the outcome, and the warnings. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { asProblem, type Problem } from '../../api/problem.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Failure, Notice } from '../../parts/failure.tsx';
import { Explained } from '../../parts/timeline.tsx';
import { configurationTexts } from '../../text/configurations.ts';
import { partTexts } from '../../text/parts.ts';
import { germanStop, germanWarning } from '../../text/reason-text.ts';
import { stepText } from '../../text/steps.ts';
import type { ConfigurationKind } from './configuration-kinds.ts';
import { type DryRunReport, type DryRunStep, dryRun } from './dry-run-stream.ts';

export interface DryRunViewProps {
  readonly kind: ConfigurationKind;
  readonly id: string;
  /** The text in the editor is not stored. */
  readonly isChanged: boolean;
}

export function DryRunView({ kind, id, isChanged }: DryRunViewProps): JSX.Element {
  const said = configurationTexts();
  const [steps, setSteps] = useState<readonly DryRunStep[]>([]);
  const [report, setReport] = useState<DryRunReport>();
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = async (): Promise<void> => {
    const control = new AbortController();
    running.current = control;
    setSteps([]);
    setReport(undefined);
    setProblem(undefined);
    setBusy(true);
    try {
      const onStep = (step: DryRunStep): void => setSteps((before) => [...before, step]);
      setReport(await dryRun({ kind, id, body: {}, onStep, signal: control.signal }));
    } catch (error) {
      if (!control.signal.aborted) setProblem(asProblem(error));
    }
    setBusy(false);
  };
  return (
    <>
      <p>{said.dryRunHelp}</p>
      {isChanged ? <Notice kind="warning">{said.dryRunStored}</Notice> : null}
      <Button kind="main" busy={busy} onClick={() => void run()}>
        {said.dryRun}
      </Button>
      <Steps steps={report?.steps ?? steps} />
      <div aria-live="polite">
        {problem === undefined ? null : <Failure problem={problem} />}
        {report === undefined ? null : <Report report={report} />}
      </div>
    </>
  );
}

const tones = { ok: 'good', info: 'plain', refused: 'bad' } as const;

export function Steps({ steps }: { readonly steps: readonly DryRunStep[] }): JSX.Element {
  return (
    <ol class="timeline" aria-live="polite">
      {steps.map((step, index) => (
        <li key={index} class={`step ${step.outcome}`}>
          <p class="step-head">
            <Badge tone={tones[step.outcome]}>{stepText(step.outcome)}</Badge> <strong>{stepText(step.step)}</strong>
          </p>
          <p class="soft small">
            <code>
              {step.method} {step.url}
            </code>{' '}
            {step.status}, {step.ms} ms {step.error ?? ''}
          </p>
        </li>
      ))}
    </ol>
  );
}

const notices = { accepted: 'done', refused: 'alert', stopped: 'warning' } as const;

export function Report({ report }: { readonly report: DryRunReport }): JSX.Element {
  const said = configurationTexts();
  const { outcome, refusal, stopped, warnings, profiles } = report;
  return (
    <>
      <Notice kind={notices[outcome]} title={said.outcome(outcome)}>
        {stopped === undefined ? null : <StopText {...stopped} />}
        {refusal === undefined ? null : (
          <>
            {refusal.description === undefined ? null : <p>{refusal.description}</p>}
            <Explained entry={refusal} />
          </>
        )}
      </Notice>
      <h3>{said.warnings(warnings.length)}</h3>
      <ul>
        {warnings.map((warning) => (
          <li key={`${warning.code} ${warning.pointer ?? ''} ${warning.detail}`}>
            <WarningText {...warning} />
          </li>
        ))}
      </ul>
      {profiles.length === 0 ? null : (
        <>
          <h3>{said.wallets}</h3>
          <ul>
            {profiles.map(({ profile, takes, why }) => (
              <li key={profile}>
                {profile} <Badge tone={takes ? 'good' : 'bad'}>{takes ? said.takes : said.takesNot}</Badge>{' '}
                {why?.join(' ')}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function StopText({ explanation, hint }: NonNullable<DryRunReport['stopped']>): JSX.Element {
  const german = germanStop(explanation);
  if (german === undefined) {
    return (
      <p lang="en">
        {explanation}. {hint}.
      </p>
    );
  }
  return (
    <p>
      {german.explanation} {german.hint}
    </p>
  );
}

/** The server's detail has the value, so it stays next to the German text. */
function WarningText({ code, pointer, detail, hint }: DryRunReport['warnings'][number]): JSX.Element {
  const german = germanWarning(code);
  return (
    <>
      {pointer === undefined ? null : <code>{pointer}</code>} {german?.explanation}{' '}
      <span lang="en" class={german === undefined ? undefined : 'soft'}>
        {detail}.
      </span>{' '}
      <span class="soft">
        {partTexts().what}: {german?.hint ?? hint}
      </span>
    </>
  );
}
