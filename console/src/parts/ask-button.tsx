/** A button for what can't be undone: it asks before, calls, and shows why the call failed. */
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useChange } from '../state/use-change.ts';
import { Button, type ButtonProps } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

export interface AskButtonProps {
  /** A verb, such as `Revoke`: of the button and of its dialog. */
  readonly verb: string;
  readonly kind?: ButtonProps['kind'];
  readonly title: string;
  /** What happens, and what stays. */
  readonly children: ComponentChildren;
  /** @throws Problem if the API refuses: the dialog then stays open */
  readonly onConfirm: () => Promise<void>;
}

export function AskButton({ verb, kind, title, children, onConfirm }: AskButtonProps): JSX.Element {
  const [asked, setAsked] = useState(false);
  const change = useChange();
  const ask = (open: boolean): void => {
    setAsked(open);
    change.forget();
  };
  const confirm = async (): Promise<void> => {
    await onConfirm();
    ask(false);
  };
  return (
    <>
      <Button {...(kind === undefined ? {} : { kind })} onClick={() => ask(true)}>
        {verb}
      </Button>
      <ConfirmDialog
        open={asked}
        title={title}
        confirm={verb}
        danger
        busy={change.busy}
        problem={change.problem}
        onConfirm={() => void change.run(confirm)}
        onCancel={() => ask(false)}
      >
        <p>{children}</p>
      </ConfirmDialog>
    </>
  );
}
