/** Asks before something is deleted, deletes it, and shows why that failed. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { useChange } from '../state/use-change.ts';
import { partTexts } from '../text/parts.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

export interface DeleteDialogProps<T> {
  /** Undefined while there is no question. The dialog stays, so that the browser returns the focus. */
  readonly asked: T | undefined;
  readonly title: (asked: T) => string;
  /** What ends, and what stays. */
  readonly children: ComponentChildren;
  /** A verb; `Delete` by default. */
  readonly confirm?: string;
  /** @throws Problem if the API refuses: the dialog then stays open */
  readonly onDelete: (asked: T) => Promise<void>;
  /** The question was closed. */
  readonly onClose: () => void;
}

export function DeleteDialog<T>(props: DeleteDialogProps<T>): JSX.Element {
  const { asked, title, children, confirm, onDelete, onClose } = props;
  const change = useChange();
  useEffect(() => change.forget(), [asked]);
  const remove = async (of: T): Promise<void> => {
    await onDelete(of);
    onClose();
  };
  return (
    <ConfirmDialog
      open={asked !== undefined}
      title={asked === undefined ? '' : title(asked)}
      confirm={confirm ?? partTexts().delete}
      danger
      busy={change.busy}
      problem={change.problem}
      onCancel={onClose}
      onConfirm={() => asked !== undefined && void change.run(() => remove(asked))}
    >
      <p>{children}</p>
    </ConfirmDialog>
  );
}

export interface DeleteButtonProps {
  readonly name: string;
  readonly onDelete: (name: string) => void;
}

/** Belongs in the row of the item that it deletes. */
export function DeleteButton({ name, onDelete }: DeleteButtonProps): JSX.Element {
  const said = partTexts();
  return (
    <Button label={said.deleteOf(name)} onClick={() => onDelete(name)}>
      {said.delete}
    </Button>
  );
}
