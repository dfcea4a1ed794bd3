import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { TenantLife } from '../../../src/pages/tenants/life.tsx';

test('what can not be undone stands apart, and nothing happens before a question', () => {
  const tenant = { id: 'museum', source: 'api', state: 'suspended' } as const;
  const html = renderToString(<TenantLife tenant={tenant} onChanged={() => assert.fail('not asked')} />);
  assert.match(html, /button plain[^>]*>Resume[\s\S]*button danger[^>]*>Erase/);
  assert.match(html, /<dialog(?![^>]*\sopen)/);
});
