import assert from 'node:assert/strict';
import { join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { KEY_NOT_AFTER, KEY_NOT_BEFORE, makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { trustFindings } from '../../src/configuration/check-trust-folder.ts';
import { trustListFindings } from '../../src/configuration/check-trust-lists.ts';
import { folderOf } from './config-folder.ts';

const { anchor } = await makeSigningKey();
const SOURCE = JSON.stringify({ url: 'https://lists.example/pid.jwt', list: 'pid-providers' });

function found(t: TestContext, files: Readonly<Record<string, string>>, now = KEY_NOT_BEFORE): readonly string[] {
  const root = join(folderOf(t, { ...files, x: '' }), 'trust/lists');
  return trustListFindings(root, now).map(
    ({ file, pointer, detail }) => `${relative(root, file)}${pointer}: ${detail}`,
  );
}

test('a source has its signers beside it', (t) => {
  const files = { 'trust/lists/pid.json': SOURCE, 'trust/lists/pid.pem': anchor };
  assert.deepEqual(found(t, files), []);
  const root = join(folderOf(t, files), 'trust');
  assert.deepEqual(trustFindings(root, KEY_NOT_BEFORE), []);
  assert.match(found(t, { 'trust/lists/pid.json': SOURCE })[0] ?? '', /^pid.json: There is no .pem file/);
  assert.match(found(t, { 'trust/lists/pid.pem': anchor })[0] ?? '', /^pid.pem: There is no .json file/);
});

test('each mistake of a source is named', (t) => {
  const source = {
    'trust/lists/pid.json': '{"url":"x","list":"pid-providers","other":1}',
    'trust/lists/pid.pem': anchor,
  };
  assert.deepEqual(
    found(t, source).map((line) => line.split(':')[0]),
    ['pid.json/other', 'pid.json/url'],
  );
  assert.match(found(t, { ...source, 'trust/lists/readme.txt': '' }).join('\n'), /readme.txt: This is not read/);
});

test('an expired signer is a warning', (t) => {
  const files = { 'trust/lists/pid.json': SOURCE, 'trust/lists/pid.pem': anchor };
  assert.match(found(t, files, KEY_NOT_AFTER + 1)[0] ?? '', /^pid.pem: This signer is not valid now/);
});
