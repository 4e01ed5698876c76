/** A form with a file, with one error. Source: RFC 7578. */
import { hostileText } from "./hostile-values.ts";
import type { Random } from "./random.ts";

const LONG_BOUNDARY_CHARACTERS = 500;

interface MutatedForm {
  readonly body: Buffer;
  readonly type: string;
  readonly what: string;
}

interface Form {
  readonly body: Buffer;
  readonly boundary: string;
  readonly type: string;
}

interface Mutation {
  readonly what: string;
  readonly apply: (form: Form, random: Random) => { readonly body?: Buffer; readonly type?: string };
}

/** Each byte becomes one character. */
const textOf = (body: Buffer): string => body.toString("latin1");
const bytesOf = (text: string): Buffer => Buffer.from(text, "latin1");

const part = (boundary: string, headers: readonly string[], content: string): Buffer =>
  Buffer.from(`--${boundary}\r\n${headers.join("\r\n")}\r\n\r\n${content}\r\n`);

/** An additional part before all others. */
const withPart = ({ body, boundary }: Form, headers: readonly string[], content: string): { body: Buffer } => ({
  body: Buffer.concat([part(boundary, headers, content), body]),
});

const quoted = (text: string): string => text.replace(/["\r\n]/g, "");

export const FORM_MUTATIONS: readonly Mutation[] = [
  { what: "without a boundary", apply: () => ({ type: "multipart/form-data" }) },
  { what: "with another boundary", apply: () => ({ type: "multipart/form-data; boundary=another" }) },
  {
    what: "with a long boundary",
    apply({ body, boundary }) {
      const long = "x".repeat(LONG_BOUNDARY_CHARACTERS);
      return { type: `multipart/form-data; boundary=${long}`, body: bytesOf(textOf(body).replaceAll(boundary, long)) };
    },
  },
  { what: "cut off", apply: ({ body }, random) => ({ body: body.subarray(0, random.below(body.length + 1)) }) },
  { what: "empty", apply: () => ({ body: Buffer.alloc(0) }) },
  { what: "without a part", apply: ({ boundary }) => ({ body: Buffer.from(`--${boundary}--\r\n`) }) },
  {
    what: "without its end",
    apply: ({ body, boundary }) => ({ body: bytesOf(textOf(body).replace(`--${boundary}--\r\n`, "")) }),
  },
  {
    what: "with a further field",
    apply: (form, random) =>
      withPart(
        form,
        [`content-disposition: form-data; name="${quoted(hostileText(random)).slice(0, 200)}"`],
        hostileText(random).slice(0, 20_000),
      ),
  },
  {
    what: "with a declared field of another value",
    apply: (form, random) =>
      withPart(
        form,
        [
          `content-disposition: form-data; name="${random.pick(["title", "parentId", "url", "isFileLink", "folderId", "accept", "isDryRun", "crossing", "workGroupId", "summary", "diagnosis"])}"`,
        ],
        hostileText(random).slice(0, 20_000),
      ),
  },
  {
    what: "with a file of a hostile name",
    apply: (form, random) =>
      withPart(
        form,
        [
          `content-disposition: form-data; name="file"; filename="${quoted(hostileText(random)).slice(0, 2_000)}"`,
          "content-type: application/octet-stream",
        ],
        hostileText(random).slice(0, 20_000),
      ),
  },
  {
    what: "with a JSON field that is none",
    apply: (form) =>
      withPart(form, ['content-disposition: form-data; name="title"', "content-type: application/json"], '{"a":'),
  },
  {
    what: "with a part without a name",
    apply: (form, random) =>
      withPart(form, [random.pick(["content-disposition: form-data", "content-type: text/plain", "x: y", ""])], "a"),
  },
  {
    what: "with a hundred parts",
    apply: (form) => ({
      body: Buffer.concat([
        ...Array.from({ length: 100 }, (_, index) =>
          part(form.boundary, [`content-disposition: form-data; name="n${index}"`], "a"),
        ),
        form.body,
      ]),
    }),
  },
  {
    what: "with a header of 100,000 characters",
    apply: (form) => withPart(form, [`content-disposition: form-data; name="a"; x="${"x".repeat(100_000)}"`], "a"),
  },
  {
    what: "with another file",
    apply: ({ body }, random) => {
      const text = textOf(body);
      const start = text.lastIndexOf("\r\n\r\n") + 4;
      const end = text.lastIndexOf("\r\n--");
      const file = random.pick([
        "",
        "\x89PNG\r\n\x1a\n",
        "%PDF-1.7",
        "GIF89a",
        "{",
        '{"type":"FeatureCollection","features":[{}]}',
        "POINT (1e308 1e308)",
        "wkt\n\0",
        "\xff\xfe\x00\xd8",
        "[".repeat(50_000),
        "x".repeat(1_000_000),
      ]);
      return { body: bytesOf(text.slice(0, start) + file + text.slice(Math.max(start, end))) };
    },
  },
  {
    what: "with bytes changed",
    apply({ body }, random) {
      const changed = Buffer.from(body);
      for (let times = 0; times < 5 && changed.length > 0; times += 1)
        changed[random.below(changed.length)] = random.below(256);
      return { body: changed };
    },
  },
];

/** @param type content type with the boundary. */
export function mutateForm(body: Buffer, type: string, random: Random): MutatedForm {
  const boundary = /boundary=([^;]+)/.exec(type)?.[1] ?? "none";
  const mutation = random.pick(FORM_MUTATIONS);
  return { body, type, what: mutation.what, ...mutation.apply({ body, boundary, type }, random) };
}
