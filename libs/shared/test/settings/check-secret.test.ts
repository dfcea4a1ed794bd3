import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '../../src/settings/read-settings.ts';
import { problems, production } from './problems.ts';

for (const [name, value] of [
  ['AUTH_API_KEY', 'changeme'],
  ['AUTH_API_KEY', ''],
  ['AUTH_API_KEY', 'a8Xk2-pq'],
  ['AUTH_API_KEY', 'aaaaaaaaaaaaaaaaaaaaaaaa'],
  ['AUTH_CLIENT_SECRET', 'changeme'],
  ['AUTH_CLIENT_SECRET', 'k3nV8-wz'],
  ['JWT_SECRET', 'just-a-default-secret'],
  ['JWT_SECRET', 'Q8s-31nV0pLk72mXz5'],
] as const) {
  const length = value.length;
  const others = { JWT_SECRET: 'Zu3k-19xLq0vPw84-mN27cRt56-yB8sHd', AUTH_CLIENT_SECRET: 'k3nV8-wz-77Lq-xPd2' };

  test(`production refuses ${name} of ${length} characters, naming the variable and not the value`, () => {
    const found = problems({ ...production, ...others, [name]: value });
    assert.equal(found.filter((problem) => problem.startsWith(name)).length, 1);
    if (length > 0) assert.ok(!found.join().includes(value));
  });

  test(`elsewhere it is a warning: ${name} of ${length} characters`, () => {
    const { warnings } = readSettings({ ...others, [name]: value });
    assert.ok(warnings.some((warning) => warning.startsWith(name)));
    if (length > 0) assert.ok(!warnings.join().includes(value));
  });
}

test('a master key that is not 32 bytes is refused everywhere', () => {
  for (const MASTER_KEY of ['short', `${'A1b2C3d4'.repeat(5)}A1=`, 'A1b2C3d4'.repeat(8)]) {
    assert.ok(problems({ MASTER_KEY }).some((problem) => problem.startsWith('MASTER_KEY must')));
  }
});
