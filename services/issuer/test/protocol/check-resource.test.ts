import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkResource } from '../../src/protocol/check-resource.ts';

const issuer = 'https://issuer.example/t1';

test('the one resource is the credential issuer', () => {
  checkResource({ parameters: {}, issuer });
  checkResource({ parameters: { resource: issuer }, issuer });
  for (const resource of [`${issuer}/`, 'https://issuer.example/t2']) {
    refuses(() => checkResource({ parameters: { resource }, issuer }), 'invalid_target');
  }
});
