// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { BinderPanel } from "./BinderPanel.tsx";
import type { Binder } from "./useBinder.ts";

vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key, i18n: { language: "en" } }) }));
afterEach(cleanup);

const BINDER = {
  ...{ draft: new Map(), slides: [], number: 0, isPreviewed: false, isChanged: false, isBusy: false },
} as unknown as Binder;

for (const isBound of [true, false]) {
  it(`“Unbind all” is ${isBound ? "offered if slides are" : "not offered if no slides are"} bound`, () => {
    render(
      <MantineProvider>
        <BinderPanel items={[]} binder={BINDER} isBound={isBound} focused={null} onClose={() => undefined} />
      </MantineProvider>,
    );
    expect(screen.queryAllByRole("button", { name: "case.unbindAll" })).toHaveLength(isBound ? 1 : 0);
  });
}

it("after “Unbind all” the focus moves to the panel, since its button is removed", async () => {
  let isBound = true;
  async function unbindAll(): Promise<void> {
    isBound = false;
  }
  const show = () => (
    <MantineProvider env="test">
      <BinderPanel
        items={[]}
        binder={{ ...BINDER, unbindAll } as Binder}
        isBound={isBound}
        focused={null}
        onClose={() => undefined}
      />
    </MantineProvider>
  );
  const { rerender } = render(show());
  const opening = screen.getByRole("button", { name: "case.unbindAll" });
  opening.focus();
  fireEvent.click(opening);
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "case.unbindAll" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  rerender(show());
  await waitFor(() => expect(screen.queryByRole("button", { name: "case.unbindAll" })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("region", { name: "case.binder" })));
});
