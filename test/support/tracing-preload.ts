/** An SDK of OpenTelemetry, as an operator preloads one. It writes each span as a line to standard error. */
import { NodeTracerProvider, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';

const exporter = {
  export: (spans: readonly ReadableSpan[], done: (result: { readonly code: number }) => void): void => {
    for (const { name, kind, attributes, parentSpanContext, spanContext } of spans.map((span) => ({
      name: span.name,
      kind: span.kind,
      attributes: span.attributes,
      parentSpanContext: span.parentSpanContext,
      spanContext: span.spanContext(),
    }))) {
      const { traceId, spanId } = spanContext;
      const line = { span: name, kind, attributes, traceId, spanId, parent: parentSpanContext?.spanId };
      process.stdout.write(`${JSON.stringify(line)}\n`);
    }
    done({ code: 0 });
  },
  shutdown: async (): Promise<void> => undefined,
};

new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
