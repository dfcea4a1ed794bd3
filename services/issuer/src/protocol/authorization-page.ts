/** The page that a browser shows while its person presents with a wallet. Pure. */

export interface AuthorizationPage {
  /** The link that opens a wallet. */
  readonly requestUri: string;
  /** The same as QR code, SVG markup. */
  readonly qr: string;
  /** Path that tells how the presentation goes. */
  readonly follow: string;
  readonly language: 'de' | 'en';
  readonly secondsLeft: number;
  readonly issuerName: string;
}

/** Makes the page. */
export function authorizationPage(input: AuthorizationPage): { readonly html: string } {
  const { language, qr } = input;
  const [title, open] =
    language === 'de' ? ['Nachweis vorlegen', 'Wallet öffnen'] : ['Present your credential', 'Open the wallet'];
  const name = escapeHtml(input.issuerName);
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width,initial-scale=1"></head><body><h1>${title}</h1><p>${name}</p><div>${qr}</div><p><a href="${escapeHtml(input.requestUri)}">${open}</a></p><p data-follow="${escapeHtml(input.follow)}" data-seconds="${input.secondsLeft}"></p></body></html>`;
  return { html };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
