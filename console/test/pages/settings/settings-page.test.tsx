import assert from 'node:assert/strict';
import { test } from 'node:test';
import { render } from 'preact-render-to-string';
import { SettingsTable } from '../../../src/pages/settings/settings-page.tsx';

test('name, value and source of each setting; a text of the server is text', () => {
  const html = render(
    <SettingsTable
      version="0.0.1"
      license="Apache-2.0"
      settings={[
        { name: 'RATE_LOGIN', value: 7, source: 'environment', secret: false, meaning: '<b>m</b>' },
        { name: 'TRUST_PROXY', value: ['a', 'b'], source: 'default', secret: false, meaning: 'm' },
        { name: 'AUTH_API_KEY', source: 'none', secret: true, meaning: 'm' },
      ]}
    />,
  );
  for (const text of ['Countersign 0.0.1, Apache-2.0', 'RATE_LOGIN', '>7<', 'a, b', '–', '&lt;b>m&lt;/b>']) {
    assert.ok(html.includes(text), `${text} in ${html}`);
  }
});
