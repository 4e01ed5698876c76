/** Reads a password from a terminal or standard input; never from the command line, which other users can see. */
import { createInterface } from "node:readline/promises";
import type { Readable } from "node:stream";
import { Writable } from "node:stream";

/** Longer input is rejected. */
const MAX_BYTES = 4096;

interface Terminal {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable;
}

/**
 * @returns the password, entered twice at a terminal; otherwise the first line of the input.
 * @throws Error with a user-facing message if the two differ or nothing was received.
 */
export async function readPassword({ input, output }: Terminal): Promise<string> {
  if (!input.isTTY) return readFirstLine(input);
  const password = await askUnseen({ input, output }, "New password: ");
  if ((await askUnseen({ input, output }, "Repeat password: ")) !== password)
    throw new Error("The passwords do not match.");
  return password;
}

async function askUnseen({ input, output }: Terminal, question: string): Promise<string> {
  output.write(question);
  const lines = createInterface({ input, output: swallow(), terminal: true });
  try {
    return await lines.question("");
  } finally {
    lines.close();
    output.write("\n");
  }
}

const swallow = () => new Writable({ write: (_chunk, _encoding, done) => done() });

async function readFirstLine(input: Readable): Promise<string> {
  let text = "";
  for await (const chunk of input) {
    text += String(chunk);
    if (text.includes("\n") || text.length > MAX_BYTES) break;
  }
  const line = text.split(/\r?\n/, 1)[0] ?? "";
  if (line === "") throw new Error("No password was received from standard input.");
  return line;
}
