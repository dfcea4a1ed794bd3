/** What the authorization endpoint's pages share: the sheet, the offered credential, and the link that declines. */
import type { Language } from '@countersign/shared/pages/accept-language';
import { type Brand, escapeHtml } from '@countersign/shared/pages/page';
import { pageTexts } from './authorization-page-texts.ts';

/** The credential that is issued in the end. */
export interface ComingCredential {
  readonly name?: string;
  readonly description?: string;
  /** Colours of its display, as written. */
  readonly background?: string;
  readonly text?: string;
}

/** What every page of the authorization endpoint is about. */
export interface AuthorizationPageSubject {
  readonly language: Language;
  readonly brand: Brand;
  readonly coming: ComingCredential;
}

/** @param attributes of `main`, escaped; @param content markup */
export function sheetMarkup(attributes: string, content: string): string {
  return `<main${attributes === '' ? '' : ` ${attributes}`}>
<div class="sheet">
${content}
</div>
</main>`;
}

/** The offered credential, in its display's colours. */
export function cardMarkup(subject: AuthorizationPageSubject): string {
  const { description } = subject.coming;
  const more = description === undefined ? '' : `<span>${escapeHtml(description)}</span>`;
  return `<p class="small">${escapeHtml(pageTexts[subject.language].coming)}</p>
<p class="card">${escapeHtml(credentialName(subject))}${more}</p>`;
}

/** @param path of the link that declines */
export function declineMarkup({ language }: Pick<AuthorizationPageSubject, 'language'>, path: string): string {
  return `<p><a class="decline" href="${escapeHtml(path)}">${escapeHtml(pageTexts[language].decline)}</a></p>`;
}

/** A text with `{issuer}` and `{credential}` filled in, not escaped. */
export function filled(text: string, subject: AuthorizationPageSubject): string {
  const places: Readonly<Record<string, string>> = { issuer: subject.brand.name, credential: credentialName(subject) };
  return text.replace(/\{(issuer|credential)\}/g, (_, place: string) => places[place] ?? '');
}

function credentialName({ language, coming }: AuthorizationPageSubject): string {
  return coming.name ?? pageTexts[language].credential;
}
