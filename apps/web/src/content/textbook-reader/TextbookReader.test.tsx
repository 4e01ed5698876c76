// @vitest-environment happy-dom
/** Source: spec part 2, section 9. Drawing and text under the pointer need a browser and are in the journey. */
import { MantineProvider } from "@mantine/core";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { uiEn } from "#ui/ui.en.ts";
import {
  type Book,
  BookError,
  BookRestarted,
  type OpenBook,
  type OpenOptions,
  type PageSource,
  PageStalled,
} from "./book.ts";
import { TextbookReader } from "./TextbookReader.tsx";
import { textbookReaderEn } from "./textbook-reader.en.ts";

vi.mock("./pdf-book.ts", () => ({ openPdf: vi.fn() }));

const PAGES = 500;
const drawn: number[] = [];
const released = new Set<number>();

function pageOf(pageNumber: number): PageSource {
  return {
    size: { width: 100, height: 100 },
    async draw() {
      drawn.push(pageNumber);
    },
    text: async () => [{ text: pageNumber % 100 === 0 ? "A glomerulus" : "Nothing", endsLine: true }],
    async layText(container) {
      const span = document.createElement("span");
      span.textContent = `Text of page ${pageNumber}`;
      container.replaceChildren(span);
      return { elements: [span], turn: () => undefined };
    },
    links: async () =>
      pageNumber === 1
        ? [
            { box: { left: 0, top: 0, width: 0.5, height: 0.1 }, url: null, target: "chapter" },
            { box: { left: 0, top: 0.5, width: 0.5, height: 0.1 }, url: "https://a.example/x", target: null },
          ]
        : [],
    release: () => void released.add(pageNumber),
  };
}

const book: Book = {
  pageCount: PAGES,
  firstSize: { width: 100, height: 100 },
  page: async (pageNumber) => pageOf(pageNumber),
  outline: async () => [
    { title: "Kidney", target: "kidney", entries: [{ title: "Cortex", target: "chapter", entries: [] }] },
    { title: "Liver", target: null, entries: [] },
  ],
  resolve: async (target) => (target === "chapter" ? { pageNumber: 250, point: null } : null),
  tryAgain: () => undefined,
  close: () => undefined,
};

beforeAll(async () => {
  // The document has no layout and therefore no sizes: 600 by 500 px.
  for (const [name, value] of [
    ["clientWidth", 600],
    ["clientHeight", 500],
    ["offsetWidth", 600],
    ["offsetHeight", 500],
  ] as const)
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
  HTMLElement.prototype.scrollTo = function scrollTo(this: HTMLElement, place?: ScrollToOptions | number) {
    if (typeof place === "object") this.scrollTop = place.top ?? 0;
  } as typeof HTMLElement.prototype.scrollTo;
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { textbookReader: textbookReaderEn, ui: uiEn } } },
    interpolation: { escapeValue: false },
  });
});
afterAll(() => {
  for (const name of ["clientWidth", "clientHeight", "offsetWidth", "offsetHeight", "scrollTo"])
    Reflect.deleteProperty(HTMLElement.prototype, name);
});
beforeEach(() => {
  localStorage.clear();
  window.history.replaceState(null, "", "/s1/t7/");
  drawn.length = 0;
  released.clear();
});
afterEach(cleanup);

async function open(openBook: OpenBook = async () => book) {
  render(
    <MantineProvider>
      <TextbookReader title="Organs" documentUrl="/book" filename="organs.pdf" bookKey="1-2-7" openBook={openBook} />
    </MantineProvider>,
  );
  await act(async () => undefined);
}
const pageField = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Page" });
const shownPages = () =>
  [...document.querySelectorAll<HTMLElement>("[data-page]")].map(({ dataset }) => Number(dataset.page));
const press = (key: string, more: KeyboardEventInit = {}) => fireEvent.keyDown(document.body, { key, ...more });

it("draws the current page and three on each side of it, and releases pages that are out of view", async () => {
  await open();
  expect(shownPages()).toEqual([1, 2, 3, 4]);
  await waitFor(() => expect(new Set(drawn)).toEqual(new Set([1, 2, 3, 4])));
  expect(drawn[0]).toBe(1);
  press("g");
  expect(document.activeElement).toBe(pageField());
  fireEvent.change(pageField(), { target: { value: "300" } });
  fireEvent.keyDown(pageField(), { key: "Enter" });
  expect(shownPages()).toEqual([297, 298, 299, 300, 301, 302, 303]);
  expect(pageField().value).toBe("300");
  await waitFor(() => expect(released).toEqual(new Set([1, 2, 3, 4])));
  await waitFor(() => expect(window.location.search).toBe("?page=300"));
  press("End");
  expect(shownPages()).toEqual([497, 498, 499, 500]);
  press("ArrowLeft");
  expect(pageField().value).toBe("499");
});

it("opens at the page in the URL, or else at the last one", async () => {
  localStorage.setItem("parfocal-slide-book-1-2-7", "40");
  await open();
  expect(pageField().value).toBe("40");
  cleanup();
  window.history.replaceState(null, "", "/s1/t7/?page=90");
  await open();
  expect(pageField().value).toBe("90");
  cleanup();
  window.history.replaceState(null, "", "/s1/t7/?page=9000");
  await open();
  expect(pageField().value).toBe("500");
});

it("zooms by the levels of the specification, and stores the drag mode", async () => {
  await open();
  const zoom = screen.getByRole<HTMLSelectElement>("combobox", { name: "Zoom" });
  expect([...zoom.options].map(({ value }) => Number(value))).toEqual([
    25, 33, 50, 67, 75, 80, 90, 100, 125, 150, 175, 200, 250, 300, 400, 500,
  ]);
  expect(zoom.value).toBe("100");
  const width = () => document.querySelector<HTMLElement>("[data-page]")?.style.width;
  expect(width()).toBe(`${0.98 * 600}px`);
  press("+");
  press("+", { ctrlKey: true });
  expect([zoom.value, width()]).toEqual(["150", `${0.98 * 600 * 1.5}px`]);
  fireEvent.click(screen.getByRole("button", { name: "Drag to scroll" }));
  expect(localStorage.getItem("parfocal-slide-book-drag")).toBe("hand");
});

it("shows thumbnails of the pages around the current one, and goes to a clicked one", async () => {
  await open();
  fireEvent.click(screen.getByRole("button", { name: textbookReaderEn.pages }));
  const small = await screen.findAllByRole("button", { name: /: go to page \d+$/ });
  expect(small.length).toBeLessThan(10);
  expect(small.map((button) => button.getAttribute("aria-current"))).toEqual([
    "page",
    ...small.slice(1).map(() => null),
  ]);
  await waitFor(() => expect(small[2]?.querySelector("canvas")).toBeTruthy());
  fireEvent.click(small[2] as HTMLElement);
  expect(pageField().value).toBe("3");
  expect(small[2]?.getAttribute("aria-current")).toBe("page");
});

it("follows the outline and links within the book, and returns", async () => {
  await open();
  fireEvent.click(screen.getByRole("button", { name: "Parts of “Kidney”" }));
  fireEvent.click(screen.getByRole("button", { name: "Cortex" }));
  await waitFor(() => expect(pageField().value).toBe("250"));
  fireEvent.click(screen.getByRole("button", { name: "Back" }));
  expect(pageField().value).toBe("1");
  expect(screen.queryByRole("button", { name: "Back" })).toBeNull();
  fireEvent.click(await screen.findByRole("button", { name: "Link to another page of the book" }));
  await waitFor(() => expect(pageField().value).toBe("250"));
  press("Backspace");
  expect(pageField().value).toBe("1");
  const outside = await waitFor(() => {
    const found = document.querySelector<HTMLAnchorElement>("a[aria-label^='External link']");
    if (!found) throw new Error("The links of page 1 are not there yet.");
    return found;
  });
  expect([outside.href, outside.target, outside.rel]).toEqual(["https://a.example/x", "_blank", "noopener noreferrer"]);
});

it("searches all pages, from the current one on, and shows the number of results", async () => {
  await open();
  press("f", { ctrlKey: true });
  const field = screen.getByRole("searchbox", { name: "Find in the book" });
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: "glomer" } });
  await screen.findByText("1 of 5");
  expect(pageField().value).toBe("100");
  fireEvent.keyDown(field, { key: "Enter" });
  expect(pageField().value).toBe("200");
  fireEvent.keyDown(field, { key: "Enter", shiftKey: true });
  fireEvent.keyDown(field, { key: "Enter", shiftKey: true });
  expect(pageField().value).toBe("500");
  fireEvent.click(screen.getByRole("checkbox", { name: "Whole words" }));
  await screen.findByText("No results");
  fireEvent.keyDown(field, { key: "Escape" });
  expect(screen.queryByRole("searchbox")).toBeNull();
});

it("asks for a password until it is correct", async () => {
  let options: OpenOptions | undefined;
  const tried: string[] = [];
  await open((_url, given) => {
    options = given;
    return new Promise(() => undefined);
  });
  act(() => options?.onPassword(false, (password) => tried.push(password)));
  const enter = (password: string) => {
    fireEvent.change(screen.getByLabelText("Password of the PDF"), { target: { value: password } });
    fireEvent.click(screen.getByRole("button", { name: "Open" }));
  };
  enter("liver");
  act(() => options?.onPassword(true, (password) => tried.push(password)));
  expect(screen.getByText("The password is wrong. Enter it again.")).toBeTruthy();
  enter("nephron");
  expect(tried).toEqual(["liver", "nephron"]);
});

it("shows why a book cannot be read, and offers to try again if that can help", async () => {
  const failing = vi.fn<OpenBook>().mockRejectedValue(new BookError("damaged"));
  await open(failing);
  expect(screen.getByRole("alert").textContent).toMatch(/damaged and cannot be shown/);
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  cleanup();
  failing.mockRejectedValueOnce(new BookError("offline")).mockResolvedValueOnce(book);
  await open(failing);
  fireEvent.click(
    within(screen.getByRole("region", { name: "Textbook reader" })).getByRole("button", { name: "Try again" }),
  );
  await waitFor(() => expect(pageField().value).toBe("1"));
});

it("a page that hangs is reported and can be tried again; a page interrupted by it is drawn automatically", async () => {
  const isStalled = new Set([2]);
  let interruptions = 1;
  const tryAgain = vi.fn((pageNumber: number) => void isStalled.delete(pageNumber));
  await open(async () => ({
    ...book,
    tryAgain,
    async page(pageNumber) {
      if (isStalled.has(pageNumber)) throw new PageStalled();
      if (pageNumber === 3 && interruptions-- > 0) throw new BookRestarted();
      return pageOf(pageNumber);
    },
  }));
  const page = within(screen.getByRole("region", { name: "Page 2" }));
  expect((await page.findByRole("status")).textContent).toContain("Page 2 takes too long to draw");
  await waitFor(() => expect(new Set(drawn)).toEqual(new Set([1, 3, 4])));
  fireEvent.click(page.getByRole("button", { name: uiEn.tryAgain }));
  await waitFor(() => expect(drawn).toContain(2));
  expect(tryAgain).toHaveBeenCalledWith(2);
  await waitFor(() => expect(page.queryByRole("status")).toBeNull());
});
