/** Warns that the data is outdated, or that a live view is interrupted. */
import type { JSX } from 'preact';
import type { StreamState } from '../api/stream.ts';
import { partTexts } from '../text/parts.ts';
import { Button } from './button.tsx';
import { timeText } from './when.tsx';

export interface StaleNoticeProps {
  /** When the shown value was read, in milliseconds since the epoch. */
  readonly at: number;
  readonly onRetry?: () => void;
}

export function StaleNotice({ at, onRetry }: StaleNoticeProps): JSX.Element {
  const said = partTexts();
  return (
    <div class="notice warning" role="status">
      <p>{said.stale(timeText(new Date(at).toISOString()))}</p>
      {onRetry === undefined ? null : <Button onClick={onRetry}>{said.retry}</Button>}
    </div>
  );
}

/** Next to a live list: whether it is live. */
export function LiveState({ state }: { readonly state: StreamState | undefined }): JSX.Element {
  const said = partTexts();
  return (
    <p class={`live ${state ?? ''}`} role="status">
      {state === 'live' ? said.live : state === 'reconnecting' ? said.reconnecting : ''}
    </p>
  );
}
