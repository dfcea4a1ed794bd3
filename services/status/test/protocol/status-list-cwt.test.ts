import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { test } from 'node:test';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { decode } from 'cbor-x';
import { signStatusListCwt } from '../../src/protocol/status-list-cwt.ts';

const key = await makeSigningKey();
const uri = 'https://issuer.example/status-management/status-list';
const token = await signStatusListCwt({ uri, lst: Buffer.from('78dadbb918000217015d', 'hex'), iat: 1, exp: 3, ttl: 2, key });
