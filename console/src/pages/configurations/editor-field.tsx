/** The editor as a field. If its code can't be loaded, a plain text field replaces it. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../../parts/field.tsx';
import { Loading } from '../../parts/loading.tsx';
import { configurationTexts } from '../../text/configurations.ts';
import type { Completions } from './completions.ts';
import type { EditorMark, JsonEditor } from './json-editor.ts';

export interface EditorFieldProps {
  /** The editor keeps its own text while a user types. This text replaces it when `version` changes. */
  readonly text: string;
  readonly version: number;
  readonly label: string;
  readonly onChange: (text: string) => void;
  readonly marks: readonly EditorMark[];
  readonly complete: (text: string, offset: number) => Completions;
  /** Receives the function that moves the cursor. */
  readonly onReady: (goTo: (offset: number) => void) => void;
}

export function EditorField(props: EditorFieldProps): JSX.Element {
  const { text, version, label, marks } = props;
  const said = configurationTexts();
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<JsonEditor | undefined>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const [state, setState] = useState<'loading' | 'ready' | 'plain'>('loading');
  useEffect(() => {
    let left = false;
    import('./json-editor.ts').then(
      ({ createJsonEditor }) => {
        if (left || host.current === null) return;
        const made = createJsonEditor({
          host: host.current,
          label,
          text: latest.current.text,
          onChange: (next) => latest.current.onChange(next),
          complete: (whole, offset) => latest.current.complete(whole, offset),
        });
        editor.current = made;
        made.setMarks(latest.current.marks);
        latest.current.onReady(made.goTo);
        setState('ready');
      },
      () => left || setState('plain'),
    );
    return () => {
      left = true;
      editor.current?.destroy();
      editor.current = undefined;
    };
  }, [label]);
  useEffect(() => editor.current?.setText(text), [version]);
  useEffect(() => editor.current?.setMarks(marks), [marks]);
  if (state === 'plain') {
    return <Field label={label} rows={24} value={text} onInput={props.onChange} help={said.plainEditor} />;
  }
  return (
    <div class="editor">
      {state === 'loading' ? <Loading /> : null}
      <div ref={host} class="editor-host" />
      <p class="small soft">{said.editorKeys}</p>
    </div>
  );
}
