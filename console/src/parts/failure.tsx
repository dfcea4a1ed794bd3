/** A failed call: what happened, why, and what to do next. */
import type { ComponentChildren, JSX } from 'preact';
import type { Problem } from '../api/problem.ts';
import { partTexts } from '../text/parts.ts';
import { inConsoleLanguage } from '../text/reason-text.ts';
import { Button } from './button.tsx';
import { Said } from './said.tsx';

export interface FailureProps {
  readonly problem: Problem;
  readonly onRetry?: () => void;
  /** The purpose of this call, if the failure's title is not enough. */
  readonly title?: string;
  /** The errors are shown elsewhere, each at its place. */
  readonly withoutErrors?: boolean;
}

export function Failure({ problem, onRetry, title, withoutErrors = false }: FailureProps): JSX.Element {
  const said = partTexts();
  const { errors, requestId, reason } = problem;
  const { explanation } = inConsoleLanguage(problem);
  const advice = adviceOf(problem);
  return (
    <Notice kind="alert" title={title ?? titleOf(problem)}>
      {problem.status === 0 ? null : (
        <p>
          <Said>{explanation ?? problem.detail}</Said>
        </p>
      )}
      {withoutErrors || errors.length === 0 ? null : (
        <ul>
          {errors.map(({ pointer, detail }) => (
            <li key={pointer + detail}>
              {pointer === '' ? null : <code>{pointer}</code>} {detail}
            </li>
          ))}
        </ul>
      )}
      {advice === undefined ? null : (
        <p>
          <strong>{said.what}:</strong> <Said>{advice}</Said>
        </p>
      )}
      {reason === undefined && requestId === undefined ? null : (
        <p class="facts">
          {reason === undefined ? null : (
            <span>
              {said.reason} <code>{reason}</code>
            </span>
          )}
          {requestId === undefined ? null : (
            <span>
              {said.request} <code>{requestId}</code>
            </span>
          )}
        </p>
      )}
      {onRetry === undefined ? null : <Button onClick={onRetry}>{said.retry}</Button>}
    </Notice>
  );
}

function titleOf({ status, code }: Problem): string {
  const said = partTexts();
  if (code === 'no_answer') return said.noAnswer;
  if (status === 403) return said.forbidden;
  if (status === 404) return said.missing;
  if (status === 429) return said.limited;
  return status >= 500 || status === 0 ? said.server : said.refused;
}

function adviceOf(problem: Problem): string | undefined {
  const said = partTexts();
  const { status, code, retryAfter } = problem;
  const { hint } = inConsoleLanguage(problem);
  if (hint !== undefined) return hint;
  if (code === 'no_answer') return said.noAnswerHelp;
  if (retryAfter !== undefined) return said.wait(retryAfter);
  return status >= 500 || status === 0 ? said.serverHelp : undefined;
}

export interface NoticeProps {
  /** `alert` is read immediately, the others when the screen reader is idle. */
  readonly kind: 'alert' | 'warning' | 'done' | 'info';
  readonly title?: string;
  readonly children?: ComponentChildren;
}

/** A message about a recent event. */
export function Notice({ kind, title, children }: NoticeProps): JSX.Element {
  return (
    <div class={`notice ${kind}`} role={kind === 'alert' ? 'alert' : 'status'}>
      {title === undefined ? null : <p class="notice-title">{title}</p>}
      {children}
    </div>
  );
}
