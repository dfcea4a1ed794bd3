/**
 * The page that a browser shows while the wallet presents: the offered credential, the purpose of the presentation, the
 * OpenID4VP request as link and as QR code, and the session's state. It loads nothing from other origins, and works
 * without JavaScript by reloading itself.
 */
import { escapeHtml, type Page, page } from '@countersign/shared/pages/page';
import { cardStyle } from '@countersign/shared/pages/page-style';
import { pageScript } from './authorization-page-assets.ts';
import { authorizationPageStyle } from './authorization-page-style.ts';
import { type PageState, type PageStateName, pageTexts } from './authorization-page-texts.ts';
import {
  type AuthorizationPageSubject,
  cardMarkup,
  declineMarkup,
  filled,
  sheetMarkup,
} from './authorization-shell.ts';

/** Purpose of the presentation, from the presentation configuration. */
export interface StatedPurpose {
  readonly purpose?: string;
  /** Address of the privacy policy; only https is shown. */
  readonly privacyPolicy?: string;
}

export interface AuthorizationPageInput extends AuthorizationPageSubject {
  /** The OpenID4VP authorization request as a link. */
  readonly requestUri: string;
  /** The same link as QR code: SVG markup of the package qrcode. */
  readonly qr: string;
  /** Path to follow the session, `[/prefix][/{tenantId}]/authorize/follow/{reference}`. */
  readonly follow: string;
  /** Path for asking the browser's wallets. */
  readonly wallet: string;
  /** Path of the link that declines. */
  readonly decline: string;
  readonly secondsLeft: number;
  readonly stated: StatedPurpose;
}

export type EndedPageState = Extract<PageStateName, 'expired' | `refused-${string}`>;

/**
 * Renders the page.
 * @throws Error if `qr` is not a QR code's markup, or `follow` is not such a path
 */
export function authorizationPage(input: AuthorizationPageInput): Page {
  const { language, brand, coming } = input;
  const texts = pageTexts[language];
  const assets = assetsFolder(input.follow);
  const seconds = Math.max(0, Math.floor(input.secondsLeft));
  const names = Object.keys(texts.states) as PageStateName[];
  const states = names.map((name) => `<template id="state-${name}">${stateMarkup(input, name)}</template>`);
  const main = `${sheetMarkup(
    `data-state="waiting" data-follow="${escapeHtml(input.follow)}" data-wallet="${escapeHtml(input.wallet)}" data-seconds="${seconds}" data-until="${escapeHtml(texts.until)}" data-last="${escapeHtml(texts.last)}" data-issuer="${escapeHtml(brand.name)}"`,
    `<h1 id="title">${escapeHtml(texts.title)}</h1>
<div id="state" role="status">${stateMarkup(input, 'waiting')}</div>
<div id="request" class="columns">
${aboutMarkup(input)}
${otherDeviceMarkup(input, seconds)}
</div>
<noscript><p>${escapeHtml(texts.withoutScript)}</p></noscript>`,
  )}
${states.join('\n')}`;
  return page({
    language,
    title: `${texts.title} – ${brand.name}`,
    brand,
    main,
    head: `<noscript><meta http-equiv="refresh" content="10" /></noscript>
<script type="module" src="${escapeHtml(assets + pageScript.name)}"></script>`,
    style: authorizationPageStyle + cardStyle(coming.background, coming.text),
    script: true,
  });
}

/**
 * Renders the page of an authorization that has ended, for a browser that reloads it: the reason and the next step.
 * @param input `back`: the redirect URI with `error=access_denied`, if the wallet can be reached
 */
export function endedAuthorizationPage(
  input: AuthorizationPageSubject & {
    readonly state: EndedPageState;
    readonly back?: string;
  },
): Page {
  const { language, brand, state, back } = input;
  const { states } = pageTexts[language];
  const main = sheetMarkup(
    `class="ended" data-state="${state.split('-', 1)[0]}"`,
    `<div id="state">${stateMarkup(input, state, back)}</div>`,
  );
  const title = filled(states[state].title ?? '', input);
  return page({ language, title: `${title} – ${brand.name}`, brand, main, style: authorizationPageStyle });
}

/** The coming credential, the purpose of the presentation, and the link to the wallet on this device. */
function aboutMarkup(input: AuthorizationPageInput): string {
  const { language, requestUri } = input;
  const { here, ask, open, introduction } = pageTexts[language];
  return `<div>
${cardMarkup(input)}
<p>${escapeHtml(filled(introduction, input))}</p>
${purposeMarkup(input)}
<section aria-labelledby="here">
<h2 id="here">${escapeHtml(here)}</h2>
<p id="ask" hidden="hidden"><button type="button" class="button">${escapeHtml(ask)}</button></p>
<p><a class="button" href="${escapeHtml(requestUri)}">${escapeHtml(open)}</a></p>
</section>
${declineMarkup(input, input.decline)}
</div>`;
}

function purposeMarkup({ language, stated }: AuthorizationPageInput): string {
  const { purpose, privacy } = pageTexts[language];
  const why =
    stated.purpose === undefined
      ? ''
      : `<dl><dt>${escapeHtml(purpose)}</dt><dd>${escapeHtml(stated.purpose)}</dd></dl>`;
  const { privacyPolicy } = stated;
  if (privacyPolicy === undefined || !/^https:\/\//i.test(privacyPolicy) || !URL.canParse(privacyPolicy)) return why;
  const link = `<a href="${escapeHtml(new URL(privacyPolicy).href)}" target="_blank" rel="noreferrer">${escapeHtml(privacy)}</a>`;
  return `${why}<p class="small">${link}</p>`;
}

function otherDeviceMarkup({ language, qr }: AuthorizationPageInput, seconds: number): string {
  const { there, scan, code, minutes } = pageTexts[language];
  return `<section aria-labelledby="there">
<h2 id="there">${escapeHtml(there)}</h2>
<p>${escapeHtml(scan)}</p>
<div class="code" role="img" aria-label="${escapeHtml(code)}">${qrMarkup(qr)}</div>
<p id="until">${escapeHtml(minutes.replace('{minutes}', String(Math.ceil(seconds / 60))))}</p>
</section>`;
}

/** @param back address of the link; without it the link is hidden until the script sets its address */
function stateMarkup(input: AuthorizationPageSubject, name: PageStateName, back?: string): string {
  const { title, text, link }: PageState = pageTexts[input.language].states[name];
  const said = `<p>${escapeHtml(filled(text, input))}</p>`;
  if (title === undefined) return said + onward(link, back, '');
  const heading = `<h1 tabindex="-1">${escapeHtml(filled(title, input))}</h1>`;
  const mark = name === 'continue' ? 'done' : 'alert';
  return `<div class="message"><div class="mark ${mark}" aria-hidden="true"></div><div>${heading}${said}${onward(link, back, ' class="button"')}</div></div>`;
}

function onward(text: string | undefined, back: string | undefined, kind: string): string {
  if (text === undefined) return '';
  if (back === undefined) return `<p hidden="hidden"><a${kind}>${escapeHtml(text)}</a></p>`;
  return `<p><a${kind} href="${escapeHtml(back)}">${escapeHtml(text)}</a></p>`;
}

/** The folder of the assets, from the `follow` path, so that it includes a path prefix. */
function assetsFolder(follow: string): string {
  const folder = /^(\/(?:[^/?#]+\/)*)follow\/[A-Za-z0-9_-]+$/.exec(follow)?.[1];
  if (folder === undefined) throw new Error('The path to follow a session must end in /follow/ and its reference');
  return `${folder}assets/`;
}

/**
 * Shapes with presentation attributes only: the markup is inserted unescaped, so it must not execute or load anything.
 */
const QR =
  /^<svg(?: (?:xmlns="http:\/\/www\.w3\.org\/2000\/svg"|(?:width|height|viewBox|shape-rendering)="[\w. -]*"))*>(?:<path(?: (?:fill|stroke|d)="[\w#. -]*")*\/>)+<\/svg>\s*$/;

function qrMarkup(qr: string): string {
  if (!QR.test(qr)) throw new Error("This is not a QR code's markup");
  return qr.trim();
}
