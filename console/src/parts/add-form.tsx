/** A form that stores one thing: closed until it is needed, then its fields, its button, and what came of it. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { findingAt, useChange } from '../state/use-change.ts';
import { Button } from './button.tsx';
import { Failure, Notice } from './failure.tsx';

export interface FormParts<T> {
  readonly draft: T;
  readonly edit: (part: Partial<T>) => void;
  /** What is wrong at a member of the body. @param pointer JSON Pointer */
  readonly at: (pointer: string) => string | undefined;
}

export interface AddFormProps<T> {
  readonly title: string;
  /** A verb with its object; the title by default. */
  readonly submit?: string;
  readonly start: T;
  /** What the fields show after success; `start` by default. */
  readonly next?: (draft: T) => T;
  /** Open to begin with, with the focus in the first field: for what somebody asked to change. */
  readonly open?: boolean;
  /** What can't be sent, by JSON Pointer. Looked at once somebody has tried to send it. */
  readonly mistakes?: (draft: T) => Readonly<Record<string, string>>;
  /** @throws Problem if the interface refuses @returns what to say if it doesn't */
  readonly onAdd: (draft: T) => Promise<ComponentChildren>;
  readonly children: (form: FormParts<T>) => ComponentChildren;
}

export function AddForm<T>(props: AddFormProps<T>): JSX.Element {
  const { title, submit = title, start, next = () => start, open = false, mistakes, onAdd, children } = props;
  const change = useChange();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState(false);
  const [added, setAdded] = useState<ComponentChildren>();
  const wrong = (tried ? mistakes?.(draft) : undefined) ?? {};
  useEffect(() => {
    if (open) form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, []);
  const add = (): Promise<void> =>
    change.run(async () => {
      const said = await onAdd(draft);
      setDraft(next(draft));
      setTried(false);
      setAdded(said);
    });
  return (
    <details class="add" open={open}>
      <summary>{title}</summary>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          setAdded(undefined);
          setTried(true);
          if (Object.keys(mistakes?.(draft) ?? {}).length === 0) void add();
        }}
      >
        {children({
          draft,
          edit: (part) => setDraft((before) => ({ ...before, ...part })),
          at: (pointer) => wrong[pointer] ?? findingAt(change.problem, pointer),
        })}
        <Button type="submit" kind="main" busy={change.busy}>
          {submit}
        </Button>
        <div aria-live="polite">
          {change.problem === undefined ? null : <Failure problem={change.problem} />}
          {added === undefined ? null : <Notice kind="done">{added}</Notice>}
        </div>
      </form>
    </details>
  );
}
