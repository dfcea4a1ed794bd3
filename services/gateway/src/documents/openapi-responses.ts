/** The responses of a route in OpenAPI 3.0. */

import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import type { ErrorStyle } from '../errors/to-wire.ts';
import type { DescribedAnswer, Route } from '../routes/route.ts';
import { oauthErrorSchema, problemSchema } from '../schemas/response-schemas.ts';
import type { SchemaCatalogue } from './openapi-schema.ts';

type SchemaOf = SchemaCatalogue['schemaOf'];

/** Any bytes, of any type. */
const binary: JsonObject = { type: 'string', format: 'binary' };

/** A malformed address does not belong to a route, so its response does not follow a route's style. */
const unreadable = { 'application/problem+json': problemSchema } as const;

/** Rules that a schema cannot express. */
const RULES =
  '400 even if the request matches the schema: a repeated parameter, an unknown id or code, members that exclude each other';

const errorAnswers: Readonly<Record<ErrorStyle, { readonly name: string; readonly answer: DescribedAnswer }>> = {
  problem: {
    name: 'Problem',
    answer: {
      description: `Error. ${RULES}; see \`errors\``,
      content: { 'application/problem+json': problemSchema },
    },
  },
  oauth: {
    name: 'OAuthError',
    answer: {
      description: `Error. ${RULES}`,
      content: { 'application/json': oauthErrorSchema, ...unreadable },
    },
  },
  resource: {
    name: 'ResourceError',
    answer: {
      description: `Error; 401 and 403 with \`WWW-Authenticate\`. ${RULES}`,
      content: { 'application/json': oauthErrorSchema, ...unreadable },
    },
  },
  page: {
    name: 'ErrorPage',
    answer: { description: 'Error page', content: { 'text/html': { type: 'string' }, ...unreadable } },
  },
};

/** The error responses, by the names that routes use. */
export function errorResponses(schemaOf: SchemaOf): JsonObject {
  const all = Object.values(errorAnswers).map(({ name, answer }) => [name, described(answer, schemaOf)]);
  return Object.fromEntries(all);
}

/** An operation's member `responses`. */
export function responses(route: Route, path: string, schemaOf: SchemaOf): JsonObject {
  const { success, also = {} } = route;
  const answers = new Map<number, DescribedAnswer>();
  for (const status of [success.json, success.form ?? success.json, success.interface ?? success.json]) {
    answers.set(status, successAnswer(route));
  }
  for (const [text, answer] of Object.entries(also)) {
    const status = Number(text);
    const content = { ...answers.get(status)?.content, ...answer.content };
    answers.set(status, { ...answer, ...(Object.keys(content).length === 0 ? {} : { content }) });
  }
  const error = { $ref: `#/components/responses/${errorAnswers[route.errors].name}` };
  const refusals = refusalsOf(route, path).filter((status) => !answers.has(status));
  return {
    ...Object.fromEntries([...answers].map(([status, answer]) => [String(status), described(answer, schemaOf)])),
    ...Object.fromEntries(refusals.map((status) => [String(status), error])),
    default: error,
  };
}

/** The refusals that a caller of the route should expect; `default` covers the others. */
function refusalsOf(route: Route, path: string): readonly number[] {
  const called = route.auth === 'management' || route.login === true;
  // 400 for every route: each refuses a repeated parameter.
  return [
    400,
    ...(called || route.errors === 'resource' ? [401] : []),
    ...(called ? [403] : []),
    ...(path.includes('{') ? [404] : []),
    ...(route.idempotent === true ? [409, 422] : []),
  ];
}

function successAnswer({ response, contentType, success }: Route): DescribedAnswer {
  const description = success.json === 302 ? 'Redirect to redirect_uri' : 'Success';
  if (contentType !== undefined) {
    const types = typeof contentType === 'string' ? [contentType] : contentType;
    return { description, content: Object.fromEntries(types.map((type) => [type, response ?? bodyOf(type)])) };
  }
  return response === undefined ? { description } : { description, content: { 'application/json': response } };
}

function bodyOf(contentType: string): JsonObject {
  return /^(text|application\/(jwt|.*\+jwt|javascript))/.test(contentType) ? { type: 'string' } : binary;
}

function described({ description, content }: DescribedAnswer, schemaOf: SchemaOf): JsonObject {
  if (content === undefined) return { description };
  const bodies = Object.entries(content).map(([type, schema]): [string, Json] => [type, { schema: schemaOf(schema) }]);
  return { description, content: Object.fromEntries(bodies) };
}
