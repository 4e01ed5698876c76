/** The "Fields" tab: the fields of the site, or the batch editor, depending on the URL. */
import { useSearch } from "@tanstack/react-router";
import { BatchScreen } from "./batch/BatchScreen.tsx";
import { readScope, scopeName } from "./batch/batch-scope.ts";
import { FieldList } from "./FieldList.tsx";

export function FieldsScreen() {
  const scope = readScope(useSearch({ strict: false }) as Record<string, unknown>);
  return scope ? <BatchScreen key={scopeName(scope)} scope={scope} /> : <FieldList />;
}
