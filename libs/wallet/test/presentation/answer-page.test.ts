import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { compactDecrypt } from 'jose';
import { type Cbor, decodeCbor } from '../../src/mdoc/cbor.ts';
import { sign1Of, verifySign1 } from '../../src/mdoc/cose.ts';
import { deviceAuthentication } from '../../src/mdoc/device-response.ts';
import { mapOf } from '../../src/mdoc/issuer-signed.ts';
import { dcApiTranscript } from '../../src/mdoc/session-transcript.ts';
import { answerPage } from '../../src/presentation/answer-page.ts';
import { Holder } from '../../src/presentation/holder.ts';
import { Transport } from '../../src/sending/transport.ts';
import { MDL, madeMdl } from '../mdoc/made-mdl.ts';
import { encryptionKey, multisigned, ORIGIN, parameters, signed, unsigned } from './page-requests.ts';

const mdl = madeMdl();
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const pid = { credential: `${part({})}.${part({ vct: 'urn:pid' })}.s~`, key: mdl.key };
const transport = new Transport({ fetch: () => assert.fail('no request leaves') });
const habits = { requestMethod: 'get', discloses: 'asked' } as const;
const holder = new Holder({ transport, habits, now: () => 1, held: () => [mdl, pid] });

function signedFor(text: string, transcript: Cbor): boolean {
  const response = mapOf(decodeCbor(Buffer.from(text, 'base64url')), 'response');
  const device = mapOf(mapOf((response.get('documents') as Cbor[])[0], 'document').get('deviceSigned'), 'device');
  const signature = sign1Of(mapOf(device.get('deviceAuth'), 'auth').get('deviceSignature'));
  const content = deviceAuthentication({ docType: MDL, deviceNameSpaces: new Map(), transcript });
  return verifySign1(signature, createPublicKey(mdl.key.privateKey), content);
}

test('each form is answered under its protocol, signed for the origin', () => {
  for (const message of [unsigned(), signed(), multisigned()]) {
    const { answer, chosen } = answerPage(holder, message, ORIGIN);
    assert.equal(answer.protocol, message.protocol);
    assert.deepEqual(
      chosen.map(({ id }) => id),
      ['mdl'],
    );
    const { mdl: [text = ''] = [] } = answer.data.vp_token as Record<string, string[]>;
    assert.ok(signedFor(text, dcApiTranscript({ origin: ORIGIN, nonce: 'n', encryptionKey: undefined })));
  }
});

test('an encrypted answer is signed for the key that it is encrypted to', async () => {
  const { answer } = answerPage(holder, signed({ response_mode: 'dc_api.jwt' }), ORIGIN);
  const { plaintext, protectedHeader } = await compactDecrypt(String(answer.data.response), encryptionKey.privateKey);
  assert.equal(protectedHeader.kid, 'k');
  const { vp_token, ...others } = JSON.parse(Buffer.from(plaintext).toString('utf8'));
  assert.deepEqual(others, {});
  const key = { ...encryptionKey.publicJwk, kid: 'k' };
  assert.ok(signedFor(vp_token.mdl[0], dcApiTranscript({ origin: ORIGIN, nonce: 'n', encryptionKey: key })));
});

test('an SD-JWT VC names the origin as its audience, also for a signed request', () => {
  const dcql_query = { credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:pid'] } }] };
  const { answer } = answerPage(holder, signed({ dcql_query }), ORIGIN);
  const { pid: [text = ''] = [] } = answer.data.vp_token as Record<string, string[]>;
  const proof = JSON.parse(Buffer.from(text.split('~').at(-1)?.split('.')[1] ?? '', 'base64url').toString());
  assert.deepEqual([proof.aud, proof.nonce], [`origin:${ORIGIN}`, parameters.nonce]);
});

test('of several requests the first whose protocol is known is answered', () => {
  const other = { protocol: 'org-iso-mdoc', data: {} };
  assert.equal(
    answerPage(holder, { requests: [other, signed(), unsigned()] }, ORIGIN).answer.protocol,
    'openid4vp-v1-signed',
  );
  assert.throws(() => answerPage(holder, { requests: [other] }, ORIGIN), /none of the protocols org-iso-mdoc/);
});

test('a request for another origin gets no answer', () => {
  assert.throws(() => answerPage(holder, signed(), 'https://phisher.example'), /not meant for/);
});
