/**
 * The JSON editor: CodeMirror in a shadow root with adopted style sheets, which `style-src 'self'` allows. Tab is not
 * bound, so it leaves the editor, as in every other field. Loaded only by the page that needs it.
 */
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Completions } from './completions.ts';

export interface EditorMark {
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

export interface JsonEditorOptions {
  /** Receives a shadow root. */
  readonly host: HTMLElement;
  readonly text: string;
  /** What the editor is for, for readers. */
  readonly label: string;
  readonly onChange: (text: string) => void;
  readonly complete: (text: string, offset: number) => Completions;
}

export interface JsonEditor {
  setText(text: string): void;
  setMarks(marks: readonly EditorMark[]): void;
  /** Moves the cursor and the focus there. */
  goTo(offset: number): void;
  destroy(): void;
}

/** The page's colours, because custom properties also apply in a shadow root. */
const theme = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--ground)', fontSize: '0.875rem', height: '100%' },
  '&.cm-focused': { outline: '3px solid var(--accent)' },
  '.cm-scroller': { fontFamily: 'ui-monospace, monospace', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { color: 'var(--soft)', backgroundColor: 'var(--raised)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--raised)' },
  '.cm-tooltip': { color: 'var(--text)', backgroundColor: 'var(--sheet)', border: '1px solid var(--edge)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { color: 'var(--on-accent)', backgroundColor: 'var(--accent)' },
  '.cm-diagnostic': { borderLeft: '0.25rem solid var(--bad)' },
  '.cm-matchingBracket': { backgroundColor: 'var(--busy-ground)', outline: '1px solid var(--edge)' },
});

const highlight = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
]);

export function createJsonEditor({ host, text, label, onChange, complete }: JsonEditorOptions): JsonEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  let silent = false;
  const changed = EditorView.updateListener.of((update) => {
    if (update.docChanged && !silent) onChange(update.state.doc.toString());
  });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        ...basics(),
        completion(complete),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        changed,
      ],
    }),
  });
  return {
    setText: (next) => {
      if (next === view.state.doc.toString()) return;
      silent = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
      silent = false;
    },
    setMarks: (marks) => view.dispatch(setDiagnostics(view.state, diagnostics(marks, view.state.doc.length))),
    goTo: (offset) => {
      const anchor = Math.min(offset, view.state.doc.length);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}

function basics(): readonly Extension[] {
  return [
    lineNumbers(),
    lintGutter(),
    history(),
    indentOnInput(),
    indentUnit.of('  '),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    json(),
    syntaxHighlighting(highlight),
    theme,
    EditorView.lineWrapping,
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap, ...lintKeymap]),
  ];
}

function completion(complete: JsonEditorOptions['complete']): Extension {
  return autocompletion({
    override: [
      ({ state, pos, explicit }) => {
        const { from, options } = complete(state.doc.toString(), pos);
        // The closing quote that the editor has added is replaced too.
        const to = state.sliceDoc(pos, pos + 1) === '"' && state.sliceDoc(from, from + 1) === '"' ? pos + 1 : pos;
        if (options.length === 0 || (!explicit && from === pos)) return null;
        return {
          from,
          to,
          filter: false,
          options: options.map(({ label, insert, help }) => ({
            label,
            apply: insert,
            ...(help === undefined ? {} : { info: help }),
          })),
        };
      },
    ],
  });
}

function diagnostics(marks: readonly EditorMark[], length: number): readonly Diagnostic[] {
  return marks.map(({ from, to, message }) => ({
    from: Math.min(from, length),
    to: Math.min(Math.max(from, to), length),
    severity: 'error' as const,
    message,
  }));
}
