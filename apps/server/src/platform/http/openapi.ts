/** Describes every call as OpenAPI 3.1, generated from the contracts. */
import type { Call } from "@parfocal/core/call.contract.ts";
import { z } from "zod";

const PAGE = { "text/html": { schema: { type: "string" } } };

const errorAnswer = ({ answersPage = false }: Call) => ({
  description: "The call failed",
  content: {
    ...(answersPage ? PAGE : {}),
    "application/json": {
      schema: {
        type: "object",
        required: ["message", "data"],
        properties: {
          message: { type: "string" },
          data: { type: "array", items: { type: "string" } },
          requestId: { type: "string" },
        },
      },
    },
  },
});

const schemaOf = (schema: z.ZodType, io: "input" | "output") => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
};

/** The fields of a form and its file. */
function formSchemaOf(form: z.ZodType): object {
  const schema = schemaOf(form, "input") as { properties?: object };
  return { ...schema, properties: { ...schema.properties, file: { type: "string", format: "binary" } } };
}

function parametersIn(place: "path" | "query", schema: z.ZodType | undefined): object[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => ({
    name,
    in: place,
    required: place === "path" || !field.safeParse(undefined).success,
    schema: schemaOf(field, "input"),
  }));
}

function operationOf(call: Call): object {
  const isEmpty = call.answer instanceof z.ZodVoid;
  return {
    summary: call.summary,
    "x-policy": call.policy,
    parameters: [
      ...parametersIn("path", call.params),
      ...parametersIn("query", call.query),
      ...(call.isCreating
        ? [
            {
              name: "idempotency-key",
              in: "header",
              required: false,
              schema: { type: "string", minLength: 8, maxLength: 200 },
            },
          ]
        : []),
    ],
    ...(call.body
      ? { requestBody: { required: true, content: { "application/json": { schema: schemaOf(call.body, "input") } } } }
      : {}),
    ...(call.form
      ? { requestBody: { required: true, content: { "multipart/form-data": { schema: formSchemaOf(call.form) } } } }
      : {}),
    responses: {
      [isEmpty ? 204 : 200]: isEmpty
        ? { description: "Done" }
        : { description: call.summary, content: { "application/json": { schema: schemaOf(call.answer, "output") } } },
      default: errorAnswer(call),
    },
  };
}

export function describeCalls(calls: readonly Call[], version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const call of calls) {
    const path = `/api${call.path}`;
    paths[path] ??= {};
    paths[path][call.method.toLowerCase()] = operationOf(call);
  }
  return {
    openapi: "3.1.0",
    info: { title: "Parfocal", version, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    components: {
      securitySchemes: {
        cookie: { type: "apiKey", in: "cookie", name: "sid" },
        token: { type: "apiKey", in: "header", name: "x-site-token" },
      },
    },
    security: [{ cookie: [] }, { token: [] }],
    paths,
  };
}
