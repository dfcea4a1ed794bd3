/** The fields of a form generated from a JSON Schema, each with its error. */
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { formTexts } from '../../text/form.ts';
import { Button } from '../button.tsx';
import { Field, Select } from '../field.tsx';
import { type Draft, draftOf, type Mistake, type Path, pointerOf, withDraft } from './form-draft.ts';
import type { FormNode, GroupNode, ListNode } from './form-node.ts';
import { ImageField } from './image-field.tsx';

export interface SchemaFormProps {
  readonly node: FormNode;
  readonly draft: Draft;
  /** @param pointer what was changed, as JSON Pointer into the value */
  readonly onDraft: (draft: Draft, pointer: string) => void;
  /** The errors, by JSON Pointer into the value. */
  readonly errors: Readonly<Record<string, string>>;
}

export function SchemaForm({ node, draft, onDraft, errors }: SchemaFormProps): JSX.Element {
  const change = (path: Path, next: Draft): void => onDraft(withDraft(draft, path, next), pointerOf(path));
  const shared = { change, errors };
  if (node.kind === 'group') return <Members node={node} draft={draft} path={[]} {...shared} />;
  return <Input node={node} draft={draft} path={[]} required={false} {...shared} />;
}

/** An error's message in the current language. */
export function mistakeText({ rule, bound = 0 }: Mistake): string {
  const said = formTexts()[rule];
  return typeof said === 'string' ? said : said(bound);
}

interface Shared {
  readonly change: (path: Path, next: Draft) => void;
  readonly errors: SchemaFormProps['errors'];
}

interface InputProps<N extends FormNode> extends Shared {
  readonly node: N;
  readonly draft: Draft;
  readonly path: Path;
}

function Members({ node, draft, path, change, errors }: InputProps<GroupNode>): JSX.Element {
  const of = typeof draft === 'object' ? (draft as Readonly<Record<string, Draft>>) : {};
  return (
    <>
      {node.members.map(({ name, node: member, required }) => (
        <Input
          key={name}
          node={member}
          draft={of[name] ?? draftOf(member)}
          path={[...path, name]}
          required={required}
          change={change}
          errors={errors}
        />
      ))}
    </>
  );
}

function Input(props: InputProps<FormNode> & { readonly required: boolean }): JSX.Element {
  const { node, draft, path, change, errors, required } = props;
  if (node.kind === 'group') {
    return (
      <fieldset>
        <legend>{node.label}</legend>
        <Help of={node} error={errors[pointerOf(path)]} />
        <Members {...props} node={node} />
      </fieldset>
    );
  }
  if (node.kind === 'list') return <Items {...props} node={node} />;
  const said = formTexts();
  const name = pointerOf(path);
  const value = typeof draft === 'string' ? draft : '';
  const frame = {
    label: node.label === '' ? 'JSON' : node.label,
    name,
    required,
    error: errors[name],
    ...(node.help === undefined ? {} : { help: node.help }),
  };
  const onInput = (text: string): void => change(path, text);
  switch (node.kind) {
    case 'text':
      return <Field {...frame} type={node.type} value={value} onInput={onInput} />;
    case 'image':
      return <ImageField {...frame} encoding={node.encoding} value={value} onInput={onInput} />;
    case 'number':
      return <Field {...frame} inputMode={node.integer ? 'numeric' : 'decimal'} value={value} onInput={onInput} />;
    case 'json':
      return <Field help={said.jsonHelp} {...frame} rows={4} value={value} onInput={onInput} />;
    case 'boolean': {
      const options = [
        { value: '', text: said.notSet },
        { value: 'true', text: said.yes },
        { value: 'false', text: said.no },
      ];
      return <Select {...frame} value={value} options={options} onChange={onInput} />;
    }
    case 'choice': {
      const texts = node.options.map((option, index) => ({ value: String(index), text: optionText(option) }));
      return (
        <Select {...frame} value={value} options={[{ value: '', text: said.notSet }, ...texts]} onChange={onInput} />
      );
    }
    default:
      return node satisfies never;
  }
}

function Items({ node, draft, path, change, errors }: InputProps<ListNode>): JSX.Element {
  const said = formTexts();
  const items = Array.isArray(draft) ? (draft as readonly Draft[]) : [];
  const set = useRef<HTMLFieldSetElement>(null);
  const remove = (index: number): void => {
    change(path, items.toSpliced(index, 1));
    // The button that had the focus goes with its entry.
    set.current?.querySelector<HTMLElement>(':scope > .button')?.focus();
  };
  return (
    <fieldset ref={set}>
      <legend>{node.label}</legend>
      <Help of={node} error={errors[pointerOf(path)]} />
      {items.map((item, index) => (
        <div class="form-entry" key={index}>
          <Input
            node={{ ...node.item, label: said.entry(index + 1) }}
            draft={item}
            path={[...path, index]}
            required
            change={change}
            errors={errors}
          />
          <Button label={said.removeFrom(node.label, index + 1)} onClick={() => remove(index)}>
            {said.remove}
          </Button>
        </div>
      ))}
      <Button label={said.addTo(node.label)} onClick={() => change(path, [...items, draftOf(node.item)])}>
        {said.add}
      </Button>
    </fieldset>
  );
}

function Help({ of, error }: { readonly of: GroupNode | ListNode; readonly error: string | undefined }): JSX.Element {
  return (
    <>
      {of.help === undefined ? null : <p class="soft small">{of.help}</p>}
      {error === undefined ? null : <p class="error">{error}</p>}
    </>
  );
}

function optionText(option: unknown): string {
  return typeof option === 'string' ? option : JSON.stringify(option);
}
