import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  contrast,
  DARK_GROUND,
  isHexColor,
  LIGHT_GROUND,
  pageColors,
  readableText,
} from '../../src/pages/page-colors.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('contrast is that of WCAG 2.2', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
  assert.equal(contrast('#fff', '#ffffff'), 1);
  assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48');
  assert.equal(contrast('#ffffff', '#767676').toFixed(2), '4.54');
});

test('a colour that can be read is left as it is', () => {
  assert.equal(pageColors('#0B57A4').light.accent, '#0b57a4');
  assert.equal(pageColors('#8ec2ff').dark.accent, '#8ec2ff');
  assert.equal(readableText('#0b6e4f', '#ffffff'), '#ffffff');
});

test('for any colour of a tenant, links and buttons are readable in both schemes', () => {
  fc.assert(
    fc.property(color, (chosen) => {
      const { light, dark } = pageColors(chosen);
      assert.ok(contrast(light.accent, LIGHT_GROUND) >= 4.5 && contrast(light.accent, '#ffffff') >= 4.5);
      assert.ok(contrast(dark.accent, DARK_GROUND) >= 4.5 && contrast(dark.accent, '#101317') >= 4.5);
      for (const { accent, onAccent } of [light, dark]) assert.ok(contrast(accent, onAccent) >= 4.5);
    }),
    { seed: 1 },
  );
});

test('text of a card keeps its colour only where that can be read', () => {
  assert.equal(readableText('#ffffff', '#fefefe'), '#000000');
  assert.equal(readableText('#000', '#111'), '#ffffff');
  fc.assert(
    fc.property(color, color, (ground, text) => assert.ok(contrast(ground, readableText(ground, text)) >= 4.5)),
    { seed: 2 },
  );
});

test('a colour is #rgb or #rrggbb and nothing else', () => {
  for (const good of ['#abc', '#A1B2C3']) assert.ok(isHexColor(good), good);
  for (const bad of ['', 'red', '#ab', '#abcd', '#12345g', '#fff;}', 'rgb(0,0,0)', undefined, 7]) {
    assert.ok(!isHexColor(bad), String(bad));
  }
});
