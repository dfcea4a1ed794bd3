/** A TypeScript source as the lint rules read it: without comments and literals, and its imports. */

/** After one of these a slash starts a regular expression; after anything else it divides. */
const BEFORE_REGEXP = /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|await|yield))\s*$/;

/**
 * Leaves out comments, and replaces each string by its number in quotes; regular expressions become `0`. Line ends stay.
 * @returns `code`, and the strings by their number
 */
export function readSource(text) {
  const strings = [];
  /** For each template that is open: how many braces are open in the expression that is being read. */
  const templates = [];
  let code = '';
  let at = 0;
  const kept = (end) => {
    code += text.slice(at, end).replace(/[^\n]/g, '');
    at = end;
  };
  const template = () => {
    const { end, expression } = endOfTemplate(text, at);
    kept(end);
    if (expression) templates.push(0);
    code += expression ? '(' : "''";
  };
  while (at < text.length) {
    const rest = text.slice(at, at + 2);
    const char = text[at];
    if (rest === '//') kept(endOr(text, text.indexOf('\n', at)));
    else if (rest === '/*') kept(endOr(text, text.indexOf('*/', at), 2));
    else if (char === "'" || char === '"') {
      const end = endOfString(text, at);
      code += `'${strings.push(text.slice(at + 1, end - 1)) - 1}'`;
      at = end;
    } else if (char === '`') {
      at += 1;
      template();
    } else if (char === '}' && templates.at(-1) === 0) {
      templates.pop();
      code += ')';
      at += 1;
      template();
    } else if (char === '/' && BEFORE_REGEXP.test(code.slice(-20))) {
      kept(endOfRegexp(text, at));
      code += '0';
    } else {
      if (templates.length > 0 && char === '{') templates[templates.length - 1] += 1;
      if (templates.length > 0 && char === '}') templates[templates.length - 1] -= 1;
      code += char;
      at += 1;
    }
  }
  return { code, strings };
}

function endOr(text, found, more = 0) {
  return found === -1 ? text.length : found + more;
}

function endOfString(text, begin) {
  for (let at = begin + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === text[begin] || text[at] === '\n') return at + 1;
  }
  return text.length;
}

function endOfRegexp(text, begin) {
  let inClass = false;
  for (let at = begin + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === '[') inClass = true;
    else if (char === ']') inClass = false;
    else if (char === '\n' || (char === '/' && !inClass)) return at + 1;
  }
  return text.length;
}

/** From inside a template to after its end, or to after the next expression's `${`. */
function endOfTemplate(text, begin) {
  for (let at = begin; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '`') return { end: at + 1, expression: false };
    else if (text.startsWith('${', at)) return { end: at + 2, expression: true };
  }
  return { end: text.length, expression: false };
}

const FROM = /\b(?:import|export)\s+(type\s+)?([\w$*{}\s,]*?)\s*from\s*'(\d+)'/g;
const BARE = /\bimport\s*(\()?\s*'(\d+)'/g;

/**
 * Every import and re-export: module, names, whether it is only of types, whether it is an `import()`, and its line.
 */
export function importsOf({ code, strings }) {
  const found = [];
  for (const { 1: type, 2: clause, 3: number, index } of code.matchAll(FROM)) {
    const names =
      /\{([^}]*)\}/
        .exec(clause)?.[1]
        ?.split(',')
        .map((name) => name.trim())
        .filter(Boolean) ?? [];
    const types = type !== undefined || (names.length > 0 && names.every((name) => name.startsWith('type ')));
    found.push({ module: strings[number], names, types, lazy: false, line: lineOf(code, index) });
  }
  for (const { 1: call, 2: number, index } of code.matchAll(BARE)) {
    found.push({
      module: strings[number],
      names: [],
      types: false,
      lazy: call !== undefined,
      line: lineOf(code, index),
    });
  }
  return found;
}

/** @param index in the code of a source; lines are counted from 1 */
export function lineOf(code, index) {
  return code.slice(0, index).split('\n').length;
}
