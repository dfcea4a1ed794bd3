/** Routes of the page where users see and erase their stored data. */
import { rightsEraseFormSchema, rightsStartFormSchema } from '../schemas/rights-schemas.ts';
import { browserLink, type Row, walletPath } from './kinds.ts';
import type { Route } from './route.ts';

const text = { type: 'string' } as const;
const shown = (description: string) => ({ description, content: { 'text/html': text } });

function visited(row: Pick<Row, 'operation' | 'summary' | 'paths'> & Partial<Route>): Route {
  return browserLink({ service: 'gateway', task: 'pages', ...row });
}

function submitted(row: Pick<Row, 'operation' | 'summary' | 'paths'> & Partial<Route>): Route {
  const { changes: _, ...posted } = visited(row);
  return { ...posted, method: 'POST', accepts: ['form', 'empty'] };
}

const page = visited({
  operation: 'gateway.rights.page',
  paths: walletPath('/rights'),
  success: { json: 200 },
  contentType: 'text/html',
  summary: 'The page where users see and erase their stored data; absent without `rights` in tenant.json',
  query: {
    callback_url: {
      description: 'Where the wallet wants its user back: only to an origin in `callbacks`',
      schema: text,
    },
  },
});

/** A mail program or a search engine may load it: it changes nothing. */
const { changes: _, ...unchanging } = page;

export const rightsRoutes: readonly Route[] = [
  unchanging,
  submitted({
    operation: 'gateway.rights.start',
    paths: walletPath('/rights/start'),
    rate: 'wallet',
    request: rightsStartFormSchema,
    summary: "Create the request for the user's wallet",
  }),
  visited({
    operation: 'gateway.rights.return',
    paths: walletPath('/rights/return'),
    also: { 400: shown('Page: not the browser that began the visit, or the visit has ended') },
    summary: 'Return address of the wallet; continues in the browser that started',
    query: { response_code: { description: "The wallet's (OpenID4VP 1.0, 8.2)", schema: text } },
  }),
  submitted({
    operation: 'gateway.rights.erase',
    paths: walletPath('/rights/erase'),
    rate: 'wallet',
    success: { json: 200 },
    contentType: 'text/html',
    request: rightsEraseFormSchema,
    also: { 403: shown('Page: no visit of this browser, or not from its page. Nothing was erased') },
    summary: "Erase the user's stored data; the page contains the receipt",
  }),
];
