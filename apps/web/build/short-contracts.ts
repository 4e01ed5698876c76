/**
 * Removes from contracts what the browser never uses: schemas and descriptions of calls. In the browser each schema is
 * the same stub (`platform/zod-stub.ts`), regardless of how it was created: `z.object({ … }).optional()` becomes `z`.
 */
import { parseAst } from "rolldown/parseAst";
import type { Plugin } from "vite";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

/** Whether it is a call of `z`, or of the result of such a call. */
function isSchema(node: Node): boolean {
  if (node.type !== "CallExpression") return false;
  let at: unknown = node;
  while (isNode(at)) {
    const { type, callee, object, name } = at as Node & Readonly<Record<string, unknown>>;
    if (type === "Identifier") return name === "z";
    at = type === "CallExpression" ? callee : type === "MemberExpression" ? object : undefined;
  }
  return false;
}

/** The outermost schemas. */
function findSchemas(node: Node, found: Node[] = []): Node[] {
  if (isSchema(node)) {
    found.push(node);
    return found;
  }
  for (const child of Object.values(node).flat()) if (isNode(child)) findSchemas(child, found);
  return found;
}

/**
 * @param code source text of a contract, in TypeScript. @returns it with `z` in place of each schema, and without
 *   descriptions of calls.
 */
export function shortenContract(code: string): string {
  const schemas = findSchemas(parseAst(code, { lang: "ts" }) as Node).toSorted((a, b) => b.start - a.start);
  const short = schemas.reduce((rest, { start, end }) => `${rest.slice(0, start)}z${rest.slice(end)}`, code);
  return short.replace(/\b(summary|policy):(\s*)"(?:[^"\\]|\\.)*"/g, '$1:$2""');
}

export const shortContracts = (): Plugin => ({
  name: "short-contracts",
  enforce: "pre",
  transform: {
    filter: { id: /\/packages\/core\/src\/.*\.contract\.ts$/ },
    handler: (code) => ({ code: shortenContract(code), map: null }),
  },
});
