/**
 * Stubs zod in the browser bundle: the browser needs only method, path and types of a contract. The server checks all
 * input and output, so the browser needs neither the schemas nor 25 kB of code before the first tile.
 *
 * In zod each call builds a schema; here each returns the stub. Validating with a schema is an error, and throws.
 */
const CHECKS: ReadonlySet<PropertyKey> = new Set(["parse", "safeParse", "parseAsync", "safeParseAsync", "shape"]);

const standIn: object = new Proxy(() => standIn, {
  get(_target, name) {
    if (CHECKS.has(name)) throw new Error("Schemas are not in the browser's bundle: see platform/zod-stub.ts");
    return standIn;
  },
  apply: () => standIn,
});

export const z = standIn;
