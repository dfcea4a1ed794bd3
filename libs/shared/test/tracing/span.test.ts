/** Spans with the SDK that operators load, and without. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { activeTraceparent, inSpan } from '../../src/tracing/span.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = `00-${TRACE}-b7ad6b7169203331-01`;

describe('spans without an SDK', () => {
  it('run their function, and pass its result or error on', async () => {
    assert.equal(await inSpan('a', { kind: 'server', parent: PARENT }, async () => activeTraceparent()), undefined);
    await assert.rejects(
      inSpan('a', { kind: 'internal' }, () => Promise.reject(new TypeError('x'))),
      TypeError,
    );
  });

  it('give their function a span that records nothing', async () => {
    await inSpan('a', { kind: 'server' }, async (span) => {
      assert.equal(span.isRecording(), false);
      span.updateName('b').setAttributes({ c: 1 });
    });
  });
});

describe('spans with an SDK', () => {
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  // Loaded once: an SDK is preloaded and stays.
  before(() => provider.register());
  afterEach(() => exporter.reset());
  after(() => provider.shutdown());

  it('belong to the caller, and to each other', async () => {
    let sent: string | undefined;
    await inSpan('request', { kind: 'server', parent: PARENT }, () =>
      inSpan('issuer.token', { kind: 'client', attributes: { 'http.route': '/token' } }, async () => {
        sent = activeTraceparent();
      }),
    );
    const [client, server] = exporter.getFinishedSpans();
    assert.equal(server?.spanContext().traceId, TRACE);
    assert.equal(server?.parentSpanContext?.spanId, 'b7ad6b7169203331');
    assert.equal(server?.kind, SpanKind.SERVER);
    assert.equal(client?.parentSpanContext?.spanId, server?.spanContext().spanId);
    assert.deepEqual(client?.attributes, { 'http.route': '/token' });
    assert.equal(sent, `00-${TRACE}-${client?.spanContext().spanId}-01`);
  });

  it('an invalid parent begins a new trace', async () => {
    await inSpan('request', { kind: 'server', parent: 'nonsense' }, async () => undefined);
    const [span] = exporter.getFinishedSpans();
    assert.ok(span !== undefined);
    assert.equal(span.parentSpanContext, undefined);
  });

  it('an error marks the span as failed by its name, never by its message', async () => {
    await assert.rejects(inSpan('a', { kind: 'internal' }, () => Promise.reject(new TypeError('canary'))));
    const [span] = exporter.getFinishedSpans();
    assert.deepEqual(span?.status, { code: SpanStatusCode.ERROR, message: 'TypeError' });
    assert.ok(!JSON.stringify([span?.events, span?.attributes, span?.status]).includes('canary'));
  });
});
