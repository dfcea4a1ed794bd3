/** A message from the server with `code` between backticks, as in the catalogue of reasons. */
import type { JSX } from 'preact';

export function Said({ children }: { readonly children: string }): JSX.Element {
  const parts = children.split('`');
  // Without a pair the backtick is a character like others.
  if (parts.length % 2 === 0) return <>{children}</>;
  return <>{parts.map((part, index) => (index % 2 === 1 ? <code key={`${index}-${part}`}>{part}</code> : part))}</>;
}
