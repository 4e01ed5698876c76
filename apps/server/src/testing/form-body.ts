/** A form with a file, as a browser sends it. Source: RFC 7578. */
export const FORM_BOUNDARY = "----a-boundary-of-the-tests";

export interface FormFile {
  readonly filename: string;
  readonly bytes: Buffer;
  /** Content type stated by the sender. */
  readonly contentType?: string;
}

/** @returns the body and its content type header. */
export function formBody(
  fields: Readonly<Record<string, string>>,
  file?: FormFile,
): { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> } {
  const parts: (string | Buffer)[] = Object.entries(fields).map(
    ([name, value]) => `--${FORM_BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  if (file) {
    const { filename, bytes, contentType = "application/octet-stream" } = file;
    parts.push(
      `--${FORM_BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\n`,
      `content-type: ${contentType}\r\n\r\n`,
      bytes,
      "\r\n",
    );
  }
  parts.push(`--${FORM_BOUNDARY}--\r\n`);
  return {
    body: Buffer.concat(parts.map((part) => Buffer.from(part as string))),
    headers: { "content-type": `multipart/form-data; boundary=${FORM_BOUNDARY}` },
  };
}
