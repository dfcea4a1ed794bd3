/** Names with their values. */
import type { ComponentChildren, JSX } from 'preact';

export interface FactListProps {
  /** Rows with an undefined value are left out. */
  readonly rows: readonly (readonly [name: string, value: ComponentChildren])[];
}

export function FactList({ rows }: FactListProps): JSX.Element {
  return (
    <dl>
      {rows.map(([name, value]) =>
        value === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
