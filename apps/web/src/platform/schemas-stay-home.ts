/**
 * Takes zod's place in the browser's bundle: of a contract the browser uses method, path and types. What goes in and
 * out is checked by the server, so the schemas, and 25 kB of code before the first tile, stay there.
 *
 * Each use of the real thing builds a schema; here each gives the stand-in back. To check with a schema is a mistake
 * that must be seen at once.
 */
const CHECKS: ReadonlySet<PropertyKey> = new Set(["parse", "safeParse", "parseAsync", "safeParseAsync", "shape"]);

const standIn: object = new Proxy(() => standIn, {
  get(_target, name) {
    if (CHECKS.has(name)) throw new Error("Schemas are not in the browser's bundle: see platform/schemas-stay-home.ts");
    return standIn;
  },
  apply: () => standIn,
});

export const z = standIn;
