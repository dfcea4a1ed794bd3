/** Moves the focus with the next render: to what was just added, or away from what was removed. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export interface FocusNext<T extends Element> {
  readonly container: RefObject<T | null>;
  /** @param selector within the container; the first match that can have the focus */
  readonly focusNext: (selector: string) => void;
}

export function useFocusNext<T extends Element>(): FocusNext<T> {
  const container = useRef<T | null>(null);
  const wanted = useRef<string | undefined>(undefined);
  // With the render itself: an effect of an earlier render could run in between.
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    container.current?.querySelector<HTMLElement>(wanted.current)?.focus();
    wanted.current = undefined;
  });
  return { container, focusNext: (selector) => (wanted.current = selector) };
}
