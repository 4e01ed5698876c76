import { PassThrough, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { readPassword } from "./read-password.ts";

function terminal() {
  let shown = "";
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new Writable({
    write(chunk, _encoding, done) {
      shown += String(chunk);
      done();
    },
  });
  return { input, output, shown: () => shown };
}

describe("readPassword", () => {
  it("reads the first line of an input that is not a terminal, and ignores the rest", async () => {
    const input = new PassThrough();
    input.end("a pass word\r\nmore\n");
    expect(await readPassword({ input, output: terminal().output })).toBe("a pass word");
  });

  it("reports an empty input", async () => {
    const input = new PassThrough();
    input.end("");
    await expect(readPassword({ input, output: terminal().output })).rejects.toThrow(
      "No password was received from standard input.",
    );
  });

  it.each([
    ["same words", "same words", "same words"],
    ["same words", "other words", null],
  ])("asks twice at a terminal without echo: %s, %s", async (first, second, expected) => {
    const { input, output, shown } = terminal();
    const reading = readPassword({ input, output });
    const outcome = reading.catch((error: Error) => error.message);
    input.write(`${first}\n`);
    while (!shown().includes("Repeat")) await new Promise(setImmediate);
    input.write(`${second}\n`);
    expect(await outcome).toBe(expected ?? "The passwords do not match.");
    expect(shown()).toBe("New password: \nRepeat password: \n");
  });
});
