/** Actions for a table row, next to its main content. */
import type { ComponentChildren, JSX } from 'preact';
import { Button } from './button.tsx';
import { DeleteButton } from './delete-dialog.tsx';

/** The text of a button, and what a reader hears: which row it is of. */
export interface RowAction {
  readonly text: string;
  readonly label: string;
  /** Absent: there is no such button. */
  readonly run?: (() => void) | undefined;
}

export interface RowActionsProps {
  readonly name: string;
  readonly children?: ComponentChildren;
  readonly actions: readonly RowAction[];
  readonly onDelete?: ((name: string) => void) | undefined;
}

export function RowActions({ name, children, actions, onDelete }: RowActionsProps): JSX.Element {
  return (
    <div class="actions">
      {children}
      {actions.map(({ text, label, run }) =>
        run === undefined ? null : (
          <Button key={label} label={label} onClick={run}>
            {text}
          </Button>
        ),
      )}
      {onDelete === undefined ? null : <DeleteButton name={name} onDelete={onDelete} />}
    </div>
  );
}
