import { it } from 'node:test';
import { ageCanaryFlow } from '../support/age-canary-flow.ts';
import { fileDump } from '../support/file-dump.ts';

it('of a proof of age only the answer is kept: nothing else in a file, a log line or what is readable', (t) =>
  ageCanaryFlow(t, fileDump));
