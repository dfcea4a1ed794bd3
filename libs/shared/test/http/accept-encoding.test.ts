import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptsGzip } from '../../src/http/accept-encoding.ts';

test('gzip is taken where it is named or covered, with a weight above 0', () => {
  for (const header of ['gzip', 'GZIP', 'x-gzip', 'br, gzip', 'gzip;q=0.5', 'gzip ; q=1', '*', 'br;q=1, *;q=0.001']) {
    assert.equal(acceptsGzip(header), true, header);
  }
});

test('it is not where it is neither, or refused', () => {
  const refused = [undefined, '', 'identity', 'br', 'gzipped', 'gzip;q=0', 'gzip;q=0.000', '*;q=0', 'gzip;q=0, *'];
  for (const header of [...refused, 'gzip;q=x', 'gzip;q=2']) assert.equal(acceptsGzip(header), false, header);
});
