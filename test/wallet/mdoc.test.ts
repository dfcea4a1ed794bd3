/** Mdocs between the wallet and the server's functions: two implementations that share no code. */
import assert from 'node:assert/strict';
import { randomBytes, sign } from 'node:crypto';
import { describe, it } from 'node:test';
import { issueMdoc } from '@countersign/issuer/credential/issuer-signed';
import { readDeviceResponse } from '@countersign/verifier/mdoc/device-response';
import { issuedFaults } from '@countersign/wallet/mdoc/issued-faults';
import { presentMdoc } from '@countersign/wallet/presentation/present-mdoc';
import { chain, credential, elements, key, MDL, NOW, SPACE, signer, times, transcript, verified } from './made-mdl.ts';

describe('mdocs of the wallet before the server', () => {
  it('a presentation is accepted, with the elements that were signed', () => {
    const response = presentMdoc({ credential, key }, transcript);
    assert.equal(verified(response), undefined);
    const { docType, nameSpaces } = readDeviceResponse(Buffer.from(response, 'base64url'));
    assert.equal(docType, MDL);
    assert.deepEqual([...(nameSpaces.get(SPACE)?.keys() ?? [])], Object.keys(elements));
  });

  it('its time ends at validUntil', () => {
    const response = presentMdoc({ credential, key }, transcript);
    assert.equal(verified(response, times.validUntil - 1), undefined);
    assert.equal(verified(response, times.validUntil), 'time');
  });
});

describe('mdocs of the server before the wallet', () => {
  it('a strict wallet takes what the server issues', async () => {
    const deviceKey = { ...key.publicJwk, kty: 'EC' as const, crv: 'P-256' as const };
    const nameSpaces = new Map([[SPACE, new Map([['family_name', 'Lovelace']])]]);
    const signing = { key: signer.privateKey, dsaEncoding: 'ieee-p1363' } as const;
    const issued = await issueMdoc({
      docType: MDL,
      nameSpaces,
      deviceKey,
      validity: times,
      random: randomBytes,
      status: { uri: 'https://issuer.example/status/1', idx: 7 },
      key: {
        alg: 'ES256',
        sign: async (bytes) => sign('sha256', bytes, signing),
        x5c: chain.map((der) => der.toString('base64')),
      },
    });
    assert.deepEqual(issuedFaults({ credential: issued, key, docType: MDL, now: NOW }), []);
  });
});
