/** Asks before something that can't be undone. The browser keeps the focus within, and Escape cancels. */
import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { Problem } from '../api/problem.ts';
import { partTexts } from '../text/parts.ts';
import { Button } from './button.tsx';
import { Failure } from './failure.tsx';

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** What happens, and what stays. */
  readonly children: ComponentChildren;
  /** A verb, such as `Revoke`. */
  readonly confirm: string;
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly problem?: Problem | undefined;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps): JSX.Element {
  const { open, title, children, confirm, danger = false, busy = false, problem, onConfirm, onCancel } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the next key, which must not reach the page behind.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null || element.open === open) return;
    if (open) element.showModal();
    else element.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      {open ? (
        <>
          <h2 id={id}>{title}</h2>
          <div>{children}</div>
          {problem === undefined ? null : <Failure problem={problem} />}
          <div class="actions end">
            <Button onClick={onCancel}>{partTexts().cancel}</Button>
            <Button kind={danger ? 'danger' : 'main'} busy={busy} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </>
      ) : null}
    </dialog>
  );
}
