/** A trace as text for a terminal: a line for each request, and below a refusal why and what to change. Pure. */

const colors = { dim: '2', bold: '1', red: '31', green: '32', yellow: '33', blue: '34' };
const ofOutcome = { ok: 'green', refused: 'red', failed: 'red', info: 'yellow' };
const INDENT = ' '.repeat(14);

/** @param {boolean} colored @returns a function that wraps text in a color, or leaves it */
function painter(colored) {
  return (color, text) => (colored ? `\u001b[${colors[color]}m${text}\u001b[0m` : text);
}

/**
 * The lines of an entry.
 * @param entry as the API returns it
 * @param {{ colored: boolean, verbose: boolean }} style verbose: with the names of the checks
 */
export function entryText(entry, { colored, verbose }) {
  const paint = painter(colored);
  const { at, who, step, method, route = '(no route)', status, ms, outcome, error } = entry;
  const what = [
    paint('dim', clean(at).slice(11, 23).padEnd(12)),
    clean(who).padEnd(8),
    paint('bold', clean(step).padEnd(14)),
    `${clean(method)} ${clean(route)}`,
    `${clean(status)} in ${clean(ms)} ms`,
    paint(
      ofOutcome[outcome] ?? 'blue',
      [outcome, error].flatMap((word) => (word === undefined ? [] : clean(word))).join(' '),
    ),
  ];
  const lines = [what.join('  ')];
  if (entry.reason !== undefined) lines.push(...reasonText(entry, paint, verbose));
  return lines.map((line) => `${line}\n`).join('');
}

function reasonText(entry, paint, verbose) {
  const {
    reason,
    explanation,
    hint,
    standard,
    blame,
    facts = {},
    checks = [],
    parameters = [],
    request,
    userAgent,
  } = entry;
  const section = standard === undefined ? [] : [`${clean(standard.document)}, ${clean(standard.section)}`];
  const about = [
    ...section,
    ...(blame === undefined ? [] : [`to change by: ${clean(blame)}`]),
    `request ${clean(request)}`,
  ];
  return [
    `${paint('bold', clean(reason))}${explanation === undefined ? '' : `: ${clean(explanation)}`}`,
    ...(hint === undefined ? [] : [paint('blue', `-> ${clean(hint)}`)]),
    ...Object.entries(facts).map(([name, value]) => `${clean(name)}: ${[value].flat().map(clean).join(', ')}`),
    ...(parameters.length === 0 ? [] : [`parameters: ${parameters.map(clean).join(', ')}`]),
    ...(!verbose || checks.length === 0
      ? []
      : [`checked: ${checks.map(({ check, ok }) => `${clean(check)} ${ok ? 'ok' : 'no'}`).join(', ')}`]),
    ...(userAgent === undefined ? [] : [`user agent: ${clean(userAgent)}`]),
    paint('dim', about.join(' · ')),
  ].map((line) => INDENT + line);
}

/** The line of a gap. */
export function gapText({ count, cause }, { colored }) {
  const why =
    cause === 'limit' ? 'a trace keeps the first 50 and the last 150' : 'too many at the same time, or not written';
  return `${painter(colored)('yellow', `${INDENT}${clean(count)} entries are missing: ${why}`)}\n`;
}

/** The whole trace, gaps in their place. */
export function traceText({ entries, gaps = [] }, style) {
  const placed = gaps.filter(({ after }) => after !== undefined);
  const texts = gaps.filter((gap) => !placed.includes(gap)).map((gap) => gapText(gap, style));
  for (const gap of placed.filter(({ after }) => after === '0')) texts.push(gapText(gap, style));
  for (const entry of entries) {
    texts.push(entryText(entry, style));
    for (const gap of placed.filter(({ after }) => after === entry.id)) texts.push(gapText(gap, style));
  }
  return texts.join('');
}

/** A problem document (RFC 9457) as one line; any other text unchanged, but shortened. */
export function problemText(text) {
  try {
    const { title, detail, hint } = JSON.parse(text);
    const said = [title, detail, hint].filter((part) => typeof part === 'string').map(clean);
    if (said.length > 0) return said.join('. ');
  } catch {
    // Not JSON, such as a proxy's page.
  }
  return clean(text.slice(0, 500));
}

/**
 * Reads server-sent events from pieces of text.
 * @returns a function that receives a piece and returns the events that it completes
 */
export function eventReader() {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      const fields = Object.fromEntries(
        block
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trimStart()]),
      );
      return fields.event === undefined ? [] : [{ id: fields.id, event: fields.event, data: JSON.parse(fields.data) }];
    });
  };
}

/** A client's string may contain escape sequences for a terminal. */
function clean(value) {
  return String(value).replace(/\p{Cc}/gu, '?');
}
