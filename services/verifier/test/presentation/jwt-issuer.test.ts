/** What credentials with an issuer's JWT share: the chain in the header, and whom the tenant trusts for their types. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chainOf, trustFor } from '../../src/presentation/jwt-issuer.ts';
import { parseSdJwtVc } from '../../src/presentation/sd-jwt-verify.ts';
import { context, issuer, presentationOf, VCT } from './presentations.ts';
import { refuses } from './refuses.ts';

const parsed = parseSdJwtVc(presentationOf({}));

test('the chain is that of the header, leaf first', () => {
  assert.deepEqual(
    chainOf(parsed).map(({ raw }) => raw.toString('base64')),
    issuer.x5c,
  );
});

test('lists are asked with the time of issuance in milliseconds, and what they trust is added', () => {
  const [own] = context.anchors;
  assert.ok(own !== undefined);
  const asked: unknown[] = [];
  const listing = {
    ...context,
    anchors: [],
    listed: (credential: { readonly issuedAt: number | undefined; readonly types: readonly string[] }) => {
      asked.push([credential.issuedAt, credential.types]);
      return [own];
    },
  };
  const { anchors, listed } = trustFor(parsed, { types: [VCT], issuedAt: 5 }, listing);
  assert.deepEqual([anchors, listed], [[own.certificate], [own]]);
  trustFor(parsed, { types: [VCT], issuedAt: 'yesterday' }, listing);
  assert.deepEqual(asked, [
    [5000, [VCT]],
    [undefined, [VCT]],
  ]);
  refuses(() => trustFor(parsed, { types: [VCT], issuedAt: 5 }, { ...context, anchors: [] }), 'issuer_trust');
});
