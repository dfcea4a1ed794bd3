/** One API call on the page `/docs/api.html`: paths, parameters, body, responses and a command. */
import type { JsonObject } from '@countersign/shared/kernel/json';
import { escapeHtml } from '@countersign/shared/pages/page';
import type { Route } from '../routes/route.ts';
import { addressesOf, commandOf, isForClients, neededQuery } from './docs-command.ts';
import { memberList, membersOf, resolved, type Schema, type Schemas, typeOf } from './docs-members.ts';
import { markedUp } from './marked-up.ts';

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Answer {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Content;
}

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}

/** The parts of the API description that the page shows. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly schemas: Schemas;
    readonly responses: Readonly<Record<string, Answer>>;
  };
}

export interface CallParts {
  readonly description: Description;
  readonly publicUrl: string;
}

const VARIANTS = { a: 'Variant A', b: 'Variant B' } as const;

/** @throws Error if the description does not have the route */
export function callEntry(route: Route, parts: CallParts): string {
  const addresses = addressesOf(route);
  const [first] = addresses;
  const operation = first && operationAt(route, first.path, parts);
  if (operation === undefined) throw new Error(`${route.operation} is not described`);
  const { schemas } = parts.description.components;
  const shown = [...new Set(addresses.map(({ path }) => path))];
  const others = Object.values(route.paths)
    .flat()
    .filter((path) => !shown.includes(path));
  const tried = canBeTried(route) ? ` data-auth="${route.auth}" data-method="${route.method}"` : '';
  return `<details class="entry call" id="${operation.operationId}"${tried}><summary><h3><span class="method">${route.method}</span> <span class="paths">${shown.map(pathMarkup).join(' ')}</span> <span class="what">${markedUp(route.summary)}</span></h3></summary><div class="inside">${[
    operation.description === undefined ? '' : `<p>${markedUp(operation.description)}</p>`,
    others.length === 0 ? '' : `<p>Also at ${others.map(pathMarkup).join(', ')}</p>`,
    parameterList(operation, schemas),
    bodyPart(operation, schemas),
    answerList(operation, parts),
    commandList(route, parts),
  ].join('')}</div></details>`;
}

function operationAt(
  { method }: Pick<Route, 'method'>,
  path: string,
  { description }: Pick<CallParts, 'description'>,
): DescribedOperation | undefined {
  return description.paths[path]?.[method.toLowerCase()];
}

/** The page can send what a backend sends, and show JSON. Wallet calls need keys, and links open other pages. */
function canBeTried({ task, method, response, errors, ownPages, sameOrigin }: Route): boolean {
  const forScripts = errors !== 'page' && ownPages !== true && sameOrigin !== true;
  return response !== undefined && forScripts && (task !== 'wallets' || method === 'GET');
}

/** A long path breaks before a slash, not within a word. */
function pathMarkup(path: string): string {
  return `<code>${escapeHtml(path).replaceAll(/(?<=.)\//g, '<wbr />/')}</code>`;
}

function parameterList({ parameters = [] }: DescribedOperation, schemas: Schemas): string {
  const members = parameters.flatMap(({ name, in: place, required, description, schema }) =>
    name === undefined || place !== 'query'
      ? []
      : [
          {
            name,
            schema,
            needed: required === true,
            description: description ?? '',
            attributes: ` data-query="${name}"`,
          },
        ],
  );
  return members.length === 0 ? '' : `<h4>Query</h4>${memberList(members, schemas)}`;
}

function jsonBody({ requestBody }: DescribedOperation): Schema | undefined {
  return Object.values(requestBody?.content ?? {})[0]?.schema;
}

function bodyPart(operation: DescribedOperation, schemas: Schemas): string {
  const schema = jsonBody(operation);
  if (schema === undefined) return '';
  const body = resolved(schema, schemas);
  const said = body.description === undefined ? '' : `<p>${markedUp(body.description)}</p>`;
  return `<h4>Body</h4>${said}${memberList(membersOf(body), schemas)}`;
}

/** The responses of a successful call, each on its own. Its refusals share one form. */
function answerList({ responses }: DescribedOperation, { description }: CallParts): string {
  const own = Object.entries(responses).filter(([, { $ref }]) => $ref === undefined);
  const rows = own.map(([status, { description: said = '', content = {} }]) => {
    const types = Object.entries(content).map(([type, { schema }]) =>
      type === 'application/json' ? typeOf(schema) : `<code>${escapeHtml(type)}</code>`,
    );
    return `<div><dt><code>${status}</code> <small>${types.join(', ')}</small></dt><dd>${markedUp(said)}</dd></div>`;
  });
  const { default: otherwise } = responses;
  const refused = Object.keys(responses).filter(
    (status) => status !== 'default' && responses[status]?.$ref !== undefined,
  );
  const refusal = description.components.responses[otherwise?.$ref?.slice(otherwise.$ref.lastIndexOf('/') + 1) ?? ''];
  const form = Object.values(refusal?.content ?? {})[0]?.schema;
  const errors = `<div><dt><code>${refused.join('</code> <code>')}</code> <small>${form === undefined ? '' : typeOf(form)}</small></dt><dd>Error</dd></div>`;
  return `<h4>Answers</h4><dl>${rows.join('')}${errors}</dl>`;
}

/** The example that the description gives for a call's body. */
export function exampleBody(
  route: Pick<Route, 'method'>,
  path: string,
  description: Description,
): JsonObject | undefined {
  const operation = operationAt(route, path, { description });
  const schema = operation === undefined ? undefined : jsonBody(operation);
  if (schema === undefined) return undefined;
  return resolved(schema, description.components.schemas).example as JsonObject | undefined;
}

function commandList(route: Route, parts: CallParts): string {
  const commands = addressesOf(route).map((address) => {
    const example = exampleBody(route, address.path, parts.description);
    const { head, body } = commandOf(route, address, parts.publicUrl, example);
    const { variant, path } = address;
    const label = variant === undefined ? '' : `<h5>${VARIANTS[variant]}</h5>`;
    const sent = body === '' ? '' : `<span class="body">${escapeHtml(body)}</span>`;
    const needed = neededQuery(route);
    const needs = needed === '' ? '' : ` data-needs="${escapeHtml(needed)}"`;
    const client = isForClients(route) ? ` data-method="${route.method}"${needs}` : '';
    return `<div class="command" data-variant="${variant ?? ''}" data-path="${escapeHtml(path)}"${client}>${label}<pre>${escapeHtml(head)}${sent}</pre></div>`;
  });
  return `<h4>Command</h4><div class="commands">${commands.join('')}</div>`;
}
