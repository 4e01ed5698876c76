/** Puts a slide into a new course of a running server, by the API, as a person would by the page. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Course } from "@parfocal/core/course/course.contract.ts";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { Upload } from "@parfocal/core/upload/upload.contract.ts";

const POLL_MS = 200;

export interface PutSlide {
  readonly coursePath: string;
  readonly slidePath: string;
  readonly title: string;
}

/** @param file a slide that needs no conversion. */
export async function putSlide(
  serverUrl: string,
  logIn: { readonly login: string; readonly password: string },
  file: string,
): Promise<PutSlide> {
  let token = "";
  const json = { "content-type": "application/json" };
  const ask = async <Answer>(method: string, path: string, body?: BodyInit, headers: HeadersInit = json) => {
    const answer = await fetch(`${serverUrl}/api${path}`, {
      method,
      headers: { ...(body === undefined ? {} : headers), ...(token === "" ? {} : { "x-site-token": token }) },
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as Answer;
  };
  const until = async <Answer>(path: string, isWanted: (answer: Answer) => boolean): Promise<Answer> => {
    for (;;) {
      const answer = await ask<Answer>("GET", path);
      if (isWanted(answer)) return answer;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };
  const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes);

  ({ token } = await ask<{ token: string }>("POST", "/session", JSON.stringify(logIn)));
  const course = await ask<Course>("POST", "/v2/course", JSON.stringify({ title: "Bench" }));
  const bytes = await readFile(file);
  const announced = { filename: basename(file), bytes: bytes.length, parentId: course.id };
  const { id, chunkBytes, chunkCount } = await ask<Upload>("POST", "/v2/upload", JSON.stringify(announced));
  for (let number = 0; number < chunkCount; number += 1) {
    const chunk = bytes.subarray(number * chunkBytes, (number + 1) * chunkBytes);
    await ask("PUT", `/v2/upload/${id}/chunk/${number}`, chunk, {
      "content-type": "application/octet-stream",
      "content-digest": `sha-256=:${hash(chunk).digest("base64")}:`,
    });
  }
  await ask("POST", `/v2/upload/${id}/finish`, JSON.stringify({ sha256: hash(bytes).digest("hex") }));
  const { imageId } = await until<Upload>(`/v2/upload/${id}`, ({ state }) => state === "done");
  const image = await until<Image>(`/v2/image/${imageId}`, ({ state }) => state === "ready");
  const coursePath = `/s1/course${course.id}/`;
  return { coursePath, slidePath: `${coursePath}i${image.id}/`, title: image.title };
}
