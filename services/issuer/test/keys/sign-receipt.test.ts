import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJwt } from '@countersign/shared/crypto/jwt';
import type { OperationRequest } from '@countersign/shared/http/message';
import { signReceipt } from '../../src/keys/sign-receipt.ts';

test('issuer and time are the server’s, whatever the body has', async () => {
  const key = { kid: 'k', alg: 'ES256', sign: async () => Buffer.alloc(64) };
  const keys = { signer: async (_: string, purpose: string) => (purpose === 'credential' ? key : undefined) };
  const settings = { PUBLIC_URL: 'https://wallets.example' };
  const sign = signReceipt({ keys, settings, clock: () => 5000 } as unknown as Parameters<typeof signReceipt>[0]);
  const body = { jti: 'r', erased: { sessions: 1 }, iss: 'https://evil.example', iat: 1 };
  const reply = await sign({ tenant: 'acme', body } as unknown as OperationRequest);
  const { receipt } = reply.body as { readonly receipt: string };
  const { header, payload } = parseJwt(receipt, { maxLength: 1000 });
  assert.deepEqual(header, { typ: 'erasure-receipt+jwt', kid: 'k', alg: 'ES256' });
  assert.deepEqual(payload, { jti: 'r', erased: { sessions: 1 }, iss: 'https://wallets.example/acme', iat: 5 });
});
