/** The API description's schemas that backends use, as data for the type generators of the client packages. Pure. */

/** Routes of the console, and a second spelling of a path that older backends use. */
const LEFT_OUT = /^\/(console|issuer-managment)/;

/**
 * @param document the OpenAPI description
 * @returns name and schema of everything that the calls with a credential send and receive, by name
 */
export function managementSchemas({ paths, components }) {
  const found = new Map();
  const visit = (value) => {
    if (typeof value !== 'object' || value === null) return;
    const name = referenceName(value);
    if (name !== undefined && !found.has(name)) {
      found.set(name, components.schemas[name]);
      visit(components.schemas[name]);
    }
    for (const part of Object.values(value)) visit(part);
  };
  for (const [path, operations] of Object.entries(paths)) {
    if (LEFT_OUT.test(path)) continue;
    for (const { security = [], requestBody, responses } of Object.values(operations)) {
      if (security.length > 0) visit([requestBody, responses]);
    }
  }
  visit({ $ref: '#/components/schemas/Problem' });
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The name of the schema that `$ref` refers to. */
export function referenceName({ $ref }) {
  const prefix = '#/components/schemas/';
  return typeof $ref === 'string' && $ref.startsWith(prefix) ? $ref.slice(prefix.length) : undefined;
}

/** The first sentence of a description, for a comment. */
export function firstSentence({ description = '' }) {
  const [sentence = ''] = /^.*?(?=[.;] |\n|$)/.exec(description) ?? [];
  return sentence.replace(/\.$/, '');
}
