/**
 * The libraries that draw radiological pictures, with all that they need themselves: one script. Cut into pieces by who uses
 * what, as other libraries are, theirs (old and new kinds of modules, which need each other) would run in the wrong order.
 */

/** What the bundler tells of a module: those that it imports at once. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** The second stands for modules of Node, which some of them name and never use in a browser. */
const LIBRARY = /\/node_modules\/|__vite-browser-external/;

/** @param entry the module of ours that starts them, and imports nothing else. */
export function createRadiologyChunk(entry: string): (id: string, graph: ModuleGraph) => string | null {
  let known: ReadonlySet<string> | null = null;
  return (id, graph) => {
    known ??= allBelow(entry, graph);
    return LIBRARY.test(id) && known.has(id) ? "radiology-library" : null;
  };
}

function allBelow(entry: string, graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set<string>();
  const toVisit = [entry];
  for (let next = toVisit.pop(); next !== undefined; next = toVisit.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    toVisit.push(...(graph.getModuleInfo(next)?.importedIds ?? []));
  }
  return found;
}
