/** A button that shows when it is busy, and ignores clicks until then. */
import type { ComponentChildren, JSX } from 'preact';
import { partTexts } from '../text/parts.ts';

export interface ButtonProps {
  readonly children: ComponentChildren;
  readonly onClick?: () => void;
  /** At most one `main` per form; `danger` for actions that can't be undone. */
  readonly kind?: 'main' | 'plain' | 'danger';
  readonly type?: 'button' | 'submit';
  /** The call is under way. */
  readonly busy?: boolean;
  readonly disabled?: boolean;
  /** Set if the text doesn't say what the button is for, as in a table row. */
  readonly label?: string;
  /** Found by it, if it stands for a field. */
  readonly name?: string;
}

export function Button(props: ButtonProps): JSX.Element {
  const { children, onClick, kind = 'plain', type = 'button', busy = false, disabled = false, label, name } = props;
  return (
    <button
      type={type}
      class={`button ${kind}`}
      disabled={disabled}
      aria-disabled={busy}
      aria-busy={busy}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(name === undefined ? {} : { name })}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.();
      }}
    >
      {busy ? partTexts().working : children}
    </button>
  );
}
