/** Data loaded from the server, in each of its states. */
import type { ComponentChildren, JSX } from 'preact';
import type { Resource } from '../state/loaded.ts';
import { partTexts } from '../text/parts.ts';
import { Failure } from './failure.tsx';
import { StaleNotice } from './stale-notice.tsx';

export interface ShowProps<T> {
  readonly of: Resource<T>;
  readonly children: (value: T) => ComponentChildren;
}

/** Shows progress, the value, the value with the notice that it is stale, or the failure with a second attempt. */
export function Show<T>({ of, children }: ShowProps<T>): JSX.Element {
  const now = of.value;
  const retry = (): void => void of.reload();
  switch (now.state) {
    case 'loading':
      return <Loading />;
    case 'failed':
      return <Failure problem={now.problem} onRetry={retry} />;
    case 'stale':
      return (
        <>
          <StaleNotice at={now.at} onRetry={retry} />
          {children(now.value)}
        </>
      );
    case 'ready':
      return <>{children(now.value)}</>;
  }
}

export function Loading(): JSX.Element {
  return (
    <p class="loading" role="status">
      {partTexts().loading}
    </p>
  );
}
