// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ItemPageFrame } from "./ItemPageFrame.tsx";

vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key }) }));
vi.mock("@tanstack/react-router", () => ({ useNavigate: () => () => undefined, Link: () => null }));
vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 } }) }));
vi.mock("#custom-field/PageFields.tsx", () => ({
  PageFields: ({ id, kind }: { id: number; kind: string }) => <p>{`Fields of ${kind} ${id}`}</p>,
}));
afterEach(cleanup);

it("the page of an item shows its custom fields", () => {
  render(
    <MantineProvider env="test">
      <ItemPageFrame
        content={{ title: "Atlas", subtitle: "", tags: [], path: [], previous: null, next: null }}
        steps={[
          { kind: "course", id: 2 },
          { kind: "embed", id: 7 },
        ]}
      >
        <p>The atlas</p>
      </ItemPageFrame>
    </MantineProvider>,
  );
  expect(screen.getByText("Fields of embed 7")).toBeTruthy();
});
