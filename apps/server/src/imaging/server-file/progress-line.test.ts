import { expect, it } from "vitest";
import { createProgressLine } from "./progress-line.ts";

function terminal(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, columns: 40, written, write: (text: string) => written.push(text) };
}

it("shows a bar, the percentage and the progress, cut to the terminal width, at most ten times a second", () => {
  const screen = terminal(true);
  let nowMs = 0;
  const line = createProgressLine(screen, () => nowMs);
  line.show(0.5, "3/10 kidney with a very long name.svs");
  nowMs = 50;
  line.show(0.6, "too soon");
  nowMs = 100;
  line.show(1, "done");
  expect(screen.written).toEqual([
    "\r\u001b[K[##########..........]  50 %  3/10 kidn",
    "\r\u001b[K[####################] 100 %  done",
  ]);
});

it("writes nothing if the output is not a terminal", () => {
  const file = terminal(false);
  const line = createProgressLine(file, () => 0);
  line.show(0.5, "kidney.svs");
  line.clear();
  expect(file.written).toEqual([]);
});
