/** A table; on a narrow screen each row becomes a list of its cells with their headings. */
import type { ComponentChildren, JSX } from 'preact';

export interface Column<T> {
  readonly title: string;
  readonly cell: (row: T) => ComponentChildren;
  /** Align numbers to the right. */
  readonly number?: boolean;
}

export interface TableProps<T> {
  /** What the rows are, for readers. */
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
}

export function Table<T>({ caption, columns, rows, keyOf }: TableProps<T>): JSX.Element {
  return (
    <table class="table">
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, number }) => (
            <th key={title} scope="col" class={number === true ? 'number' : ''}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, cell, number }) => (
              <td key={title} data-title={title} class={number === true ? 'number' : ''}>
                <div>{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
