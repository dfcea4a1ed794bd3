/** The writer of SVG. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawing, element, line, marker, polyline, text } from '@countersign/bench/plots/svg';

test('an element with attributes and content', () => {
  assert.equal(element('g', { class: 'a', x: 1 }), '<g class="a" x="1"/>');
  assert.equal(element('g', {}, element('rect', { width: 2 })), '<g><rect width="2"/></g>');
});

test('texts and attributes are escaped', () => {
  assert.equal(text('a < b & "c"', 1, 2), '<text x="1" y="2">a &lt; b &amp; &quot;c&quot;</text>');
  assert.equal(element('g', { id: '"><script>' }), '<g id="&quot;&gt;&lt;script&gt;"/>');
});

test('positions have two decimals at most', () => {
  assert.equal(line([1 / 3, 0], [10, 2.999], 'grid'), '<line x1="0.33" y1="0" x2="10" y2="3" class="grid"/>');
  assert.equal(
    polyline(
      [
        [1 / 3, 1],
        [2, 3],
      ],
      's0',
    ),
    '<polyline points="0.33,1 2,3" class="s0"/>',
  );
});

test('series differ in form, not in colour alone', () => {
  const forms = (['circle', 'square', 'triangle'] as const).map((form) => marker(form, [10, 10], 's0').slice(1, 5));
  assert.deepEqual(forms, ['circ', 'rect', 'path']);
});

test('a file has a title and a description for screen readers, and colours for both modes', () => {
  const svg = drawing({ width: 10, height: 20, title: 'A & B', description: 'all <figures>', content: ['<g/>'] });
  assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 10 20"/);
  assert.match(svg, /role="img" aria-labelledby="title" aria-describedby="description"/);
  assert.match(svg, /<title id="title">A &amp; B<\/title>/);
  assert.match(svg, /<desc id="description">all &lt;figures&gt;<\/desc>/);
  assert.match(svg, /@media \(prefers-color-scheme:dark\)/);
  assert.match(svg, /<\/svg>\n$/);
});

test('text and series have the contrast of WCAG on both surfaces', () => {
  const svg = drawing({ width: 1, height: 1, title: '', description: '', content: [] });
  const themes = [...svg.matchAll(/:root\{([^}]*)\}/g)].map(([, body = '']) =>
    Object.fromEntries(body.split(';').map((pair) => pair.slice(2).split(':') as [string, string])),
  );
  assert.equal(themes.length, 2);
  for (const { surface = '', ink = '', soft = '', grid: _, ...series } of themes) {
    assert.ok(contrast(ink, surface) >= 7, `ink ${contrast(ink, surface)}`);
    assert.ok(contrast(soft, surface) >= 4.5, `soft ${contrast(soft, surface)}`);
    for (const [name, colour] of Object.entries(series)) {
      assert.ok(contrast(colour, surface) >= 3, `${name} ${contrast(colour, surface)}`);
    }
  }
});

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
