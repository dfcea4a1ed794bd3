/**
 * `GET /docs/api.html`: the API description in readable form, by task. It can be read without its script, which adds
 * search and calls to try. Everything comes from this server.
 */
import type { Operation } from '@countersign/shared/http/message';
import { escapeHtml, PAGE_CONTENT_TYPE, page } from '@countersign/shared/pages/page';
import { routes } from '../routes/routes.ts';
import { type Task, tasks } from '../routes/tasks.ts';
import { type ConstantDocument, constantDocument } from './constant-document.ts';
import { callEntry, type Description } from './docs-call.ts';
import { typeEntry } from './docs-members.ts';
import { DOCS_STYLE } from './docs-style.ts';
import { markedUp } from './marked-up.ts';
import { openApiDocument } from './openapi.ts';

interface DocsOptions {
  readonly publicUrl: string;
  /**
   * Users can sign in at the console, and try calls with its session; undefined if there is no server to try calls on.
   */
  readonly console: boolean | undefined;
}

export function docsPage(options: DocsOptions): Operation {
  return constantDocument(() => docsDocument(options));
}

export function docsDocument(options: DocsOptions): ConstantDocument {
  const base = new URL(options.publicUrl).pathname.replace(/\/$/, '');
  const description = openApiDocument(options.publicUrl) as unknown as Description;
  const { html, headers } = page({
    language: 'en',
    title: 'Countersign HTTP interface',
    brand: { name: 'Countersign' },
    head: `<script type="module" src="${base}/docs/assets/docs-page.js"></script>`,
    main: `<div class="layout">${navigation()}<main data-base="${escapeHtml(base)}"><p><a href="${escapeHtml(base)}/docs">All documents</a></p><h1>Countersign HTTP interface</h1><p><a href="${escapeHtml(base)}/openapi.json">openapi.json</a> describes the same calls for programs (OpenAPI 3.0).</p>${tools(base, options)}${introduction()}${allTasks(options, description)}${types(description)}</main></div>`,
    style: DOCS_STYLE,
    script: true,
  });
  const { 'content-security-policy': policy = '' } = headers;
  return {
    text: html,
    contentType: PAGE_CONTENT_TYPE,
    headers: { 'content-security-policy': policy, 'cross-origin-opener-policy': 'same-origin' },
  };
}

const inOrder = Object.keys(tasks) as Task[];

function navigation(): string {
  const links = [...inOrder.map((task) => [task, tasks[task].title] as const), ['types', 'Types'] as const];
  return `<nav aria-label="Tasks"><ul>${links.map(([id, title]) => `<li><a href="#${id}">${title}</a></li>`).join('')}</ul></nav>`;
}

const FIRST_FACTS = [
  ['Variant A', 'One issuer. Send your API key in the header `x-api-key`.'],
  ['Variant B', 'Many tenants. Send `Authorization: Bearer` with a token of `POST /auth/token`.'],
  [
    'Repeated calls',
    'Send `Idempotency-Key` with a management POST. For 24 hours, the same call with the same key returns the first response again.',
  ],
] as const;

function introduction(): string {
  const rows = FIRST_FACTS.map(([name, text]) => `<div><dt>${name}</dt><dd>${markedUp(text)}</dd></div>`);
  return `<dl class="facts">${rows.join('')}</dl>`;
}

const SEARCH =
  '<div role="search"><label for="search">Search calls</label><input id="search" type="search" autocomplete="off" spellcheck="false" /><p class="small" id="found" role="status"></p></div>';

/** Hidden without the script. The field of the credential is in no form, so that no browser offers to store it. */
function tools(base: string, { console }: DocsOptions): string {
  if (console === undefined) return `<div id="tools" hidden>${SEARCH}</div>`;
  const session = console ? '<option value="session">Console session</option>' : '';
  const hint = console
    ? `Countersign doesn't store what you paste. <a href="${escapeHtml(base)}/console">Open the console</a>`
    : "Countersign doesn't store what you paste.";
  return `<div id="tools" hidden>${SEARCH}<div role="group" aria-label="Try calls"><label for="credential">Try calls with</label><select id="credential" autocomplete="off">${session}<option value="a">API key (variant A)</option><option value="b">Bearer token (variant B)</option></select><div id="pasted"><label for="secret">API key or token</label><input id="secret" type="password" autocomplete="off" spellcheck="false" /></div><p class="small">${hint}</p><p class="small caller" role="status"></p></div></div>`;
}

function allTasks({ publicUrl }: DocsOptions, description: Description): string {
  return inOrder
    .map((task) => {
      const calls = routes
        .filter((route) => route.task === task)
        .map((route) => callEntry(route, { description, publicUrl }));
      const { title, text } = tasks[task];
      return `<section id="${task}" aria-labelledby="${task}-title"><h2 id="${task}-title">${title}</h2><p>${text}</p>${calls.join('')}</section>`;
    })
    .join('');
}

function types({ components: { schemas } }: Description): string {
  const entries = Object.entries(schemas).map(([name, schema]) => typeEntry(name, schema, schemas));
  return `<section id="types" aria-labelledby="types-title"><h2 id="types-title">Types</h2><p>The parts of the bodies and responses above.</p>${entries.join('')}</section>`;
}
