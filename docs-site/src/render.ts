/** One document as markup: headings with anchors, links of the site, tables and code that a keyboard can scroll, language tabs. */
import { Marked, type RendererObject, type Token, type Tokens } from 'marked';
import { anchorsOfPage } from './anchors.ts';
import { escapeHtml } from './escape-html.ts';
import { flowchart } from './flowchart.ts';
import type { Target } from './links.ts';

/** A part of a page below one heading, as the search finds it. */
export interface Section {
  readonly anchor: string;
  readonly title: string;
  readonly level: number;
  readonly text: string;
}

export interface Rendered {
  readonly title: string;
  readonly html: string;
  readonly sections: readonly Section[];
}

const LANGUAGES: Readonly<Record<string, string>> = {
  bash: 'curl',
  ts: 'TypeScript',
  python: 'Python',
  go: 'Go',
};

export function render(text: string, targetOf: (href: string) => Target): Rendered {
  const anchorOf = anchorsOfPage();
  const sections: Section[] = [];
  const marked = new Marked({ gfm: true, renderer: renderer(targetOf) });
  const tokens = marked.lexer(text);
  const html = groupsOf(tokens).map((group) => {
    const [first] = group;
    if (group.length > 1) return tabs(group as Tokens.Code[]);
    if (first?.type !== 'heading') return marked.parser(group);
    const { depth, text: title } = first as Tokens.Heading;
    const anchor = anchorOf(title);
    sections.push({ anchor, title: plain(title), level: depth, text: '' });
    const inside = marked.parseInline(title);
    return `<h${depth} id="${anchor}">${inside}${depth === 1 ? '' : ` <a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a>`}</h${depth}>\n`;
  });
  return {
    title: sections[0]?.title ?? '',
    html: html.join(''),
    sections: withTexts(tokens, sections),
  };
}

/** Single tokens, but adjacent code blocks in several languages form one group. */
function groupsOf(tokens: readonly Token[]): readonly Token[][] {
  const groups: Token[][] = [];
  for (const token of tokens) {
    if (token.type === 'space') continue;
    const last = groups.at(-1);
    if (last !== undefined && isVariant(token) && isVariant(last[0])) last.push(token);
    else groups.push([token]);
  }
  return groups;
}

function isVariant(token: Token | undefined): boolean {
  return token?.type === 'code' && LANGUAGES[(token as Tokens.Code).lang ?? ''] !== undefined;
}

function tabs(variants: readonly Tokens.Code[]): string {
  return `<div class="variants">${variants.map(({ text, lang = '' }) => codeBlock(text, LANGUAGES[lang])).join('')}</div>\n`;
}

function codeBlock(text: string, language?: string): string {
  const label = language === undefined ? '' : `<p class="language">${language}</p>`;
  return `<div class="code"${language === undefined ? '' : ` data-language="${language}"`}>${label}<pre tabindex="0"><code>${escapeHtml(text)}</code></pre></div>\n`;
}

function renderer(targetOf: (href: string) => Target): RendererObject {
  return {
    code: ({ text, lang }) => (lang === 'mermaid' ? flowchart(text) : undefined) ?? codeBlock(text),
    // A document shows tags of a language; it contains no HTML itself.
    html: ({ text }) => escapeHtml(text),
    link({ href, tokens }) {
      const inside = this.parser.parseInline(tokens);
      const target = targetOf(href);
      if ('href' in target) return `<a href="${escapeHtml(target.href)}">${inside}</a>`;
      return `<span class="repository" title="${escapeHtml(target.repository)} in the repository">${inside}</span>`;
    },
    image({ href, text }) {
      const target = targetOf(href);
      return 'href' in target
        ? `<img src="${escapeHtml(target.href)}" alt="${escapeHtml(text)}" loading="lazy" />`
        : '';
    },
    table({ header, rows }) {
      const cell = (name: string, { tokens }: Tokens.TableCell): string => {
        const inside = this.parser.parseInline(tokens);
        return `<${inside === '' ? 'td' : name}>${inside}</${inside === '' ? 'td' : name}>`;
      };
      const row = (name: string, cells: readonly Tokens.TableCell[]): string =>
        `<tr>${cells.map((each) => cell(name, each)).join('')}</tr>`;
      return `<div class="table" role="group" aria-label="Table" tabindex="0"><table><thead>${row('th', header)}</thead><tbody>${rows.map((each) => row('td', each)).join('')}</tbody></table></div>\n`;
    },
  };
}

/** Adds the text up to the next heading to each section. */
function withTexts(tokens: readonly Token[], sections: readonly Section[]): readonly Section[] {
  const texts: string[] = [];
  for (const { type, raw } of tokens) {
    if (type === 'heading') texts.push('');
    else if (texts.length > 0) texts.push(`${texts.pop()} ${plain(raw)}`);
  }
  return sections.map((section, index) => ({ ...section, text: (texts[index] ?? '').trim() }));
}

/** Markdown without its marks. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|]|^#+ |-{3,}/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
