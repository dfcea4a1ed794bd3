/** The section about the button for other pages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { ButtonSection } from '../../../src/pages/verify/button-section.tsx';

Object.assign(globalThis, { location: { origin: 'https://issuer.example' } });
const section = (...origins: readonly string[]): string =>
  renderToString(<ButtonSection configurations={[{ id: 'empty' }, { id: 'name-check', origins }]} />);

test('a configuration with an origin comes first, and several can be chosen from', () => {
  assert.match(
    section('https://shop.example'),
    /requestId: 'name-check'[\s\S]*redirectUri: 'https:\/\/shop\.example\/back'/,
  );
  assert.doesNotMatch(section('https://shop.example'), /Origin of the page/);
  const several = section('https://a.example', 'https://b.example');
  assert.match(several, /Origin of the page[\s\S]*b\.example[\s\S]*origin: 'https:\/\/a\.example'/);
});

test('without an origin the page says what to add, and shows no call that would be refused', () => {
  assert.match(section(), /empty allows no page yet/);
  assert.doesNotMatch(section(), /countersign-button/);
});
