/**
 * The page that a browser shows while the wallet is asked for a presentation: the OpenID4VP request as link and as QR
 * code, and how the session stands. Works without anything from elsewhere, and without JavaScript by reloading itself.
 */
import type { Language } from './accept-language.ts';
import { pageScript, pageStyleSheet } from './authorization-page-assets.ts';
import { type PageState, pageTexts } from './authorization-page-texts.ts';

export interface AuthorizationPageInput {
  /** The OpenID4VP authorization request as the wallet takes it. */
  readonly requestUri: string;
  /** The same as QR code: SVG markup of package qrcode. */
  readonly qr: string;
  /** Path to follow the session, `[/prefix][/{tenantId}]/authorize/follow/{reference}`. */
  readonly follow: string;
  readonly language: Language;
  readonly secondsLeft: number;
  readonly issuerName: string;
}

/** Headers of the page. */
export const authorizationPageHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
  'cache-control': 'no-store',
  vary: 'accept-language',
} as const;

/**
 * Makes the page.
 * @throws Error where `qr` is other markup than that of a QR code, or `follow` another path
 */
export function authorizationPage(input: AuthorizationPageInput): { readonly html: string } {
  const { language, issuerName } = input;
  const texts = pageTexts[language];
  const assets = assetsFolder(input.follow);
  const seconds = Math.max(0, Math.floor(input.secondsLeft));
  const states = Object.entries(texts.states).map(
    ([name, state]) => `<template id="state-${name}">${stateMarkup(state, issuerName)}</template>`,
  );
  const head = `<noscript><meta http-equiv="refresh" content="10" /></noscript>
<link rel="stylesheet" href="${escapeHtml(assets + pageStyleSheet.name)}" />
<script type="module" src="${escapeHtml(assets + pageScript.name)}"></script>`;
  const main = `<main data-state="waiting" data-follow="${escapeHtml(input.follow)}" data-seconds="${seconds}" data-until="${escapeHtml(texts.until)}" data-last="${escapeHtml(texts.last)}" data-issuer="${escapeHtml(issuerName)}">
<h1>${escapeHtml(texts.title)}</h1>
<div id="state" role="status">${stateMarkup(texts.states.waiting, issuerName)}</div>
<div id="request">
<p>${filled(texts.introduction, issuerName)}</p>
${waysMarkup(input)}
<p id="until">${escapeHtml(texts.minutes.replace('{minutes}', String(Math.ceil(seconds / 60))))}</p>
</div>
<noscript><p>${escapeHtml(texts.withoutScript)}</p></noscript>
</main>
${states.join('\n')}`;
  return { html: pageMarkup(language, `${texts.title} – ${issuerName}`, head, issuerName, main) };
}

/**
 * The page of an authorization that has ended, for a browser that loads it again: what happened and what to do next.
 * @throws Error where `follow` is another path
 */
export function endedAuthorizationPage(
  input: Pick<AuthorizationPageInput, 'follow' | 'language' | 'issuerName'> & { readonly state: 'expired' | 'refused' },
): { readonly html: string } {
  const { language, issuerName, state } = input;
  const { states, title } = pageTexts[language];
  const head = `<link rel="stylesheet" href="${escapeHtml(assetsFolder(input.follow) + pageStyleSheet.name)}" />`;
  const main = `<main data-state="${state}">
<h1>${escapeHtml(title)}</h1>
<div id="state">${stateMarkup(states[state], issuerName)}</div>
</main>`;
  return { html: pageMarkup(language, `${states[state].title} – ${issuerName}`, head, issuerName, main) };
}

function pageMarkup(language: Language, title: string, head: string, issuerName: string, main: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<meta name="robots" content="noindex" />
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:," />
${head}
</head>
<body>
<header><p>${escapeHtml(issuerName)}</p></header>
${main}
</body>
</html>
`;
}

function waysMarkup({ language, requestUri, qr }: AuthorizationPageInput): string {
  const { here, open, there, scan, code } = pageTexts[language];
  return `<div id="ways">
<section aria-labelledby="here">
<h2 id="here">${escapeHtml(here)}</h2>
<p><a class="button" href="${escapeHtml(requestUri)}">${escapeHtml(open)}</a></p>
</section>
<section aria-labelledby="there">
<h2 id="there">${escapeHtml(there)}</h2>
<p>${escapeHtml(scan)}</p>
<div class="code" role="img" aria-label="${escapeHtml(code)}">${qrMarkup(qr)}</div>
</section>
</div>`;
}

function stateMarkup({ title, text, link }: PageState, issuerName: string): string {
  const heading = title === undefined ? '' : `<h2 tabindex="-1">${escapeHtml(title)}</h2>`;
  // The script knows where it leads.
  const onward = link === undefined ? '' : `<p><a class="button">${escapeHtml(link)}</a></p>`;
  return `${heading}<p>${filled(text, issuerName)}</p>${onward}`;
}

function filled(text: string, issuerName: string): string {
  return escapeHtml(text.replace('{issuer}', () => issuerName));
}

/** Script and style lie beside the path that is followed, so that a path prefix needs no thought. */
function assetsFolder(follow: string): string {
  const folder = /^(\/(?:[^/?#]+\/)*)follow\/[A-Za-z0-9_-]+$/.exec(follow)?.[1];
  if (folder === undefined) throw new Error('The path to follow a session ends in /follow/ and its reference');
  return `${folder}assets/`;
}

/** Shapes with presentation attributes, nothing that runs or loads: it goes into the page as it is. */
const QR =
  /^<svg(?: (?:xmlns="http:\/\/www\.w3\.org\/2000\/svg"|(?:width|height|viewBox|shape-rendering)="[\w. -]*"))*>(?:<path(?: (?:fill|stroke|d)="[\w#. -]*")*\/>)+<\/svg>\s*$/;

function qrMarkup(qr: string): string {
  if (!QR.test(qr)) throw new Error('This is no markup of a QR code');
  return qr.trim();
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
