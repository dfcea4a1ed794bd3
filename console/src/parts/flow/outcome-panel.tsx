/** The result of a session, first on its page: what happened, why, and what to do next. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { outcomeTexts } from '../../text/outcomes.ts';
import { partTexts } from '../../text/parts.ts';
import { Said } from '../said.tsx';
import { Technical } from '../timeline.tsx';
import type { Outcome } from './outcome.ts';

export interface OutcomePanelProps {
  readonly outcome: Outcome;
  /** What can be done next. */
  readonly children?: ComponentChildren;
  /** The heading takes the focus when the panel appears. */
  readonly focus?: boolean;
}

/** A change of the result is read by a screen reader. */
export function OutcomePanel({ outcome, children, focus = false }: OutcomePanelProps): JSX.Element {
  const said = outcomeTexts();
  const { tone, title, text, hint, refusal } = outcome;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus]);
  return (
    <section class={`outcome ${tone}`} aria-label={said.result}>
      <div aria-live="polite">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {text === undefined ? null : (
          <p>
            <Said>{text}</Said>
          </p>
        )}
        {hint === undefined ? null : (
          <p>
            <strong>{partTexts().what}:</strong> <Said>{hint}</Said>
          </p>
        )}
      </div>
      {refusal === undefined ? null : (
        <details>
          <summary>{said.technical}</summary>
          <dl>
            <div>
              <dt>{said.code}</dt>
              <dd>{refusal.code}</dd>
            </div>
            {refusal.description === undefined ? null : (
              <div>
                <dt>{said.walletSaid}</dt>
                <dd>{refusal.description}</dd>
              </div>
            )}
          </dl>
          <Technical entry={refusal} />
        </details>
      )}
      {children === undefined ? null : <div class="actions">{children}</div>}
    </section>
  );
}
