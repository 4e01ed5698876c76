/**
 * Does something that a reader of annotation files must not do, as selected by the bytes it receives: loop, wait,
 * crash, read a file.
 */
import { readFileSync } from "node:fs";
import type { InspectionMessage, InspectionOrder } from "#annotation-exchange/inspect-file.ts";

const send = (news: InspectionMessage): void => void process.send?.(news);

function misbehave({ bytes }: InspectionOrder): void {
  const [act, path = ""] = new TextDecoder().decode(bytes).split(" ");
  if (act === "loop") for (;;);
  if (act === "wait") return void setInterval(() => undefined, 1_000);
  if (act === "crash") process.exit(3);
  try {
    send({ kind: "failed", message: readFileSync(path, "utf8") });
  } catch (error) {
    const isDenied = (error as NodeJS.ErrnoException).code === "ERR_ACCESS_DENIED";
    send({ kind: isDenied ? "broken" : "failed", message: String(error) });
  }
}

process.once("message", misbehave);
