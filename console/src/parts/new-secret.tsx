/** A secret that was just created: the only place that ever shows it. */
import type { ComponentChildren, JSX } from 'preact';
import { partTexts } from '../text/parts.ts';
import { Button } from './button.tsx';
import { Copy } from './copy.tsx';
import { Notice } from './failure.tsx';

export interface NewSecretProps {
  readonly title: string;
  readonly secret: string;
  /** What it belongs to. */
  readonly children: ComponentChildren;
  readonly onHide: () => void;
}

export function NewSecret({ title, secret, children, onHide }: NewSecretProps): JSX.Element {
  return (
    <Notice kind="done" title={title}>
      <p>{children}</p>
      <p>
        <Copy value={secret} label={title} />
      </p>
      <Button onClick={onHide}>{partTexts().hideSecret}</Button>
    </Notice>
  );
}
