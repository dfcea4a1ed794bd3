/** `GET /docs/reasons/{reason}`: what a reason of the catalogue means. A page for browsers, JSON for programs. */
import type { Operation, OperationReply } from '@countersign/shared/http/message';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { factNames } from '@countersign/shared/kernel/reasons/facts';
import { isReason, type Reason } from '@countersign/shared/kernel/reasons/reasons';
import { issuanceReason } from '@countersign/shared/model/session/session-errors';
import { escapeHtml, PAGE_CONTENT_TYPE, page } from '@countersign/shared/pages/page';
import { reasons } from '../reasons.ts';
import { preferredToJson } from '../request/accept.ts';
import { notFound } from '../request/parameters.ts';
import { markedUp } from './marked-up.ts';

const STYLE = `dt { margin-top: 1.25rem; color: var(--soft); font-size: .9375rem; }
dd { margin: .125rem 0 0; }
dd ul { margin: 0; padding-left: 1.25rem; }
`;

const HTML = 'text/html';

/** @throws ProtocolError `not_found` for a name that is not in the catalogue */
export function reasonPage(): Operation {
  return async ({ params, headers }): Promise<OperationReply> => {
    const reason = named(params.reason ?? '');
    if (reason === undefined) throw notFound();
    const vary = { vary: 'accept' };
    if (preferredToJson(headers.accept, [HTML]) === HTML) return withPage(reason, vary);
    return { body: asJson(reason), headers: vary };
  };
}

/** Webhooks contain the error code of a failed issuance. */
function named(name: string): Reason | undefined {
  return isReason(reasons, name) ? name : issuanceReason(name);
}

function asJson(reason: Reason): JsonObject {
  const { standard, ...entry } = reasons[reason];
  return { reason, ...entry, ...(standard === undefined ? {} : { standard: { ...standard } }) };
}

function withPage(reason: Reason, vary: Readonly<Record<string, string>>): OperationReply {
  const { step, standard, blame, explanation, hint, facts } = reasons[reason];
  const rows: readonly (readonly [string, string])[] = [
    ['What to change', markedUp(hint)],
    ['Who can change it', escapeHtml(blame)],
    ['Step', escapeHtml(step)],
    ...(standard === undefined ? [] : [['Standard', escapeHtml(`${standard.document}, ${standard.section}`)] as const]),
    ...(facts.length === 0 ? [] : [['Facts in the trace', factList(facts)] as const]),
  ];
  const main = `<main><div class="sheet"><h1><code>${reason}</code></h1><p>${markedUp(explanation)}</p><dl>${rows.map(([name, text]) => `<dt>${name}</dt><dd>${text}</dd>`).join('')}</dl></div></main>`;
  const { html, headers } = page({
    language: 'en',
    title: `${reason} – Countersign`,
    brand: { name: 'Countersign' },
    main,
    style: STYLE,
  });
  const { 'content-security-policy': policy = '' } = headers;
  return { raw: html, contentType: PAGE_CONTENT_TYPE, headers: { 'content-security-policy': policy, ...vary } };
}

function factList(facts: readonly (keyof typeof factNames)[]): string {
  return `<ul>${facts.map((name) => `<li><code>${name}</code>: ${escapeHtml(factNames[name])}</li>`).join('')}</ul>`;
}
