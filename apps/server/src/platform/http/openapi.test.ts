import { beforeAll, expect, it } from "vitest";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { API_ROUTES } from "../../app.ts";

interface Operation {
  readonly summary: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: object;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
  readonly "x-policy": string;
}

interface Description {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

let server: SharedTestServer;
let description: Description;
beforeAll(async () => {
  server = await sharedTestServer();
  description = (await server.app.inject({ url: "/api/openapi.json" })).json();
});

it("is OpenAPI 3.1 with a title and a version", () => {
  expect(description.openapi).toMatch(/^3\.1\./);
  expect(description.info).toMatchObject({ title: "Parfocal", version: server.platform.version });
});

it("describes every call of the server, and no other", () => {
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(API_ROUTES.map(({ contract }) => `${contract.method} /api${contract.path}`).sort());
});

for (const { contract } of API_ROUTES) {
  it(`${contract.method} ${contract.path}: policy, path parameters, body and responses`, () => {
    const operation = description.paths[`/api${contract.path}`]?.[contract.method.toLowerCase()] as Operation;
    expect(operation.summary).toBe(contract.summary);
    expect(operation["x-policy"]).toBe(contract.policy);
    const inPath = operation.parameters.filter((parameter) => parameter.in === "path");
    expect(inPath.map(({ name }) => name)).toEqual([...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    expect(inPath.every(({ required }) => required)).toBe(true);
    expect(operation.requestBody !== undefined).toBe(contract.body !== undefined || contract.form !== undefined);
    if (operation.requestBody) {
      const mediaType = contract.form ? "multipart/form-data" : "application/json";
      const schema = operation.requestBody.content[mediaType]?.schema;
      expect(schema).toMatchObject({ type: "object", additionalProperties: false });
    }
    expect(Object.keys(operation.responses)).toHaveLength(2);
    const hasKey = operation.parameters.some(({ name }) => name === "idempotency-key");
    expect(hasKey).toBe(contract.isCreating === true);
  });
}
