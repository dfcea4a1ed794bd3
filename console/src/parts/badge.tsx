/** A short state. Its colour repeats the meaning of the word. */
import type { JSX } from 'preact';

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'plain';

export interface BadgeProps {
  readonly children: string;
  readonly tone?: Tone;
}

export function Badge({ children, tone = 'plain' }: BadgeProps): JSX.Element {
  return <span class={`badge ${tone}`}>{children}</span>;
}
