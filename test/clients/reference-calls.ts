/** Every call that the API reference shows as code for the client packages. */
import { namesIn, type SnippetCall } from '@countersign/gateway/browser/call-snippet';
import { type Description, exampleBody } from '@countersign/gateway/documents/docs-call';
import { addressesOf, isForClients, neededQuery } from '@countersign/gateway/documents/docs-command';
import { openApiDocument } from '@countersign/gateway/documents/openapi';
import { routes } from '@countersign/gateway/routes/routes';

const description = openApiDocument('https://issuer.example') as unknown as Description;

export const referenceCalls: readonly SnippetCall[] = routes.filter(isForClients).flatMap((route) =>
  addressesOf(route).map(({ path }) => ({
    method: route.method,
    path,
    query: Object.fromEntries(new URLSearchParams(neededQuery(route))),
    body: exampleBody(route, path, description),
  })),
);

/** Names of all values in their paths, each once. */
export const pathNames: readonly string[] = [...new Set(referenceCalls.flatMap(({ path }) => namesIn(path)))];
