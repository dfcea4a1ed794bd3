/** The steps of a flow, and for a refused one why, what was expected, what came, and what to change. */
import type { JSX } from 'preact';
import type { Answer } from '../api/answer.ts';
import { partTexts } from '../text/parts.ts';
import { inConsoleLanguage } from '../text/reason-text.ts';
import { stepText } from '../text/steps.ts';
import { Badge, type Tone } from './badge.tsx';
import { Said } from './said.tsx';
import { When } from './when.tsx';

export type TraceEntry = Answer<'TraceEntry'>;
export type TraceGap = Answer<'TraceGap'>;

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

/** New entries are read by a screen reader as they come. */
export function Timeline({ label, entries, gaps = [] }: TimelineProps): JSX.Element {
  return (
    <ol class="timeline" aria-label={label} aria-live="polite">
      {entries.map((entry) => (
        <Entry key={`${entry.id}-${entry.request}-${entry.outcome}`} entry={entry} gaps={gaps} />
      ))}
    </ol>
  );
}

function Entry({ entry, gaps }: { readonly entry: TraceEntry; readonly gaps: readonly TraceGap[] }): JSX.Element {
  const missing = gaps.filter(({ after }) => after === entry.id).reduce((sum, { count }) => sum + count, 0);
  return (
    <li class={`step ${entry.outcome}`}>
      <p class="step-head">
        <Badge tone={tones[entry.outcome]}>{stepText(entry.outcome)}</Badge> <strong>{stepText(entry.step)}</strong>{' '}
        <span class="soft">
          {stepText(entry.who)}, <When at={entry.at} show="time" />
        </span>
      </p>
      <p class="soft small">
        <code>
          {entry.method} {entry.route ?? ''}
        </code>{' '}
        {entry.status}, {entry.ms} ms
      </p>
      {entry.explanation === undefined ? null : <Explained entry={entry} />}
      {missing === 0 ? null : <p class="soft">{partTexts().missingEntries(missing)}</p>}
    </li>
  );
}

/** Reason, hint and facts; for entries of traces, and of lists of failures. */
export function Explained({ entry }: { readonly entry: Partial<TraceEntry> }): JSX.Element {
  const said = partTexts();
  const { reason, standard, blame, facts, checks } = entry;
  const { explanation, hint } = inConsoleLanguage(entry);
  const known = Object.entries(facts ?? {});
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
      <p class="facts">
        {reason === undefined ? null : (
          <span>
            {said.reason} <code>{reason}</code>
          </span>
        )}
        {standard === undefined ? null : (
          <span>
            {said.standard} {standard.document}, {standard.section}
          </span>
        )}
        {blame === undefined ? null : (
          <span>
            {said.blame} {blame}
          </span>
        )}
      </p>
      {known.length === 0 && checks === undefined ? null : (
        <details>
          <summary>{said.facts}</summary>
          <dl>
            {known.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
              </div>
            ))}
          </dl>
          {checks === undefined ? null : (
            <p class="soft">
              {said.checks}: {checks.map(({ check, ok }) => `${check} ${ok ? '✓' : '✗'}`).join(', ')}
            </p>
          )}
        </details>
      )}
    </div>
  );
}
