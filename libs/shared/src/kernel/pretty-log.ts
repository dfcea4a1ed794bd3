/** Readable log lines for a terminal. Programs read the JSON lines that they are created from. */

/** Fields at the start of every line, or of no use in a terminal. */
const LEADING: ReadonlySet<string> = new Set(['time', 'level', 'message', 'stack']);
/** Fields at the start of a request's line. */
const OF_REQUESTS = ['method', 'route', 'status', 'milliseconds'] as const;

/** A JSON line of the log as text: time, level, message, fields. Error frames follow on separate lines. */
function prettyLine(line: string): string {
  const fields = JSON.parse(line) as Readonly<Record<string, unknown>>;
  const { time, level, message, stack } = fields;
  const isRequest = message === 'request';
  const said = isRequest ? requestText(fields) : shown(String(message), true);
  const others = Object.entries(fields).filter(
    ([name]) => !LEADING.has(name) && !(isRequest && (OF_REQUESTS as readonly string[]).includes(name)),
  );
  const rest = others.map(([name, value]) => `${name}=${shown(value)}`);
  const first = [String(time).slice(11, 19), String(level).padEnd(5), said, ...rest].join('  ');
  const frames = typeof stack === 'string' ? stack.split('\n').map((frame) => `${shown(frame, true)}\n`) : [];
  return `${first}\n${frames.join('')}`;
}

function requestText({ method, route, status, milliseconds }: Readonly<Record<string, unknown>>): string {
  return `${shown(method ?? '')} ${shown(route ?? 'no route')} ${status} ${milliseconds} ms`;
}

/** Control characters would let foreign text act on the terminal. */
function shown(value: unknown, isText = false): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const safe = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped);
  return isText || /^[^\s"=]+$/.test(safe) ? safe : JSON.stringify(safe);
}

function escaped(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

/**
 * Writes the lines of a log to an output, in the form of LOG_FORMAT. Not set: `pretty` on a terminal, otherwise `json`.
 */
export function logWriter(format: 'pretty' | 'json' | undefined, output: Output): (line: string) => void {
  const isPretty = (format ?? (output.isTTY === true ? 'pretty' : 'json')) === 'pretty';
  return (line) => void output.write(isPretty ? prettyLine(line) : line);
}
