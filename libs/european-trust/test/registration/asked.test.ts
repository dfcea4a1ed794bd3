import assert from 'node:assert/strict';
import { it } from 'node:test';
import { askedByDeviceRequest, askedByQuery } from '../../src/registration/asked.ts';

it('a query asks for each of its claims, at its place', () => {
  const credentials = [
    { format: 'dc+sd-jwt', vctValues: ['a'], claims: [{ id: '1', path: ['x', 0, null], values: [1] }], multiple: true },
    { format: 'mso_mdoc', doctype: 'b' },
  ] as const;
  const [first, second] = askedByQuery({ credentials });
  assert.deepEqual(
    first?.claims?.map(({ path, values, pointer }) => ({ path, values, pointer })),
    [{ path: ['x', 0, null], values: [1], pointer: '/credentials/0/claims/0' }],
  );
  assert.equal(first?.format === 'dc+sd-jwt' && first.vctValues, credentials[0].vctValues);
  assert.deepEqual(second, { format: 'mso_mdoc', doctype: 'b', document: 'query', pointer: '/credentials/1' });
});

it('a device request asks for the elements of each namespace', () => {
  const nameSpaces = new Map([
    [
      'n/s',
      new Map([
        ['a', true],
        ['b~', false],
      ]),
    ],
  ]);
  assert.deepEqual(askedByDeviceRequest([{ docType: 'd', nameSpaces }]), [
    {
      format: 'mso_mdoc',
      doctype: 'd',
      document: 'device request',
      pointer: '/docRequests/0',
      claims: [
        { path: ['n/s', 'a'], pointer: '/docRequests/0/nameSpaces/n~1s/a' },
        { path: ['n/s', 'b~'], pointer: '/docRequests/0/nameSpaces/n~1s/b~0' },
      ],
    },
  ]);
});
