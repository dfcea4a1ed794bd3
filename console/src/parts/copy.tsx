/** A value to copy: the value itself, and a button that copies it. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { partTexts } from '../text/parts.ts';

export interface CopyProps {
  readonly value: string;
  /** What the value is, for the button. */
  readonly label: string;
  /** Show only the button. */
  readonly hidden?: boolean;
}

export function Copy({ value, label, hidden = false }: CopyProps): JSX.Element {
  const said = partTexts();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 3000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (): void => {
    // There is no clipboard outside secure contexts; the value can be selected by hand.
    navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <span class="copy">
      {hidden ? null : <code>{value}</code>}
      <button type="button" class="button small" aria-label={`${said.copy}: ${label}`} onClick={copy}>
        {said.copy}
      </button>
      <span role="status" class="soft">
        {copied ? said.copied : ''}
      </span>
    </span>
  );
}
