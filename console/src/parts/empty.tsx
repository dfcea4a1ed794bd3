/** A list without entries: what it is for, and how to create the first entry. */
import type { ComponentChildren, JSX } from 'preact';

export interface EmptyProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

export function Empty({ title, children }: EmptyProps): JSX.Element {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}
