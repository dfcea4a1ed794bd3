/** A credential's value in readable form: text, an image, or the size of anything else. */
import type { JSX } from 'preact';
import { partTexts } from '../text/parts.ts';
import { imageIn, sizeIn } from './image-text.ts';

export function ClaimValue({ value }: { readonly value: unknown }): JSX.Element {
  const image = imageIn(value);
  if (image !== undefined) return <img class="claim-image" src={image} alt={partTexts().image} />;
  const size = sizeIn(value);
  if (size !== undefined) return <span class="soft">{partTexts().bytes(size)}</span>;
  return <>{typeof value === 'string' ? value : JSON.stringify(value)}</>;
}
