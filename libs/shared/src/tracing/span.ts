/**
 * Spans, through OpenTelemetry's API package. Without an SDK preloaded into the process they do nothing and cost next
 * to nothing. With one, they belong to the trace whose id is in the log.
 */
import {
  type Attributes,
  type Context,
  context,
  INVALID_SPAN_CONTEXT,
  isSpanContextValid,
  ProxyTracerProvider,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { isTraceparent } from './trace-context.ts';

export type { Span };

const tracer = trace.getTracer('countersign');
/** What a proxy delegates to as long as no SDK is loaded. */
const silent = new ProxyTracerProvider().getDelegate();
const silentSpan = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/** Whether an SDK is loaded. An SDK with another copy of the API package has another class of proxies. */
function isTraced(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegate() !== silent;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

export interface SpanOptions {
  readonly kind: keyof typeof kinds;
  /** W3C `traceparent` from the caller, if it is another process. Default: the active span is the parent. */
  readonly parent?: string | undefined;
  /** Names of this project, as labels of metrics: never input of a caller. */
  readonly attributes?: Attributes;
}

/**
 * Runs a function within a span. An error marks the span as failed, with only the error's name, and is rethrown.
 * Without an SDK the function is called directly, with a span that records nothing.
 */
export function inSpan<T>(name: string, options: SpanOptions, run: (span: Span) => Promise<T>): Promise<T> {
  return isTraced() ? spanned(name, options, run) : run(silentSpan);
}

function spanned<T>(name: string, options: SpanOptions, run: (span: Span) => Promise<T>): Promise<T> {
  const { kind, parent, attributes } = options;
  const within = parent === undefined ? context.active() : remote(parent);
  const made = { kind: kinds[kind], ...(attributes === undefined ? {} : { attributes }) };
  return tracer.startActiveSpan(name, made, within, async (span) => {
    try {
      return await run(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: nameOf(error) });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** The active span's `traceparent`, for calls to other processes; undefined if no SDK is loaded. */
export function activeTraceparent(): string | undefined {
  if (!isTraced()) return undefined;
  const active = trace.getActiveSpan()?.spanContext();
  return active === undefined || !isSpanContextValid(active) ? undefined : traceparentOf(active);
}

function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

function remote(parent: string): Context {
  if (!isTraceparent(parent)) return ROOT_CONTEXT;
  const [, traceId = '', spanId = '', flags = '00'] = parent.split('-');
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}

/** An error's name. Its message might contain personal data. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
