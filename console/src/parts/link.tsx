/** A link to a page of the console: changes the page without a load. */
import type { ComponentChildren, JSX } from 'preact';
import { hrefOf, navigate } from '../state/address.ts';

export interface LinkProps {
  /** Below `/console`, such as `/sessions?status=failed`. */
  readonly to: string;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly current?: boolean;
}

export function Link({ to, children, class: name, current }: LinkProps): JSX.Element {
  const follow = (event: MouseEvent): void => {
    // A new window or tab is the browser's work.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a
      href={hrefOf(to)}
      onClick={follow}
      {...(name === undefined ? {} : { class: name })}
      {...(current === true ? { 'aria-current': 'page' as const } : {})}
    >
      {children}
    </a>
  );
}
