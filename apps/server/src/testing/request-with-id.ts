/** A request of the rights matrix with one of its IDs replaced. */
import type { LightMyRequestResponse } from "fastify";
import { SQUARE_WKT } from "./build-annotation.ts";
import { DOT_PNG } from "./dot-png.ts";
import { type FormFile, formBody } from "./form-body.ts";
import { type IdField, withId } from "./id-fields.ts";
import type { MatrixRequest } from "./rights/rights-row.ts";

/** Calls that only read: an ID in their body also only filters the results. */
export const FILTERS = [
  "POST /v2/image/search",
  "POST /v2/attachment/search",
  "POST /v2/quiz/question/search",
  "POST /v2/tag/count",
  "POST /v2/annotation/slide/{id}/",
];
/** Fields in which a non-existent ID is ignored: an order applies to existing items, and counts as changed. */
export const LENIENT = [
  "PUT /structure/orderFolders folderIds.[]",
  "PUT /v2/structure/orderItems itemIds.[]",
  "DELETE /v2/assignment/{id}/user/{userId} userId",
  // The parent through which the caller came: stored only if it is a parent.
  "PUT /v2/item/{id}/opened parentId",
];
/** Other required fields of list elements. */
const ELEMENTS: Readonly<Record<string, object>> = {
  slides: { itemType: "image" },
  questions: { title: "Which?", type: "short-answer" },
  answerOptions: { option: "Kidney" },
};

interface FormSample {
  readonly fields?: Readonly<Record<string, string>>;
  readonly file?: FormFile;
}

/** Other required fields of forms. */
const FORMS: Readonly<Record<string, FormSample>> = {
  "POST /v2/attachment/": { fields: { url: "https://atlas.example.org/kidney" } },
  "POST /v2/textbook/": { fields: { title: "Pathology" } },
  "POST /v2/media": { file: { filename: "dot.png", bytes: DOT_PNG } },
  "POST /v2/annotation/item/{itemId}/import": { file: { filename: "drawn.wkt", bytes: Buffer.from(SQUARE_WKT) } },
};

/** @param key method and path of the call. */
export function requestWithId(request: MatrixRequest, key: string, { place, way }: IdField, id: number): MatrixRequest {
  if (place === "form") {
    const { fields, file } = FORMS[key] ?? {};
    return { ...request, ...formBody({ ...fields, [way[0] as string]: String(id) }, file) };
  }
  const value = place === "query" ? String(id) : id;
  return { ...request, [place]: withId(request[place], way, value, ELEMENTS[way[0] as string]) };
}

/** The response in a form that can be compared with the response for another ID. */
export function answerWithoutId(answer: LightMyRequestResponse, id: number): { status: number; said: string } {
  // The response to a HEAD request is declared as JSON and is empty.
  const isJson = answer.headers["content-type"]?.toString().includes("json") && answer.body !== "";
  const { requestId: _, ...said } = isJson ? (answer.json() as Record<string, unknown>) : {};
  // The sent number may be in the response; numbers that contain it are unchanged.
  const text = JSON.stringify(said).replace(new RegExp(`(?<!\\d)${id}(?!\\d)`, "g"), "…");
  return { status: answer.statusCode, said: text.replace(/"version":\d+/, '"version":…') };
}
