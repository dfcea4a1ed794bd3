/** JSON to read: as text, never as markup. */
import type { JSX } from 'preact';

export interface JsonViewProps {
  readonly value: unknown;
  readonly label: string;
}

export function JsonView({ value, label }: JsonViewProps): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling needs the keyboard (WCAG 2.1.1).
    <section class="json" aria-label={label} tabIndex={0}>
      <pre>
        <code>{JSON.stringify(value, null, 2)}</code>
      </pre>
    </section>
  );
}
