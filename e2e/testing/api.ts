/** Calls that journeys make beside the browser: to prepare data, and to check the server's state. */
import type { Annotation } from "@parfocal/core/annotation/annotation.contract.ts";
import type { Course } from "@parfocal/core/course/course.contract.ts";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { Upload } from "@parfocal/core/upload/upload.contract.ts";
import { type Person, serverOfTheRun } from "./journey.ts";
import { sessionOf } from "./sites.ts";

export interface Api {
  getImage(id: number): Promise<Image>;
  getCourse(id: number): Promise<Course>;
  addCourse(title: string): Promise<Course>;
  listAnnotations(imageId: number, filter?: string): Promise<Annotation[]>;
  listUploads(): Promise<Upload[]>;
  /** Any other call. @param body a form is sent unchanged, anything else as JSON. @returns the response's JSON. */
  call<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
  /** @param digest of the chunk, in the form of the header. */
  putChunk(uploadId: number, number: number, bytes: Uint8Array, digest: string): Promise<void>;
}

/** In a session separate from the browser's. */
export async function callsOf(person: Person, serverUrl = serverOfTheRun()): Promise<Api> {
  const headers = { "x-site-token": await sessionOf(person, serverUrl) };
  const call = <Answer>(method: string, path: string, body?: unknown) =>
    ask<Answer>(serverUrl, method, `/api${path}`, {
      headers: { ...headers, ...(isJson(body) ? { "content-type": "application/json" } : {}) },
      ...(body === undefined ? {} : { body: isJson(body) ? JSON.stringify(body) : (body as FormData) }),
    });
  return {
    call,
    getImage: (id) => call("GET", `/v2/image/${id}`),
    getCourse: (id) => call("GET", `/v2/course/${id}`),
    addCourse: (title) => call("POST", "/v2/course", { title }),
    listAnnotations: (imageId, filter = "all") => call("GET", `/v2/annotation/item/${imageId}?query=${filter}`),
    listUploads: () => call("GET", "/v2/upload"),
    putChunk: (uploadId, number, bytes, digest) =>
      ask(serverUrl, "PUT", `/api/v2/upload/${uploadId}/chunk/${number}`, {
        headers: { ...headers, "content-type": "application/octet-stream", "content-digest": `sha-256=:${digest}:` },
        body: Buffer.from(bytes),
      }),
  };
}

const isJson = (body: unknown): boolean => body !== undefined && !(body instanceof FormData);

async function ask<Answer>(serverUrl: string, method: string, path: string, request: RequestInit): Promise<Answer> {
  const answer = await fetch(serverUrl + path, { ...request, method });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`);
  return (text === "" ? undefined : JSON.parse(text)) as Answer;
}
