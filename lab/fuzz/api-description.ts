/** Operations of a server, from its OpenAPI document. */
import type { Schema } from "./schema-values.ts";

export interface Operation {
  /** As in the rights matrix, e.g. `PUT /v2/folder/{id}`. */
  readonly key: string;
  readonly method: string;
  /** Below `/api`, with its parameters in braces. */
  readonly path: string;
  readonly query: readonly { readonly name: string; readonly schema: Schema }[];
  /** null: no JSON body. */
  readonly body: Schema | null;
  readonly isForm: boolean;
  /** Whether a browser gets an error page. */
  readonly hasErrorPage: boolean;
  /** Null: no response, or none in JSON. */
  readonly answer: Schema | null;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface DescribedOperation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

const isOpen = (schema: Schema): boolean => Object.keys(schema).length === 0;

export function operationsOf({ paths }: ApiDescription): Operation[] {
  return Object.entries(paths).flatMap(([fullPath, methods]) =>
    Object.entries(methods).map(([name, { parameters = [], requestBody, responses }]) => {
      const [method, path] = [name.toUpperCase(), fullPath.replace(/^\/api/, "")];
      const answer = responses[200]?.content?.["application/json"]?.schema;
      return {
        key: `${method} ${path}`,
        method,
        path,
        query: parameters.filter((each) => each.in === "query"),
        body: requestBody?.content?.["application/json"]?.schema ?? null,
        isForm: requestBody?.content?.["multipart/form-data"] !== undefined,
        hasErrorPage: responses.default?.content?.["text/html"] !== undefined,
        answer: answer && !isOpen(answer) ? answer : null,
      };
    }),
  );
}
