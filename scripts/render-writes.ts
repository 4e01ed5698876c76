/** Finds refs that are written while a component or hook renders: a render may be repeated or discarded. */
import { parseSync } from "rolldown/utils";
import type { SourceFile } from "./source-files.ts";
import { isFunction, isNode, type SyntaxNode } from "./syntax-nodes.ts";

const CHECKED = /^apps\/web\/src\//;
const TEST = /\.test\.tsx?$|\/testing\//;
const HOOKS_OF_REFS = new Set(["useRef", "useLatest"]);

const nameOf = (value: unknown): string | null =>
  isNode(value) && value.type === "Identifier" ? (value.name as string) : null;

/** All nodes below `value` in source order. Functions within are returned, but not entered. */
function nodesOf(value: unknown): SyntaxNode[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf);
  if (!isNode(value)) return [];
  return isFunction(value) ? [value] : [value, ...Object.values(value).flatMap(nodesOf)];
}

/** The name of the ref that a variable holds; null: it holds something else. */
function refOf({ type, id, init }: SyntaxNode): string | null {
  if (type !== "VariableDeclarator" || !isNode(init) || init.type !== "CallExpression") return null;
  return HOOKS_OF_REFS.has(nameOf(init.callee) ?? "") ? nameOf(id) : null;
}

/**
 * The name of the object whose `current` is assigned; null: the node is something else. `??=` initializes a ref once.
 */
function assignedOf({ type, operator, left }: SyntaxNode): string | null {
  if (type !== "AssignmentExpression" || operator === "??=" || !isNode(left)) return null;
  return left.type === "MemberExpression" && nameOf(left.property) === "current" ? nameOf(left.object) : null;
}

/** @returns names of refs that are assigned by the same function that created them, outside of its inner functions. */
function writtenRefs(body: unknown): string[] {
  const nodes = nodesOf(body);
  const refs = new Set(nodes.map(refOf));
  const inner = nodes.filter(isFunction).flatMap((node) => writtenRefs(node.body));
  return [...nodes.map(assignedOf).filter((name) => name !== null && refs.has(name)), ...inner] as string[];
}

/** All violations, as messages that begin with the file. */
export function findRenderWrites(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path, code }) => CHECKED.test(path) && !TEST.test(path) && /\buse(?:Ref|Latest)\b/.test(code))
    .flatMap(({ path, codeWithTexts }) => {
      const { program, errors } = parseSync(path, codeWithTexts);
      if (errors.length > 0) return [`${path} cannot be parsed without its comments: ${errors[0]?.message}`];
      return writtenRefs(program).map(
        (name) => `${path} writes ${name}.current during a render: useLatest (ui/useLatest.ts), or an effect`,
      );
    });
}
