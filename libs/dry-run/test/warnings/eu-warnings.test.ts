import assert from 'node:assert/strict';
import { test } from 'node:test';
import { euWarnings } from '../../src/warnings/eu-warnings.ts';

test('each missing part and each fault of the access certificate is a warning', () => {
  assert.deepEqual(euWarnings(undefined), []);
  const missing = [{ place: 'trust/access-authorities', detail: 'There is none' }];
  const reason = 'access_certificate_untrusted' as const;
  const refused = [{ reason, document: 'access certificate', pointer: '', detail: 'It leads nowhere' } as const];
  assert.deepEqual(euWarnings({ missing, refused }), [
    { code: 'eu_part_missing', detail: 'trust/access-authorities: There is none' },
    { code: 'access_certificate_refused', detail: 'It leads nowhere' },
  ]);
});
