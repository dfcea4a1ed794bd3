import { it } from 'node:test';
import { canaryFlow } from '../support/canary-flow.ts';
import { fileDump } from '../support/file-dump.ts';

it('no personal value is readable in a file or a log line, before an erasure or after it', (t) =>
  canaryFlow(t, fileDump));
