/** The steps of a flow. For a refused step: why, the expected and the received value, and what to change. */
import type { JSX } from 'preact';
import { partTexts } from '../text/parts.ts';
import { inConsoleLanguage } from '../text/reason-text.ts';
import { stepText } from '../text/steps.ts';
import { Badge, type Tone } from './badge.tsx';
import { FactList, type FactListProps } from './fact-list.tsx';
import { Said } from './said.tsx';
import { type StepRow, stepRows } from './step-groups.ts';
import type { TraceEntry, TraceGap } from './trace-entry.ts';
import { When } from './when.tsx';

export interface TimelineProps {
  readonly label: string;
  readonly entries: readonly TraceEntry[];
  readonly gaps?: readonly TraceGap[];
}

const tones: Readonly<Record<TraceEntry['outcome'], Tone>> = {
  ok: 'good',
  refused: 'bad',
  failed: 'bad',
  info: 'plain',
};

/** A screen reader announces new entries as they arrive. */
export function Timeline({ label, entries, gaps = [] }: TimelineProps): JSX.Element {
  return (
    <ol class="timeline" aria-label={label} aria-live="polite">
      {stepRows(entries).map((row) => (
        <Row key={`${row.all[0]?.id}-${row.all[0]?.request}-${row.entry.outcome}`} row={row} gaps={gaps} />
      ))}
    </ol>
  );
}

function Row({ row, gaps }: { readonly row: StepRow; readonly gaps: readonly TraceGap[] }): JSX.Element {
  const said = partTexts();
  const { entry, all } = row;
  const missing = gaps
    .filter(({ after }) => all.some(({ id }) => id === after))
    .reduce((sum, { count }) => sum + count, 0);
  return (
    <li class={`step ${entry.outcome}`}>
      <p class="step-head">
        <Badge tone={tones[entry.outcome]}>{stepText(entry.outcome)}</Badge>{' '}
        <strong>
          {all.length === 1 ? '' : `${all.length} × `}
          {stepText(entry.step)}
        </strong>{' '}
        <span class="soft">
          {stepText(entry.who)}, {all.length === 1 ? '' : `${said.until} `}
          <When at={entry.at} show="time" />
        </span>
      </p>
      {all.length === 1 ? <Call entry={entry} /> : <Calls all={all} />}
      {entry.explanation === undefined ? null : <Explained entry={entry} />}
      {missing === 0 ? null : <p class="soft">{said.missingEntries(missing)}</p>}
    </li>
  );
}

function Call({ entry }: { readonly entry: TraceEntry }): JSX.Element {
  return (
    <p class="soft small">
      <code>
        {entry.method} {entry.route ?? ''}
      </code>{' '}
      {entry.status}, {entry.ms} ms
    </p>
  );
}

function Calls({ all }: { readonly all: readonly TraceEntry[] }): JSX.Element {
  return (
    <details>
      <summary>{partTexts().eachOne}</summary>
      <ol class="calls">
        {all.map((entry) => (
          <li key={`${entry.id}-${entry.request}`}>
            <When at={entry.at} show="time" />
            <Call entry={entry} />
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Explanation and hint, with the rest behind a click; for entries of traces, and of lists of failures. */
export function Explained({ entry }: { readonly entry: Partial<TraceEntry> }): JSX.Element {
  const said = partTexts();
  const { explanation, hint } = inConsoleLanguage(entry);
  return (
    <div class="explained">
      {explanation === undefined ? null : (
        <p>
          <Said>{explanation}</Said>
        </p>
      )}
      {hint === undefined ? null : (
        <p>
          <strong>{said.what}:</strong> <Said>{hint}</Said>
        </p>
      )}
      <details>
        <summary>{said.facts}</summary>
        <Technical entry={entry} />
      </details>
    </div>
  );
}

/** What a developer needs: the reason's name, the section of the standard, expected and received values. */
export function Technical({ entry }: { readonly entry: Partial<TraceEntry> }): JSX.Element {
  const said = partTexts();
  const { reason, standard, blame, facts, checks } = entry;
  const rows: FactListProps['rows'] = [
    [said.reason, reason === undefined ? undefined : <code key="reason">{reason}</code>],
    [said.standard, standard === undefined ? undefined : `${standard.document}, ${standard.section}`],
    [said.blame, blame === undefined ? undefined : stepText(blame)],
    ...Object.entries(facts ?? {}).map(
      ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    ),
    [said.checks, checks?.map(({ check, ok }) => `${check} ${ok ? '✓' : '✗'}`).join(', ')],
  ];
  return <FactList rows={rows} />;
}
