/**
 * Objects of a bucket below a prefix. Large ones are sent in parts, and exist only once all parts are complete. They
 * are also read in parts, so that a broken connection costs only one part.
 */
import { z } from "zod";
import { readXml, type S3Answered, S3Client, type S3Settings } from "./s3-client.ts";
import { S3Error } from "./s3-error.ts";

const PART_BYTES = 16 * 1024 * 1024;
/** S3's limit. */
const MAX_PARTS = 10_000;
/** Below the limit, since sizes can be estimates. */
const PLANNED_PARTS = 9_000;
/** HTTP status. */
const NO_SUCH_RANGE = 416;

export interface BucketPlace {
  readonly settings: S3Settings;
  /** Empty, or ends with "/". */
  readonly prefix: string;
}

/** Display name. */
export const titleOfPlace = ({ settings, prefix }: BucketPlace): string =>
  `s3://${settings.bucket}/${prefix}`.replace(/\/$/, "");

/** Whether the error means that the object does not exist although the bucket does. */
export const isMissing = (error: unknown): boolean =>
  error instanceof S3Error && error.status === 404 && error.code !== "NoSuchBucket";

const listed = z.object({
  ListBucketResult: z.object({
    IsTruncated: z.string().optional(),
    NextContinuationToken: z.string().optional(),
    Contents: z
      .array(
        z.object({
          Key: z.string(),
          Size: z.coerce.number(),
          LastModified: z.string(),
          ETag: z.string().optional(),
        }),
      )
      .default([]),
  }),
});
const listedUploads = z.object({
  ListMultipartUploadsResult: z.object({
    IsTruncated: z.string().optional(),
    Upload: z.array(z.object({ Key: z.string(), UploadId: z.string() })).default([]),
  }),
});
const startedUpload = z.object({ InitiateMultipartUploadResult: z.object({ UploadId: z.string() }) });

interface S3Object {
  /** Relative to the prefix. */
  readonly key: string;
  readonly bytes: number;
  /** According to the store's clock. */
  readonly ageMs: number;
  /** From the store's listing; null: not listed. */
  readonly etag: string | null;
}

interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly start?: number;
  readonly end?: number;
  /** Bytes per request. */
  readonly bytesAtOnce?: number;
}

interface Upload {
  readonly key: string;
  readonly uploadId: string;
}

/** Keys are relative to the prefix. */
export class Bucket {
  readonly #bucket: string;
  readonly #client: S3Client;
  readonly #prefix: string;
  readonly #partBytes: number;

  /** @param partBytes size of the parts sent; at least 5 MiB for Amazon S3. */
  constructor({ settings, prefix }: BucketPlace, partBytes: number = PART_BYTES) {
    this.#bucket = settings.bucket;
    this.#client = new S3Client(settings);
    this.#prefix = prefix;
    this.#partBytes = partBytes;
  }

  async *list(below: string): AsyncGenerator<S3Object> {
    let token: string | undefined;
    do {
      const query = {
        "list-type": "2",
        prefix: this.#prefix + below,
        ...(token === undefined ? {} : { "continuation-token": token }),
      };
      const answer = await this.#client.send({ method: "GET", query });
      const { ListBucketResult: page } = listed.parse(readXml(answer));
      const now = new Date(answer.headers.get("date") ?? Date.now()).getTime();
      for (const { Key, Size, LastModified, ETag = null } of page.Contents) {
        const ageMs = now - new Date(LastModified).getTime();
        yield { key: Key.slice(this.#prefix.length), bytes: Size, ageMs, etag: ETag };
      }
      token = page.IsTruncated === "true" ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  async bytesOf(key: string): Promise<number | null> {
    return (await this.factsOf(key))?.bytes ?? null;
  }

  /** null: the object does not exist. */
  async factsOf(key: string): Promise<{ readonly bytes: number; readonly etag: string } | null> {
    try {
      const { headers } = await this.#client.send({ method: "HEAD", key: this.#prefix + key });
      return { bytes: Number(headers.get("content-length")), etag: headers.get("etag") ?? "" };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** Reads an object or a part of it. Both ends are inclusive; default: the whole object. */
  async *read(
    key: string,
    { signal, start = 0, end = Number.POSITIVE_INFINITY, bytesAtOnce = this.#partBytes }: ReadOptions = {},
  ): AsyncGenerator<Buffer> {
    let etag: string | null = null;
    let endBefore = end + 1;
    for (let from = start; from < endBefore; ) {
      const to = Math.min(from + bytesAtOnce, endBefore) - 1;
      const answer = await this.readRange(key, { from, to, etag, signal });
      if (!answer) return;
      yield answer.body;
      from += answer.body.length;
      const bytes = Number(/\/(\d+)$/.exec(answer.headers.get("content-range") ?? "")?.[1] ?? from);
      endBefore = Math.min(endBefore, bytes);
      if (answer.body.length === 0 && from < endBefore) throw new Error(`The S3 store has ended ${key} too early.`);
      etag = answer.headers.get("etag");
    }
  }

  /**
   * @param range both ends are inclusive; `etag`: expected ETag of the object, null: any.
   * @returns null: the object is empty.
   * @throws S3Error 412 if the object has changed since.
   */
  async readRange(
    key: string,
    {
      from,
      to,
      etag,
      signal,
    }: {
      readonly from: number;
      readonly to: number;
      readonly etag: string | null;
      readonly signal?: AbortSignal | undefined;
    },
  ): Promise<S3Answered | null> {
    const headers = { range: `bytes=${from}-${to}`, ...(etag === null ? {} : { "if-match": etag }) };
    const answerBytes = to - from + 1;
    const request = { method: "GET", key: this.#prefix + key, headers, answerBytes, signal } as const;
    return this.#client.send(request).catch((error: unknown) => {
      if (error instanceof S3Error && error.status === NO_SUCH_RANGE && from === 0) return null;
      throw error;
    });
  }

  /** Copies within the store, up to 5 GB. @returns false: the object does not exist. */
  async copy(from: string, to: string): Promise<boolean> {
    const source = `/${[this.#bucket, ...(this.#prefix + from).split("/")].map(encodeURIComponent).join("/")}`;
    const headers = { "x-amz-copy-source": source };
    try {
      const { body } = await this.#client.send({ method: "PUT", key: this.#prefix + to, headers });
      // The status is sent before the copy is made, so an error can follow it.
      if (body.includes("<Error")) throw new Error(`The S3 store has not copied ${from}.`);
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async write(
    key: string,
    contents: AsyncIterable<Buffer>,
    { signal, bytes }: { readonly signal: AbortSignal; readonly bytes: number },
  ): Promise<void> {
    const partBytes = Math.max(this.#partBytes, Math.ceil(bytes / PLANNED_PARTS));
    const etags: string[] = [];
    let upload: Upload | null = null;
    let sentBytes = 0;
    try {
      for await (const { part, isLast } of inParts(contents, partBytes, bytes)) {
        signal.throwIfAborted();
        if (isLast && !upload) return await this.put(key, part, signal);
        upload ??= await this.#begin(key, signal);
        etags.push(await this.#sendPart(upload, { part, number: etags.length + 1, signal }));
        sentBytes += part.length;
      }
      if (upload) await this.#complete(upload, { etags, bytes: sentBytes, signal });
    } catch (error) {
      // If this fails too, the next backup removes the leftovers.
      if (upload) await this.#abort(upload).catch(() => {});
      throw error;
    }
  }

  async put(key: string, body: Buffer<ArrayBuffer>, signal: AbortSignal): Promise<void> {
    await this.#client.send({ method: "PUT", key: this.#prefix + key, body, signal });
  }

  async #begin(key: string, signal: AbortSignal): Promise<Upload> {
    const answer = await this.#client.send({ method: "POST", key: this.#prefix + key, query: { uploads: "" }, signal });
    const { UploadId } = startedUpload.parse(readXml(answer)).InitiateMultipartUploadResult;
    return { key, uploadId: UploadId };
  }

  /** @returns its ETag. */
  async #sendPart(
    { key, uploadId }: Upload,
    {
      part,
      number,
      signal,
    }: { readonly part: Buffer<ArrayBuffer>; readonly number: number; readonly signal: AbortSignal },
  ): Promise<string> {
    if (number > MAX_PARTS) throw new Error(`A file of more than ${MAX_PARTS} parts cannot be written.`);
    const query = { partNumber: String(number), uploadId };
    const { headers } = await this.#client.send({ method: "PUT", key: this.#prefix + key, query, body: part, signal });
    return headers.get("etag") ?? "";
  }

  async #complete(
    { key, uploadId }: Upload,
    {
      etags,
      bytes,
      signal,
    }: { readonly etags: readonly string[]; readonly bytes: number; readonly signal: AbortSignal },
  ): Promise<void> {
    const parts = etags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
    try {
      await this.#client.send({ method: "POST", key: this.#prefix + key, query: { uploadId }, body, signal });
    } catch (error) {
      // A previous attempt has completed the upload; only its response was lost.
      if (!isMissing(error)) throw error;
    }
    if ((await this.bytesOf(key)) !== bytes) throw new Error(`${key} does not have its size in the S3 store.`);
  }

  async #abort({ key, uploadId }: Upload): Promise<void> {
    await this.#client.send({ method: "DELETE", key: this.#prefix + key, query: { uploadId } });
  }

  async remove(key: string): Promise<void> {
    await this.#client.send({ method: "DELETE", key: this.#prefix + key }).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }

  /**
   * Aborts uploads of killed processes. In stores that cannot list them, a lifecycle rule of the bucket removes them.
   */
  async abortUploads(below: string): Promise<void> {
    const query = { uploads: "", prefix: this.#prefix + below };
    for (;;) {
      const answer = await this.#client.send({ method: "GET", query }).catch((error: unknown) => {
        if (error instanceof S3Error && !error.isTransient && error.code !== "NoSuchBucket") return null;
        throw error;
      });
      if (!answer) return;
      const { Upload, IsTruncated } = listedUploads.parse(readXml(answer)).ListMultipartUploadsResult;
      for (const { Key, UploadId } of Upload)
        await this.#abort({ key: Key.slice(this.#prefix.length), uploadId: UploadId });
      if (IsTruncated !== "true" || Upload.length === 0) return;
    }
  }
}

/** For contents of unknown size. */
const FIRST_BYTES = 64 * 1024;

/**
 * Parts of equal size; only the last one may be smaller. Empty contents give one empty part. All parts share one
 * buffer.
 *
 * @param expectedBytes size of the contents, so that small ones do not need a whole part of memory; 0: unknown.
 */
async function* inParts(
  source: AsyncIterable<Buffer>,
  partBytes: number,
  expectedBytes: number,
): AsyncGenerator<{ readonly part: Buffer<ArrayBuffer>; readonly isLast: boolean }> {
  let part = Buffer.allocUnsafeSlow(Math.min(partBytes, expectedBytes || FIRST_BYTES));
  let filledBytes = 0;
  for await (const piece of source) {
    for (let from = 0; from < piece.length; ) {
      if (filledBytes === partBytes) {
        yield { part, isLast: false };
        filledBytes = 0;
      } else if (filledBytes === part.length) {
        const small = part;
        part = Buffer.allocUnsafeSlow(partBytes);
        small.copy(part);
      }
      const copied = piece.copy(part, filledBytes, from);
      filledBytes += copied;
      from += copied;
    }
  }
  yield { part: part.subarray(0, filledBytes), isLast: true };
}
