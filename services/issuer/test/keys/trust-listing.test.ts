import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { openIssuer } from '../world.ts';

test('anchors are listed by purpose, own ones and those of files with what they may issue', async (t) => {
  const world = await openIssuer(t);
  await world.platform.keys.signer('default', 'mdoc');
  const { anchor } = await makeSigningKey();
  for (const [path, text] of [
    ['trust/authority.pem', anchor],
    ['trust/authority.json', '{"vct":["urn:a"]}'],
    ['trust/wallet-providers/maker.pem', anchor],
  ] as const) {
    mkdirSync(join(world.configFolder, path, '..'), { recursive: true });
    writeFileSync(join(world.configFolder, path), text);
  }
  const { purposes } = (await world.call('issuer.trust')).body as unknown as {
    purposes: readonly { readonly purpose: string; readonly anchors: readonly JsonObject[] }[];
  };
  assert.deepEqual(
    purposes.map(({ purpose, anchors }) => [
      purpose,
      anchors.map(({ source, vct, doctype }) => [source, vct, doctype]),
    ]),
    [
      [
        'issuers',
        [
          ['own', undefined, []],
          ['own', [], undefined],
          ['file', ['urn:a'], []],
        ],
      ],
      ['wallet-providers', [['file', undefined, undefined]]],
      ['access-authorities', []],
      ['registration-providers', []],
      ['registration-status', []],
    ],
  );
  const [maker] = purposes[1]?.anchors ?? [];
  assert.equal(maker?.subject, 'O=issuer.example, CN=CA of acme');
  assert.equal(typeof maker?.daysLeft, 'number');
});
