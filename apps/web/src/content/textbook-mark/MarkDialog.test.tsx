// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import type { TextbookMark } from "@parfocal/core/textbook-mark/textbook-mark.contract.ts";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { MarkDialog } from "./MarkDialog.tsx";
import { ViewChooserContext, type ViewChooserProps } from "./view-chooser.ts";

vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key }) }));
vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 } }) }));
vi.mock("#picker/PickerDialog.tsx", () => ({
  PickerDialog: ({ onPick }: { onPick: (items: readonly object[]) => void }) => (
    <button type="button" onClick={() => onPick([picked])}>
      pick
    </button>
  ),
}));

const CASE = { id: 9, kind: "case", title: "Lupus" };
let picked: object = CASE;
afterEach(() => {
  cleanup();
  picked = CASE;
});

const AREA = { left: 0.1, top: 0.2, width: 0.3, height: 0.1 };
const markWithoutTarget: TextbookMark = { id: 1, pageIndex: 2, area: AREA, label: "Figure 4", target: null };

const VIEW = { center: [50, 60] as [number, number], zoom: 5, rotationDeg: 90 };
function Chooser({ imageId, opening, onChoose }: ViewChooserProps) {
  return (
    <button type="button" onClick={() => onChoose(VIEW)}>
      {`view of ${imageId} from ${opening?.zoom ?? "its opening"}`}
    </button>
  );
}

function show(mark: TextbookMark | null) {
  const actions = { onSave: vi.fn().mockResolvedValue(undefined), onRemove: vi.fn(), onClose: vi.fn() };
  render(
    <MantineProvider env="test">
      <ViewChooserContext value={Chooser}>
        <MarkDialog draft={{ mark, pageIndex: 2, area: AREA }} pageCount={20} {...actions} />
      </ViewChooserContext>
    </MantineProvider>,
  );
  return actions;
}
const saveButton = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const type = (name: RegExp, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });

it("a new mark needs a label and a target: an item, a link of this site, or a page", async () => {
  const { onSave } = show(null);
  type(/^textbookMark.label/, " Figure 3 ");
  expect(saveButton("textbookMark.add").disabled).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "textbookMark.choose" }));
  fireEvent.click(screen.getByRole("button", { name: "pick" }));
  expect(screen.getByText("Lupus")).toBeDefined();
  fireEvent.click(screen.getByRole("radio", { name: "textbookMark.target_link" }));
  type(/^textbookMark.link/, "https://elsewhere.example/s1/i9/");
  expect(screen.getByText("textbookMark.linkWrong")).toBeDefined();
  expect(saveButton("textbookMark.add").disabled).toBe(true);
  type(/^textbookMark.link/, `${window.location.origin}/s1/course2/i9/?view=10,20,3`);
  fireEvent.click(saveButton("textbookMark.add"));
  const view = { center: [10, 20], zoom: 3, rotationDeg: 0 };
  const target = { itemId: 9, view, pageIndex: null };
  await waitFor(() => expect(onSave).toHaveBeenCalledWith({ pageIndex: 2, label: "Figure 3", target }));
});

it("a mark whose target was deleted reports it and keeps it until another one is chosen", async () => {
  const { onSave } = show(markWithoutTarget);
  expect(screen.getByText("textbookMark.unavailable")).toBeDefined();
  fireEvent.click(saveButton("textbookMark.save"));
  await waitFor(() => expect(onSave).toHaveBeenLastCalledWith({ pageIndex: 2, label: "Figure 4", target: undefined }));
});

it("if saving fails, the input stays in the dialog, with the reason", async () => {
  const { onSave } = show(markWithoutTarget);
  onSave.mockRejectedValue(new AppError("invalid", "Only a slide can be opened at a view."));
  fireEvent.click(screen.getByRole("radio", { name: "textbookMark.target_page" }));
  type(/^textbookMark.label/, "Figure 5");
  fireEvent.click(saveButton("textbookMark.save"));
  expect((await screen.findByRole("alert")).textContent).toBe("Only a slide can be opened at a view.");
  expect(onSave.mock.lastCall?.[0].target).toEqual({ itemId: null, view: null, pageIndex: 0 });
  expect(screen.getByRole("textbox", { name: /^textbookMark.label/ })).toHaveProperty("value", "Figure 5");
});

it("the view of a chosen slide is set in the slide itself, and only for a slide", async () => {
  const { onSave } = show(null);
  type(/^textbookMark.label/, "Figure 3");
  const choose = () => {
    fireEvent.click(screen.getByRole("button", { name: "textbookMark.choose" }));
    fireEvent.click(screen.getByRole("button", { name: "pick" }));
  };
  choose();
  expect(screen.queryByRole("button", { name: "textbookMark.chooseView" })).toBeNull();
  picked = { id: 12, kind: "image", title: "Kidney, HE" };
  choose();
  fireEvent.click(screen.getByRole("button", { name: "textbookMark.chooseView" }));
  fireEvent.click(await screen.findByRole("button", { name: "view of 12 from its opening" }));
  fireEvent.click(screen.getByRole("button", { name: "textbookMark.chooseView" }));
  expect(await screen.findByRole("button", { name: "view of 12 from 5" })).toBeTruthy();
  fireEvent.click(saveButton("textbookMark.add"));
  const target = { itemId: 12, view: VIEW, pageIndex: null };
  await waitFor(() => expect(onSave).toHaveBeenCalledWith({ pageIndex: 2, label: "Figure 3", target }));
});
