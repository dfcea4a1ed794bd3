import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { canaryFlow } from '../support/canary-flow.ts';

it('no personal value is readable in a file or a log line, before an erasure or after it', (t) =>
  canaryFlow(t, async ({ dataFolder }) =>
    readdirSync(dataFolder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(dataFolder, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => [path, readFileSync(path)] as const),
  ));
