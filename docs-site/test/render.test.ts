import assert from 'node:assert/strict';
import { test } from 'node:test';
import { render } from '../src/render.ts';

const same = (href: string) => ({ href });

test('code in several languages without text in between is one example; others stand alone', () => {
  const fence = (language: string) => `\`\`\`${language}\ncode <${language}>\n\`\`\`\n`;
  const { html } = render(`# T\n\n${fence('bash')}\n${fence('python')}\ntext\n\n${fence('go')}\n    indented\n`, same);
  assert.equal(html.match(/class="variants"/g)?.length, 1);
  assert.deepEqual(
    [...html.matchAll(/data-language="(\w+)"/g)].map(([, name]) => name),
    ['curl', 'Python'],
  );
  assert.match(html, /code &#60;python&#62;/);
  assert.match(html, /<pre tabindex="0"><code>indented/);
});

test('a heading has the anchor of GitHub, a repeated one a number', () => {
  const { html, sections, title } = render('# The `a_b` of [it](x.md)\n\n## Same\n\none\n\n## Same\n\ntwo\n', same);
  assert.deepEqual(
    sections.map(({ anchor, text }) => [anchor, text]),
    [
      ['the-a_b-of-it', ''],
      ['same', 'one'],
      ['same-1', 'two'],
    ],
  );
  assert.match(html, /<h2 id="same-1">Same <a class="anchor" href="#same-1" aria-label="Link to this section">/);
  assert.equal(title, 'The a_b of it');
});

test('tags in a document are text, an empty head of a table is no head, and what the site lacks is named', () => {
  const { html } = render('# T\n\n<script>x</script>\n\n| a | |\n|---|---|\n| b | [c](d.md) |\n', () => ({
    repository: 'libs/d.md',
  }));
  assert.ok(!html.includes('<script'));
  assert.match(html, /<tr><th>a<\/th><td><\/td><\/tr>/);
  assert.match(html, /<span class="repository" title="libs\/d.md in the repository">c<\/span>/);
});
