/** Reads server-sent events (WHATWG HTML, 9.2.6) from pieces of text. Pure. */

export interface StreamEvent {
  /** Last-Event-ID that continues after this event. */
  readonly id?: string;
  /** `message` if the server sends no event name. */
  readonly event: string;
  readonly data: string;
}

export interface EventLines {
  /** Adds a piece of text. @returns the events that it completes */
  push(text: string): readonly StreamEvent[];
  /** Milliseconds that the server asks to wait before the next attempt. */
  readonly retry: () => number | undefined;
}

export function createEventLines(): EventLines {
  let rest = '';
  let id: string | undefined;
  let event = '';
  let data: string[] = [];
  let retry: number | undefined;
  const readField = (line: string): void => {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') data.push(value);
    else if (name === 'event') event = value;
    else if (name === 'id' && !value.includes('\0')) id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) retry = Number(value);
  };
  const dispatch = (): StreamEvent | undefined => {
    const made = { ...(id === undefined ? {} : { id }), event: event || 'message', data: data.join('\n') };
    const isEmpty = data.length === 0;
    [event, data] = ['', []];
    return isEmpty ? undefined : made;
  };
  return {
    push: (text) => {
      const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      const events: StreamEvent[] = [];
      for (const line of lines) {
        if (line !== '') {
          readField(line);
          continue;
        }
        const made = dispatch();
        if (made !== undefined) events.push(made);
      }
      return events;
    },
    retry: () => retry,
  };
}
