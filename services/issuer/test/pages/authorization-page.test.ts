import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Element, readMarkup } from '@countersign/shared/test/pages/markup';
import fc from 'fast-check';
import {
  type AuthorizationPageInput,
  authorizationPage,
  endedAuthorizationPage,
} from '../../src/pages/authorization-page.ts';
import { pageAsset, pageScript } from '../../src/pages/authorization-page-assets.ts';
import { pageTexts } from '../../src/pages/authorization-page-texts.ts';

const given: AuthorizationPageInput = {
  requestUri: 'openid4vp://?client_id=x509_hash%3Aabc&request_uri=https%3A%2F%2Fissuer.example%2Foid4vp%2Frequest%2Fr',
  qr: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" shape-rendering="crispEdges"><path fill="#ffffff" d="M0 0h9v9H0z"/><path stroke="#000000" d="M4 4.5h1m-1 1h1"/></svg>\n',
  follow: '/authorize/follow/AbC-_9',
  wallet: '/authorize/wallet/AbC-_9',
  decline: '/authorize/decline/AbC-_9',
  language: 'en',
  secondsLeft: 600,
  brand: { name: 'University of Example', logo: { src: '/public/logo.svg', alt: 'A tower' } },
  coming: { name: 'Library card', description: 'For readers', background: '#0b6e4f', text: '#ffffff' },
  stated: { purpose: 'Checking the name', privacyPolicy: 'https://issuer.example/privacy' },
};
const ended = ['expired', 'refused-declined', 'refused-not_accepted', 'refused-issuer'] as const;

/** The page without its style, which the strict parser would read as text. */
function markup(html: string): ReturnType<typeof readMarkup> {
  return readMarkup(html.replace(/<style>[\s\S]*?<\/style>/, ''));
}

function fill(text: string, issuer = given.brand.name, credential = given.coming.name ?? ''): string {
  return text.replaceAll('{issuer}', issuer).replaceAll('{credential}', credential);
}
const languages = ['de', 'en'] as const;

function read(change: Partial<AuthorizationPageInput> = {}): ReturnType<typeof readMarkup> {
  return markup(authorizationPage({ ...given, ...change }).html);
}

function find(elements: readonly Element[], name: string, key: string, value?: string): Element {
  const found = elements.filter(({ name: other, attributes }) => {
    return other === name && key in attributes && (value === undefined || attributes[key] === value);
  });
  assert.equal(found.length, 1, `${name} ${key} ${value}`);
  return found[0] as Element;
}

test('in both languages the page is well-formed, and has its language and all texts', () => {
  for (const language of languages) {
    const { elements, text } = read({ language });
    assert.equal(elements[0]?.name, 'html');
    assert.equal(elements[0]?.attributes.lang, language);
    const { states, title, introduction, coming, purpose, privacy, here, open, there, scan, withoutScript } =
      pageTexts[language];
    const said = [title, introduction, coming, purpose, privacy, here, open, there, scan, withoutScript];
    said.push('Library card', 'For readers', 'Checking the name');
    for (const state of Object.values(states))
      said.push(state.text, ...(state.title === undefined ? [] : [state.title]));
    for (const each of said) assert.ok(text.includes(fill(each)), each);
    assert.ok(!/\{\w+\}/.test(text), 'every placeholder is filled in');
  }
});

test('both languages have the same texts with the same placeholders', () => {
  const places = (language: 'de' | 'en'): string =>
    JSON.stringify(pageTexts[language], (_, value: unknown) =>
      typeof value === 'string' ? [...value.matchAll(/\{\w+\}/g)].join(',') : value,
    );
  assert.equal(places('de'), places('en'));
});

test('landmarks, a live region, section names and an alternative text for screen readers', () => {
  const { elements } = read();
  // The headings of the states are in templates.
  const shown = elements.filter(({ within }) => !within.includes('template'));
  for (const landmark of ['header', 'main', 'h1']) {
    assert.equal(shown.filter(({ name }) => name === landmark).length, 1, landmark);
  }
  const status = find(elements, 'div', 'role', 'status');
  assert.deepEqual(status.within, ['html', 'body', 'main', 'div']);
  for (const section of elements.filter(({ name }) => name === 'section')) {
    const id = section.attributes['aria-labelledby'] ?? '';
    assert.equal(find(elements, 'h2', 'id', id).within.at(-1), 'section');
  }
  assert.equal(find(elements, 'div', 'role', 'img').attributes['aria-label'], pageTexts.en.code);
  const ids = elements.flatMap(({ attributes }) => attributes.id ?? []);
  assert.equal(new Set(ids).size, ids.length, 'ids are unique');
});

test('the link opens the wallet, and the tab order is that of the page', () => {
  const { elements } = read({ stated: {} });
  assert.equal(find(elements, 'a', 'href', given.requestUri).attributes.class, 'button');
  assert.equal(find(elements, 'a', 'href', given.decline).attributes.class, 'decline');
  assert.equal(elements.filter(({ name, attributes }) => name === 'a' && 'href' in attributes).length, 2);
  const positive = elements.filter(({ attributes }) => Number(attributes.tabindex ?? 0) > 0);
  assert.deepEqual(positive, []);
});

test('no inline script, and nothing from other origins', () => {
  for (const language of languages) {
    const { html } = authorizationPage({ ...given, language, stated: {} });
    const { elements } = markup(html);
    assert.deepEqual(
      elements.filter(({ name }) => ['iframe', 'form', 'base', 'object'].includes(name)),
      [],
    );
    for (const { name, attributes } of elements) {
      assert.deepEqual(
        Object.keys(attributes).filter((key) => key === 'style' || key.startsWith('on')),
        [],
        name,
      );
      if (name === 'script') assert.equal(attributes.src, `/authorize/assets/${pageScript.name}`);
      if (name === 'img') assert.equal(attributes.src, '/public/logo.svg');
    }
    assert.match(html, /<script type="module" src="[^"]+"><\/script>/);
    const own = html.replace(given.requestUri.replaceAll('&', '&#38;'), '').replace('http://www.w3.org/2000/svg', '');
    assert.ok(!/\b[a-z][a-z0-9+.-]*:\/\//i.test(own), 'no address of another origin');
  }
  assert.ok(!/https?:|\bimport\b|\beval\b|innerHTML|document\.write/.test(pageScript.content));
});

test('the policy allows only what the page contains', () => {
  const { headers } = authorizationPage(given);
  assert.match(
    headers['content-security-policy'] ?? '',
    /^default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'sha256-[^']+'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; form-action 'none'$/,
  );
  assert.equal(headers['cache-control'], 'no-store');
});

test('the card has the colours of the credential, and without a name or a purpose the page omits them', () => {
  assert.match(authorizationPage(given).html, /\.card \{ background: #0b6e4f; color: #ffffff;/);
  const { text } = read({ coming: {}, stated: {} });
  assert.ok(text.includes(pageTexts.en.credential) && !text.includes(pageTexts.en.purpose));
});

test('a privacy policy is shown only as an https address, and opens in another tab', () => {
  const link = find(read().elements, 'a', 'target');
  assert.deepEqual(link.attributes, {
    href: 'https://issuer.example/privacy',
    target: '_blank',
    rel: 'noreferrer',
  });
  for (const privacyPolicy of ['http://issuer.example', 'javascript:alert(1)', 'https://', 'privacy.html']) {
    const { elements } = read({ stated: { privacyPolicy } });
    assert.ok(!elements.some(({ attributes }) => 'target' in attributes), privacyPolicy);
  }
});

test('without JavaScript the page reloads itself and states that', () => {
  const { elements } = read();
  const refresh = find(elements, 'meta', 'http-equiv', 'refresh');
  assert.equal(refresh.within.at(-1), 'noscript');
  assert.equal(refresh.attributes.content, '10');
});

test('the page of an ended authorization has the reason and a link back, without script and reloads', () => {
  for (const language of languages) {
    for (const state of ended) {
      const hostile = '<b>"&';
      const back = 'https://wallet.example/cb?error=access_denied&state="x';
      const brand = { name: hostile };
      const { html } = endedAuthorizationPage({ language, brand, coming: { name: hostile }, state, back });
      const { elements, text } = markup(html);
      assert.equal(elements[0]?.attributes.lang, language);
      const { title = '', text: said, link } = pageTexts[language].states[state];
      assert.ok(text.includes(`${fill(title, hostile, hostile)} – ${hostile}`), title);
      assert.ok(text.includes(fill(said, hostile, hostile)) && text.includes(String(link)));
      assert.equal(find(elements, 'a', 'href').attributes.href, back);
      assert.deepEqual(
        elements.filter(({ name }) => ['script', 'noscript', 'b', 'svg'].includes(name)),
        [],
      );
      const { elements: lost } = markup(endedAuthorizationPage({ language, brand, coming: {}, state }).html);
      assert.equal(find(lost, 'p', 'hidden').within.at(-1), 'div', 'no link that leads nowhere');
    }
  }
});

test('the page names the wallet as the cause only where it is', () => {
  const { states } = pageTexts.en;
  assert.match(states['refused-issuer'].text, /Your wallet did everything right/);
  assert.match(states['refused-declined'].title ?? '', /You declined/);
});

test('every untrusted text is escaped', () => {
  const hostile = '"><script>alert(1)</script><b x=\'&amp;{issuer}$&$1';
  const { elements, text } = read({ brand: { name: hostile }, requestUri: `openid4vp://?x=${hostile}`, stated: {} });
  assert.equal(elements.filter(({ name }) => name === 'script').length, 1);
  assert.ok(text.includes(hostile));
  assert.ok(elements.some(({ name, attributes }) => name === 'a' && attributes.href === `openid4vp://?x=${hostile}`));
  const plain = read().elements.map(({ name }) => name);
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, requestUri) => {
      const brand = { ...given.brand, name: text };
      const coming = { ...given.coming, name: text, description: text };
      const names = read({ brand, coming, stated: { ...given.stated, purpose: text }, requestUri }).elements.map(
        ({ name }) => name,
      );
      assert.deepEqual(names, plain);
    }),
  );
});

test('only the markup of a QR code is inserted unescaped', () => {
  const bad = [
    '',
    'text',
    given.qr.replace('<path', '<script'),
    given.qr.replace('/></svg>', ' onload="x()"/></svg>'),
    given.qr.replace('/></svg>', ' style="x"/></svg>'),
    given.qr.replace('#ffffff', 'url(https://elsewhere.example/)'),
    given.qr.replace('http://www.w3.org/2000/svg', 'https://elsewhere.example/'),
    `${given.qr}<img/>`,
    `<p/>${given.qr}`,
    given.qr.replace('</svg>', '<a href="javascript:x"/></svg>'),
  ];
  for (const qr of bad) assert.throws(() => authorizationPage({ ...given, qr }), /QR code/, qr);
});

test('the path of the script follows from the path to follow, with prefix and tenant', () => {
  const { elements } = read({ follow: '/base/root/authorize/follow/x' });
  assert.equal(find(elements, 'script', 'src').attributes.src, `/base/root/authorize/assets/${pageScript.name}`);
  assert.equal(find(elements, 'main', 'data-follow').attributes['data-follow'], '/base/root/authorize/follow/x');
  for (const follow of [
    'https://elsewhere.example/follow/x',
    '//elsewhere.example/follow/x',
    '/follow/',
    '/x',
    '/follow/x?y',
  ]) {
    assert.throws(() => authorizationPage({ ...given, follow }), /path to follow/, follow);
  }
});

test('the remaining time is shown in minutes, and is never negative', () => {
  const main = (secondsLeft: number): string | undefined =>
    find(read({ secondsLeft }).elements, 'main', 'data-seconds').attributes['data-seconds'];
  assert.equal(main(61.7), '61');
  assert.equal(main(-5), '0');
  assert.ok(read({ secondsLeft: 61 }).text.includes('about 2 min'));
});

test('the script is named by its content; another hash gets the present script', () => {
  assert.match(pageScript.name, /^follow-[A-Za-z0-9_-]{16}\.js$/);
  assert.deepEqual(pageAsset(pageScript.name), { asset: pageScript, exact: true });
  assert.deepEqual(pageAsset(`follow-${'x'.repeat(16)}.js`), { asset: pageScript, exact: false });
  for (const name of ['', 'follow.js', 'constructor', `follow-${'x'.repeat(16)}.css`, `follow-${'x'.repeat(17)}.js`]) {
    assert.equal(pageAsset(name), undefined, name);
  }
});

test('the script is one module without imports, in ES2020', () => {
  const text = pageScript.content;
  assert.ok(text.trimEnd().endsWith('begin();'));
  // The compiler would add these if a function needs more than its own source.
  assert.ok(!/__\w+\(|\bexports\b|\brequire\(|sourceMappingURL/.test(text));
  assert.ok(!/\?\?=|\|\|=|&&=|\bstatic \{|\.at\(|Object\.hasOwn/.test(text), 'nothing newer than ES2020');
});
