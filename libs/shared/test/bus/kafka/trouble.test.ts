import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TroubleLog, troubleOf } from '../../../src/bus/kafka/trouble.ts';
import type { Log } from '../../../src/kernel/log.ts';

/** An error in the form of the client library: name, type of the protocol or code of the connection, cause. */
function kafkaError(members: { name: string; message?: string; type?: string; code?: string; cause?: unknown }): Error {
  return Object.assign(new Error(members.message ?? ''), members);
}

const connection = (message: string, code?: string): Error =>
  kafkaError({ name: 'KafkaJSConnectionError', message, ...(code === undefined ? {} : { code }) });

describe('troubleOf', () => {
  const cases: readonly (readonly [Error, RegExp, string])[] = [
    [connection('Connection error: ', 'ECONNREFUSED'), /KAFKA_BROKERS.*brokers run/, 'ECONNREFUSED'],
    [connection('Connection error: getaddrinfo', 'ENOTFOUND'), /KAFKA_BROKERS/, 'ENOTFOUND'],
    [connection('Connection timeout'), /KAFKA_BROKERS/, 'KafkaJSConnectionError'],
    [
      kafkaError({ name: 'KafkaJSConnectionClosedError', message: 'Closed connection' }),
      /KAFKA_TLS/,
      'KafkaJSConnectionClosedError',
    ],
    [
      connection('Connection error: self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'),
      /KAFKA_TLS/,
      'DEPTH_ZERO_SELF_SIGNED_CERT',
    ],
    [
      connection('Client network socket disconnected before secure TLS connection was established', 'ECONNRESET'),
      /KAFKA_TLS/,
      'ECONNRESET',
    ],
    [
      kafkaError({ name: 'KafkaJSSASLAuthenticationError' }),
      /KAFKA_USERNAME with KAFKA_PASSWORD/,
      'KafkaJSSASLAuthenticationError',
    ],
    [
      kafkaError({ name: 'KafkaJSProtocolError', type: 'UNSUPPORTED_SASL_MECHANISM' }),
      /KAFKA_MECHANISM/,
      'UNSUPPORTED_SASL_MECHANISM',
    ],
    [
      kafkaError({ name: 'KafkaJSProtocolError', type: 'ILLEGAL_SASL_STATE' }),
      /unset KAFKA_USERNAME/,
      'ILLEGAL_SASL_STATE',
    ],
    [
      kafkaError({ name: 'KafkaJSProtocolError', type: 'TOPIC_AUTHORIZATION_FAILED' }),
      /KAFKA_PREFIX/,
      'TOPIC_AUTHORIZATION_FAILED',
    ],
    [
      kafkaError({ name: 'KafkaJSProtocolError', type: 'NOT_ENOUGH_REPLICAS' }),
      /something went wrong/,
      'NOT_ENOUGH_REPLICAS',
    ],
  ];

  it('names the setting and what to do', () => {
    for (const [error, meaning, code] of cases) {
      const trouble = troubleOf(error);
      assert.match(trouble.message, meaning);
      assert.equal(trouble.code, code);
    }
  });

  it('finds the same cause behind retries, and does not follow a cycle', () => {
    for (const [error, meaning] of cases) {
      const wrapped = kafkaError({
        name: 'KafkaJSNumberOfRetriesExceeded',
        cause: kafkaError({ name: 'x', cause: error }),
      });
      assert.match(troubleOf(wrapped).message, meaning);
    }
    const circle = kafkaError({ name: 'circle' });
    circle.cause = circle;
    assert.equal(troubleOf(circle).code, 'circle');
  });

  it('quotes nothing of an unknown error', () => {
    for (const error of ['a secret', undefined, 7, { message: 7 }]) {
      assert.match(troubleOf(error).message, /something went wrong/);
      assert.doesNotMatch(JSON.stringify(troubleOf(error)), /secret/);
    }
  });
});

it('TroubleLog logs a trouble once until it is over', () => {
  const lines: string[] = [];
  const at = (level: string) => (message: string) => void lines.push(`${level} ${message}`);
  const log: Log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  const trouble = new TroubleLog(log);
  trouble.over('well');
  trouble.report('ill');
  trouble.report('ill');
  trouble.report('worse');
  trouble.over('well');
  trouble.over('well');
  trouble.report('ill');
  assert.deepEqual(lines, ['warn ill', 'debug ill', 'warn worse', 'info well', 'warn ill']);
});
