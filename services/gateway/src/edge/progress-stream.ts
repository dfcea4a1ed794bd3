/** Rows with `stream: 'progress'`: a long call that reports its steps, as server-sent events (WHATWG HTML, 9.2). */
import type { OperationReply } from '@countersign/shared/http/message';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { type Answer, commonHeaders, type Exchange } from './answer.ts';

export interface ProgressStream {
  /** Sends an event `step`. The first one starts the response. A failure before it results in a normal error. */
  readonly step: (step: JsonObject) => void;
  /** Sends the result as event `report`, and ends the response. */
  readonly report: (reply: OperationReply) => void;
}

export function openProgress(exchange: Exchange): ProgressStream {
  const { response } = exchange;
  const write = (event: string, data: JsonObject): void => {
    if (response.destroyed || response.writableEnded) return;
    if (!response.headersSent) begin(exchange);
    response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  return {
    step: (step) => write('step', step),
    report: ({ body }) => {
      write('report', (body ?? {}) as JsonObject);
      response.end();
    },
  };
}

function begin(exchange: Exchange): void {
  exchange.response.writeHead(200, {
    ...commonHeaders(exchange),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    // Stops proxies from buffering the events.
    'x-accel-buffering': 'no',
  });
}

/** An error after the first step: its body as event `failed`. */
export function endFailed({ response }: Exchange, { body }: Answer): void {
  if (!response.headersSent || response.writableEnded || response.destroyed) return;
  response.end(`event: failed\ndata: ${String(body ?? '{}').replaceAll('\n', ' ')}\n\n`);
}
