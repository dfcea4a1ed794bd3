/** The frame of a page's content: its heading, which receives the focus when the page appears, and the actions. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A page's input: the parameters of its path. */
export interface PageParameters {
  readonly parameters: Readonly<Record<string, string>>;
}

export interface PageProps {
  readonly title: string;
  /** One sentence below the title. */
  readonly lead?: ComponentChildren;
  /** Buttons next to the title. */
  readonly actions?: ComponentChildren;
  readonly children?: ComponentChildren;
}

export function Page({ title, lead, actions, children }: PageProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} – Countersign`;
  }, [title]);
  useEffect(() => {
    // A page change without a load does not move the focus. If the user has already started to use the page, keep their
    // focus.
    if (document.activeElement === document.body || document.activeElement?.closest('nav') != null) {
      heading.current?.focus({ preventScroll: true });
    }
  }, []);
  return (
    <article class="page">
      <div class="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead === undefined ? null : <p class="lead">{lead}</p>}
        </div>
        {actions === undefined ? null : <div class="actions">{actions}</div>}
      </div>
      {children}
    </article>
  );
}

export interface SectionProps {
  readonly title: string;
  readonly actions?: ComponentChildren;
  readonly children?: ComponentChildren;
  /** The heading receives the focus when the section appears: for something that the user has just requested. */
  readonly focus?: boolean;
}

/** A part of a page with its own heading. */
export function Section({ title, actions, children, focus = false }: SectionProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus]);
  return (
    <section class="sheet">
      <div class="section-head">
        <h2 ref={heading} {...(focus ? { tabIndex: -1 } : {})}>
          {title}
        </h2>
        {actions === undefined ? null : <div class="actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
