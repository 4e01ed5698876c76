/**
 * A client of servers that are killed: it repeats each call until it gets a response, and uploads a slide in this way.
 */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Upload } from "@parfocal/core/upload/upload.contract.ts";
import sharp from "sharp";
import { endUnexpected, isAway, NO_ANSWER, UNDER_WAY } from "./expected-answers.ts";
import { pause, type ServerUnderTest } from "./server-under-test.ts";

const RETRY_MS = 100;
const GIVE_UP_MS = 30_000;
/** 16 bits in strips: conversion takes a few seconds. */
const WIDTH_PX = 5_000;
const HEIGHT_PX = 4_000;

/** An image that has to be converted, 40 MB. */
export function makeStrips(): Promise<Buffer> {
  const samples = new Uint16Array(WIDTH_PX * HEIGHT_PX);
  const tile = new Uint16Array(randomBytes(8_192).buffer.slice(0));
  for (let index = 0; index < samples.length; index += 1)
    samples[index] = (index + (tile[index % tile.length] ?? 0)) & 0xffff;
  return sharp(samples, { raw: { width: WIDTH_PX, height: HEIGHT_PX, channels: 1 } })
    .toColourspace("grey16")
    .tiff({ compression: "none" })
    .toBuffer();
}

/**
 * Ends the experiment on a response that reports neither a success nor an unavailable server. @returns null for a
 * response without a body.
 */
export async function askUntilDone<Answer>(
  server: ServerUnderTest,
  token: string,
  path: string,
  { method = "GET", headers, body }: { method?: string; headers?: Record<string, string>; body?: BodyInit } = {},
): Promise<Answer> {
  const key = randomUUID();
  for (;;) {
    const { status, text } = await fetch(`${server.origin}/api/v2${path}`, {
      method,
      headers: { "x-site-token": token, ...(method === "POST" ? { "idempotency-key": key } : {}), ...headers },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(GIVE_UP_MS),
    })
      .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
      .catch(() => ({ status: NO_ANSWER, text: "" }));
    if (status >= 200 && status < 300) return (text === "" ? null : JSON.parse(text)) as Answer;
    if (!isAway(status) && status !== UNDER_WAY) endUnexpected(`${method} ${path}`, status, text);
    await pause(RETRY_MS);
  }
}

const JSON_BODY = { "content-type": "application/json" };
const hashOf = (bytes: Buffer, form: "hex" | "base64") => createHash("sha256").update(bytes).digest(form);

/** @param onChunk called when a chunk has been sent and not yet acknowledged. @returns the ID of the image. */
export async function uploadThrough(
  server: ServerUnderTest,
  token: string,
  file: Buffer,
  onChunk: () => Promise<void> = async () => {},
): Promise<number> {
  const announced = await askUntilDone<Upload>(server, token, "/upload", {
    method: "POST",
    headers: JSON_BODY,
    body: JSON.stringify({ filename: "strips.tif", bytes: file.length }),
  });
  for (let number = 0; number < announced.chunkCount; number += 1) {
    const bytes = file.subarray(number * announced.chunkBytes, (number + 1) * announced.chunkBytes);
    const sent = askUntilDone(server, token, `/upload/${announced.id}/chunk/${number}`, {
      method: "PUT",
      headers: { "content-type": "application/octet-stream", "content-digest": `sha-256=:${hashOf(bytes, "base64")}:` },
      body: new Uint8Array(bytes),
    });
    await onChunk();
    await sent;
  }
  const finish = JSON.stringify({ sha256: hashOf(file, "hex") });
  await askUntilDone(server, token, `/upload/${announced.id}/finish`, {
    method: "POST",
    headers: JSON_BODY,
    body: finish,
  });
  for (;;) {
    const { imageId, state } = await askUntilDone<Upload>(server, token, `/upload/${announced.id}`);
    if (imageId !== null) return imageId;
    if (state === "failed") throw new Error("the picture was refused");
    await pause(RETRY_MS);
  }
}
