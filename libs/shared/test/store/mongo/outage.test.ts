import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLog } from '../../../src/kernel/log.ts';
import { badUrl, mongoOptions } from '../../../src/store/mongo/options.ts';
import { createOutageLog, isDuplicate, outageOf } from '../../../src/store/mongo/outage.ts';

function failure(name: string, code?: number | string): Error {
  return Object.assign(new Error('mongodb://root:hunter2@host'), { name, ...(code === undefined ? {} : { code }) });
}

describe('outageOf', () => {
  it('distinguishes outages from bugs', () => {
    for (const name of ['MongoServerSelectionError', 'MongoNetworkTimeoutError', 'MongoTopologyClosedError', 'Error']) {
      assert.equal(outageOf(failure(name)), 'unreachable', name);
    }
    // NotWritablePrimary, a write concern that failed, an unknown host.
    for (const code of [10107, 64, 'ENOTFOUND'])
      assert.equal(outageOf(failure('MongoServerError', code)), 'unreachable');
    assert.equal(outageOf(failure('MongoServerError', 18)), 'login');
    assert.equal(outageOf(failure('MongoServerError', 13)), 'rights');
    for (const code of [2, 11000, 85, 10334]) assert.equal(outageOf(failure('MongoServerError', code)), undefined);
    for (const name of ['TypeError', 'MongoInvalidArgumentError']) assert.equal(outageOf(failure(name)), undefined);
    assert.equal(outageOf('text'), undefined);
    assert.equal(isDuplicate(failure('MongoServerError', 11000)), true);
    assert.equal(isDuplicate(failure('MongoServerError', 64)), false);
  });
});

describe('createOutageLog', () => {
  const made = () => {
    const lines: string[] = [];
    const log = createLog(
      'debug',
      () => 0,
      (line) => lines.push(line),
    );
    return { lines, outages: createOutageLog(log, 'shop') };
  };

  it('logs one line for each change, with what to do and without the content of the URL', () => {
    const { lines, outages } = made();
    outages.ended(outages.began());
    assert.deepEqual(lines, []);
    const cause = failure('MongoNetworkError', 'ECONNREFUSED');
    for (let i = 0; i < 3; i += 1)
      outages.failed('unreachable', Object.assign(failure('MongoServerSelectionError'), { cause }));
    outages.failed('login', failure('MongoServerError', 18));
    outages.failed('rights', failure('MongoServerError', 13));
    outages.ended(outages.began());
    outages.ended(outages.began());
    assert.equal(lines.length, 4);
    for (const [i, wanted] of [
      /does not respond.*MONGODB_URL.*MongoServerSelectionError, MongoNetworkError ECONNREFUSED/,
      /refuses the user or the password in MONGODB_URL/,
      /user in MONGODB_URL.*readWrite.*shop/,
      /answers again/,
    ].entries()) {
      assert.match(lines[i] ?? '', wanted);
      assert.doesNotMatch(lines[i] ?? '', /hunter2|root/);
    }
  });

  it('does not take the answer to an operation that began before the failure as a recovery', () => {
    const { lines, outages } = made();
    const early = outages.began();
    outages.failed('unreachable', failure('MongoNetworkError'));
    outages.ended(early);
    assert.equal(lines.length, 1);
    outages.ended(outages.began());
    assert.equal(lines.length, 2);
  });
});

describe('mongoOptions', () => {
  it('fixes the options that the guarantees of the store depend on, and leaves the pool to the URL', () => {
    const fixed = mongoOptions('mongodb://h/?w=1&retryWrites=true&maxPoolSize=5&readPreference=secondary', 3000, 0);
    assert.deepEqual(fixed.writeConcern, { w: 'majority', journal: true, wtimeoutMS: 3000 });
    assert.deepEqual(fixed.readConcern, { level: 'majority' });
    assert.deepEqual([fixed.readPreference, fixed.retryWrites, fixed.socketTimeoutMS], ['primary', false, 0]);
    assert.equal('maxPoolSize' in fixed, false);
    assert.equal(fixed.appName, 'countersign');
    assert.equal(mongoOptions('mongodb://h', 3000, 3000).maxPoolSize, 32);
  });
});

describe('badUrl', () => {
  it('names the setting, never its value', () => {
    const error = badUrl(failure('MongoParseError'));
    assert.match(error.message, /MONGODB_URL/);
    assert.doesNotMatch(`${error.stack}${JSON.stringify(error)}`, /hunter2/);
    assert.equal(error.cause, undefined);
    assert.match(badUrl(new Error('option foo is not supported')).message, /option foo is not supported/);
  });
});
