/** The type of an event as code, which breaks only after a dot. */
import type { JSX } from 'preact';

export function EventType({ type }: { readonly type: string }): JSX.Element {
  const parts = type.split(/(?<=\.)/);
  return (
    <code class="event-type">
      {parts.map((part, index) => (
        <>
          {index === 0 ? null : <wbr />}
          {part}
        </>
      ))}
    </code>
  );
}
