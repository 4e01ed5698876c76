/** Nesting depth of a JSON text, computed without parsing it. Source: reliability rule D-10 (JSON depth at most 32). */

export const JSON_MAX_DEPTH = 32;

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Depth of nested objects and arrays; brackets in strings are ignored. */
export function depthOfJson(text: string): number {
  let [depth, deepest, isString] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isString = false;
    } else if (code === QUOTE) isString = true;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
  }
  return deepest;
}
