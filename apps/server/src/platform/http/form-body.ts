/**
 * Form-encoded bodies (`application/x-www-form-urlencoded`), as sent by hosts. Any page can send a form without a
 * preflight (rule D-7), so it is read only if a header authorizes the sender: the nonce or a token.
 *
 * Source: spec part 2, section 7 ("POST bodies are JSON or form-encoded").
 */
import { AppError } from "@parfocal/core/errors.ts";
import type { z } from "zod";

const FORM_TYPE = "application/x-www-form-urlencoded";
/** As many fields as the longest list in a call has entries. */
const MAX_FIELDS = 2_000;

/** Fields by name, as received: text, or a list if the name ends with `[]` or occurs more than once. */
export class FormBody {
  readonly fields: Readonly<Record<string, string | readonly string[]>>;

  constructor(fields: Readonly<Record<string, string | readonly string[]>>) {
    this.fields = fields;
  }
}

interface FormParsers {
  addContentTypeParser(
    type: string,
    options: { readonly parseAs: "string" },
    parse: (request: unknown, text: string, done: (error: Error | null, body?: FormBody) => void) => void,
  ): unknown;
}

export function acceptForms(app: FormParsers): void {
  app.addContentTypeParser(FORM_TYPE, { parseAs: "string" }, (_request, text, done) => {
    try {
      done(null, readForm(text));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** @throws AppError `tooLarge` */
export function readForm(text: string): FormBody {
  const lists = new Map<string, string[]>();
  const named = new Set<string>();
  let count = 0;
  for (const [written, value] of new URLSearchParams(text)) {
    count += 1;
    if (count > MAX_FIELDS) throw new AppError("tooLarge", "The form has too many fields.", { codes: ["form.fields"] });
    const isList = written.endsWith("[]");
    const name = isList ? written.slice(0, -2) : written;
    if (isList) named.add(name);
    const list = lists.get(name) ?? [];
    list.push(value);
    lists.set(name, list);
  }
  const entries = [...lists].map(([name, list]) => {
    const [only = ""] = list;
    return [name, named.has(name) || list.length > 1 ? list : only] as const;
  });
  return new FormBody(Object.fromEntries(entries));
}

/**
 * A form contains only text: a field that the schema rejects as text is read as JSON (`12`, `true`, `null`, `{"a":1}`).
 *
 * @returns the values to be validated against the schema.
 */
export function valuesOf({ fields }: FormBody, schema: z.ZodType): Readonly<Record<string, unknown>> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return fields;
  const rejected = new Set(parsed.error.issues.map(({ path: [name] }) => name));
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, rejected.has(name) ? asJson(value) : value]),
  );
}

function asJson(value: string | readonly string[]): unknown {
  if (typeof value !== "string") return value.map(asJson);
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
