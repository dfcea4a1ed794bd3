import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { publicServerWarnings } from '../../src/runtime/start-warnings.ts';
import { readSettings } from '../../src/settings/read-settings.ts';

const here = import.meta.dirname;
const warnings = (env: Record<string, string>): readonly string[] =>
  publicServerWarnings(readSettings({ CONFIG_FOLDER: here, ...env }).settings);

test('a configuration folder that is missing, or a file, is a warning with its full path', () => {
  assert.deepEqual(warnings({}), []);
  const missing = join(here, 'no-such-folder');
  const [text = '', ...others] = warnings({ CONFIG_FOLDER: missing });
  assert.deepEqual(others, []);
  assert.ok(text.startsWith(`CONFIG_FOLDER ${missing} does not exist`), text);
  assert.match(warnings({ CONFIG_FOLDER: import.meta.filename }).join(), /is a file, not a folder/);
});

test('a plain PUBLIC_URL on another port is a warning, unless a proxy is named', () => {
  assert.match(warnings({ PORT: '3100', PUBLIC_URL: 'http://localhost:3000' }).join(), /port 3000.*PORT 3100/);
  assert.match(warnings({ PORT: '3100', PUBLIC_URL: 'http://192.168.1.5' }).join(), /port 80,/);
  for (const fine of [
    { PORT: '3100' },
    { PORT: '0', PUBLIC_URL: 'http://localhost:3000' },
    { PORT: '3100', PUBLIC_URL: 'http://localhost:3100' },
    { PORT: '3100', PUBLIC_URL: 'https://issuer.example' },
    { PORT: '3100', PUBLIC_URL: 'http://issuer.example', TRUST_PROXY: '10.0.0.0/8' },
  ]) {
    assert.deepEqual(warnings(fine), [], JSON.stringify(fine));
  }
});
