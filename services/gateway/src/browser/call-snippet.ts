/** A call as code for the client packages, for the page `/docs/api.html`. */

export const LANGUAGES = ['curl', 'TypeScript', 'Python', 'Go'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface SnippetCall {
  readonly method: string;
  /** With `{sessionId}` for each value that the caller has. */
  readonly path: string;
  /** Parameters that the call needs, with an example. */
  readonly query: Readonly<Record<string, string>>;
  /** Undefined if no body is sent. */
  readonly body: unknown;
}

/** @returns code that uses a client with the variable name of the package's README */
export const snippets: Readonly<Record<Exclude<Language, 'curl'>, (call: SnippetCall) => string>> = {
  TypeScript: ({ method, path, query, body }) => {
    const names = namesIn(path);
    const places = [
      ...(names.length === 0 ? [] : [`path: { ${names.join(', ')} }`]),
      ...(Object.keys(query).length === 0 ? [] : [`query: ${inline(query)}`]),
    ];
    const init = [
      ...(places.length === 0 ? [] : [`params: { ${places.join(', ')} }`]),
      ...(body === undefined ? [] : [`body: ${JSON.stringify(body, null, 2)}`]),
    ];
    const given = init.length === 0 ? '' : `, { ${init.join(', ')} }`;
    return `const answer = await dataOf(countersign.calls.${method}('${path}'${given}));`;
  },
  Python: ({ method, path, query, body }) => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => `{${snake(name)}}`);
    const given = [
      `"${method}"`,
      `${namesIn(path).length === 0 ? '' : 'f'}"${filled}"`,
      ...(body === undefined ? [] : [python(body)]),
      ...(Object.keys(query).length === 0 ? [] : [`query=${inline(query)}`]),
    ];
    return `answer = countersign.call(${given.join(', ')})`;
  },
  Go: ({ method, path, query, body }) => {
    const filled = path.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 1 ? part : part && `"${part}"`));
    const pairs = Object.entries(query).map(([name, value]) => `"${name}": {${JSON.stringify(value)}}`);
    const given = [
      'ctx',
      'client',
      `"${method}"`,
      filled.filter((part) => part !== '').join('+'),
      body === undefined ? 'nil' : `json.RawMessage(${goText(JSON.stringify(body, null, 2))})`,
      ...(pairs.length === 0 ? [] : [`countersign.Query(url.Values{${pairs.join(', ')}})`]),
    ];
    return `answer, err := countersign.Call[any](${given.join(', ')})`;
  },
};

/** Names of the values in a path. */
export function namesIn(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
}

/** `sessionId` is `session_id`. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function inline(query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{ ${pairs.join(', ')} }`;
}

/** JSON as Python writes it. */
function python(value: unknown, indent = ''): string {
  const deeper = `${indent}    `;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const [open, close, parts] = Array.isArray(value)
    ? ['[', ']', value.map((item) => python(item, deeper))]
    : ['{', '}', Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${python(item, deeper)}`)];
  if (parts.length === 0) return open + close;
  return `${open}\n${parts.map((part) => `${deeper}${part},\n`).join('')}${indent}${close}`;
}

/** A raw string of Go has no backquote. */
function goText(text: string): string {
  return text.includes('`') ? JSON.stringify(text) : `\`${text}\``;
}
