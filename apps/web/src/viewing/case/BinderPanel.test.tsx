// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { BinderPanel } from "./BinderPanel.tsx";
import type { Binder } from "./useBinder.ts";

vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key, i18n: { language: "en" } }) }));
afterEach(cleanup);

const BINDER = {
  ...{ draft: new Map(), slides: [], number: 0, isPreviewed: false, isChanged: false, isBusy: false },
} as unknown as Binder;

for (const isBound of [true, false]) {
  it(`“Unbind all” is ${isBound ? "offered where slides are" : "not offered where nothing is"} bound`, () => {
    render(
      <MantineProvider>
        <BinderPanel items={[]} binder={BINDER} isBound={isBound} focused={null} onClose={() => undefined} />
      </MantineProvider>,
    );
    expect(screen.queryAllByRole("button", { name: "case.unbindAll" })).toHaveLength(isBound ? 1 : 0);
  });
}
