/** Responds with a stream of server-sent events, by the kind in the request's row (WHATWG HTML, 9.2). */
import { preferredToJson } from '../request/accept.ts';
import type { StreamKind } from '../routes/route.ts';
import type { Admitted } from './admit.ts';
import type { Answer, Exchange } from './answer.ts';
import { type AnswerParts, performCall } from './answer-call.ts';
import type { EntryStream } from './entry-stream.ts';
import type { EventStream } from './event-stream.ts';
import type { LogStreams } from './log-stream.ts';
import type { Match } from './match.ts';
import type { OpenStreams } from './open-streams.ts';
import { openProgress } from './progress-stream.ts';
import type { Called } from './record-call.ts';
import type { StreamOwner } from './stream-owner.ts';

export interface StreamParts extends AnswerParts {
  readonly streams: OpenStreams;
  readonly eventStream: EventStream;
  readonly entryStream: EntryStream;
  readonly logStreams: Pick<LogStreams, 'open'>;
}

export interface StreamedCall extends Called<Admitted['caller']>, Pick<Admitted, 'address'> {
  readonly exchange: Exchange;
  readonly owner: StreamOwner;
  /** Aborts when the server closes. */
  readonly closing: AbortSignal;
}

const answerers: Readonly<Record<StreamKind, (parts: StreamParts, call: StreamedCall) => Promise<void>>> = {
  state: (parts, call) =>
    parts.streams.during(call.owner, call.closing, (closing) => parts.eventStream({ ...call, closing })),
  entries: (parts, call) =>
    parts.streams.during(call.owner, call.closing, async (closing) => {
      await performCall(parts, call.exchange, call);
      await parts.entryStream({ ...call, closing });
    }),
  // It is open for longer than its call.
  events: async (parts, call) => {
    parts.streams.watch(call.owner, call.exchange.response);
    await performCall(parts, call.exchange, call);
    await parts.logStreams.open(call);
  },
  // The call isn't interrupted.
  progress: async (parts, call) => {
    parts.streams.watch(call.owner, call.exchange.response);
    const progress = openProgress(call.exchange);
    progress.report(await performCall(parts, call.exchange, call, progress.step));
  },
};

/** The kind of stream that the row has and the request accepts by name. HEAD accepts none. */
export function streamAskedFor({ request }: Exchange, { route }: Match): StreamKind | undefined {
  const asked = request.method === route.method && preferredToJson(request.headers.accept, ['text/event-stream']);
  return asked === 'text/event-stream' ? route.stream : undefined;
}

/** The stream is the response, so only the status is left. @throws whatever the operation throws */
export async function answerStream(kind: StreamKind, parts: StreamParts, call: StreamedCall): Promise<Answer> {
  await answerers[kind](parts, call);
  return { status: 200, headers: {} };
}
