/** A button that shows when it works, and takes no second click until then. */
import type { ComponentChildren, JSX } from 'preact';
import { partTexts } from '../text/parts.ts';

export interface ButtonProps {
  readonly children: ComponentChildren;
  readonly onClick?: () => void;
  /** `main` at most once a form; `danger` for what can not be undone. */
  readonly kind?: 'main' | 'plain' | 'danger';
  readonly type?: 'button' | 'submit';
  /** The call is under way. */
  readonly busy?: boolean;
  readonly disabled?: boolean;
  /** Where the text alone does not say what the button is for, as in a row of a table. */
  readonly label?: string;
}

export function Button(props: ButtonProps): JSX.Element {
  const { children, onClick, kind = 'plain', type = 'button', busy = false, disabled = false, label } = props;
  return (
    <button
      type={type}
      class={`button ${kind}`}
      disabled={disabled}
      aria-disabled={busy}
      aria-busy={busy}
      {...(label === undefined ? {} : { 'aria-label': label })}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.();
      }}
    >
      {busy ? partTexts().working : children}
    </button>
  );
}
