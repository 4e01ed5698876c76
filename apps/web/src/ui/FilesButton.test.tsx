// @vitest-environment happy-dom
/** A failed file can be selected again: a browser reports a selection only if the field's value changes. */
import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { FilesButton } from "./FilesButton.tsx";

afterEach(cleanup);

const FIELD_NAME = "Choose a file";

function show() {
  const reported: string[] = [];
  render(
    <MantineProvider>
      <FilesButton multiple onFiles={(files) => reported.push(files.map(({ name }) => name).join(" "))}>
        {FIELD_NAME}
      </FilesButton>
    </MantineProvider>,
  );
  return reported;
}

/** As in browsers: selecting the current value again is not a change. */
function choose(...names: string[]): void {
  const field = screen.getByLabelText<HTMLInputElement>(FIELD_NAME, { selector: "input" });
  const isSame = Array.from(field.files ?? [], ({ name }) => name).join() === names.join();
  const data = new DataTransfer();
  for (const name of names) data.items.add(new File(["x"], name));
  field.files = data.files;
  if (!isSame) fireEvent.change(field);
}

it("reports the same file when it is selected again", () => {
  const reported = show();
  choose("slide.svs");
  choose("slide.svs");
  expect(reported).toEqual(["slide.svs", "slide.svs"]);
});

it("reports all selected files", () => {
  const reported = show();
  choose("a.svs", "b.svs");
  expect(reported).toEqual(["a.svs b.svs"]);
});
