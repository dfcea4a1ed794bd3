/** The authorization endpoint's error page, shown in the browser if no redirect URI can be trusted. */
import type { ErrorCode, ProtocolError } from '@countersign/shared/kernel/errors';
import type { Language } from '@countersign/shared/pages/accept-language';
import { type Brand, escapeHtml, type Page, page } from '@countersign/shared/pages/page';
import { wireCode } from '../errors/to-wire.ts';

interface ErrorTexts {
  readonly title: string;
  readonly text: string;
  /** Text of the link that reloads the page; absent if that cannot help. */
  readonly again?: string;
}

type ErrorSort = 'sign-in' | 'link' | 'request' | 'later' | 'unknown' | 'failure';

interface PageTexts {
  readonly details: string;
  readonly request: string;
  readonly sorts: Readonly<Record<ErrorSort, ErrorTexts>>;
}

const texts: Readonly<Record<Language, PageTexts>> = {
  en: {
    details: 'Technical details',
    request: 'Request',
    sorts: {
      'sign-in': {
        title: 'You are not signed in',
        text: 'The sign-in at your organisation did not work here. Go back to the console and try again; if it happens again, send the technical details below to the people who run this server.',
      },
      link: {
        title: 'This link can no longer be used',
        text: 'It was used already, or its time has run out. Go back to the app where you started and try again there.',
      },
      request: {
        title: 'This request could not be accepted',
        text: "The app that sent you here made a request that {issuer} does not accept. Go back to the app and try again there. If it happens again, please contact the app's maker and send the technical details below.",
      },
      later: {
        title: 'Not available at the moment',
        text: 'Please wait a moment, then try again.',
        again: 'Try again',
      },
      unknown: {
        title: 'There is nothing at this address',
        text: 'Check the address, or go back to the app where you started.',
      },
      failure: {
        title: 'Something went wrong here',
        text: 'It is not your fault. Please try again later; if it happens again, contact {issuer} and give the technical details below.',
        again: 'Try again',
      },
    },
  },
  de: {
    details: 'Technische Angaben',
    request: 'Anfrage',
    sorts: {
      'sign-in': {
        title: 'Sie sind nicht angemeldet',
        text: 'Die Anmeldung bei Ihrer Organisation hat hier nicht geklappt. Gehen Sie zurück zur Konsole und versuchen Sie es noch einmal. Wenn es wieder nicht klappt, geben Sie die technischen Angaben unten an die Betreiber dieses Servers weiter.',
      },
      link: {
        title: 'Dieser Link ist nicht mehr gültig',
        text: 'Er wurde schon benutzt, oder seine Zeit ist abgelaufen. Gehen Sie zurück in die App, in der Sie begonnen haben, und versuchen Sie es dort noch einmal.',
      },
      request: {
        title: 'Diese Anfrage konnte nicht angenommen werden',
        text: 'Die App, aus der Sie kommen, hat eine Anfrage gestellt, die {issuer} nicht annimmt. Gehen Sie zurück in die App und versuchen Sie es dort noch einmal. Wenn es wieder nicht klappt, wenden Sie sich bitte mit den technischen Angaben unten an den Hersteller der App.',
      },
      later: {
        title: 'Im Moment nicht verfügbar',
        text: 'Bitte warten Sie einen Augenblick und versuchen Sie es dann noch einmal.',
        again: 'Noch einmal versuchen',
      },
      unknown: {
        title: 'Unter dieser Adresse gibt es nichts',
        text: 'Prüfen Sie die Adresse, oder gehen Sie zurück in die App, in der Sie begonnen haben.',
      },
      failure: {
        title: 'Hier ist etwas schiefgegangen',
        text: 'Das liegt nicht an Ihnen. Bitte versuchen Sie es später noch einmal. Wenn es wieder nicht klappt, wenden Sie sich bitte mit den technischen Angaben unten an {issuer}.',
        again: 'Noch einmal versuchen',
      },
    },
  },
};

export interface ErrorPageInput {
  readonly error: ProtocolError;
  readonly requestId: string;
  readonly language: Language;
  readonly brand: Brand;
}

/** What happened and what to do next, in the language of the browser; code, description and request id for support. */
export function errorPage({ error, requestId, language, brand }: ErrorPageInput): Page {
  const { details, request, sorts } = texts[language];
  const { title, text, again } = sorts[sortOf(error.code, error.status)];
  const said = escapeHtml(text.replace('{issuer}', () => brand.name));
  // An empty address means this request's address.
  const link = again === undefined ? '' : `<p><a class="button" href="">${escapeHtml(again)}</a></p>`;
  const main = `<main class="short">
<div class="sheet">
<div class="message"><div class="mark alert" aria-hidden="true"></div><div><h1>${escapeHtml(title)}</h1><p>${said}</p>${link}</div></div>
<details><summary>${escapeHtml(details)}</summary>
<p lang="en"><code>${wireCode(error.code)}</code>: ${escapeHtml(error.message)}</p>
<p>${escapeHtml(request)}: <code>${escapeHtml(requestId)}</code></p>
</details>
</div>
</main>`;
  return page({ language, title: `${title} – ${brand.name}`, brand, main });
}

function sortOf(code: ErrorCode, status: number): ErrorSort {
  if (code === 'unauthenticated' || code === 'forbidden') return 'sign-in';
  if (code === 'invalid_request_uri' || code === 'gone') return 'link';
  if (code === 'not_found' || code === 'method_not_allowed') return 'unknown';
  if (code === 'temporarily_unavailable' || code === 'rate_limited' || code === 'request_timeout') return 'later';
  return status >= 500 ? 'failure' : 'request';
}
