// @vitest-environment happy-dom
/** The element for pages of other sites (`public/parfocal-slide.js`), which is served as it is. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FRAME_PROTOCOL, readFrameName } from "./frame-messages.ts";

const SCRIPT = "../../../public/parfocal-slide.js";
const PARFOCAL = "https://slides.example.edu";
const RIGHT_VIEW = {
  protocol: FRAME_PROTOCOL,
  type: "view",
  path: "/share/1.a",
  views: [{ center: [1, 2], zoom: 3, rotation: 0 }],
};
const RIGHT_SELECT = { protocol: FRAME_PROTOCOL, type: "select", path: "/share/1.a", annotationId: 7 };
const RIGHT_REQUEST = { protocol: FRAME_PROTOCOL, type: "tokenWanted", id: 1, isForced: false };

type SlideElement = HTMLElement & { tokenProvider: (() => Promise<string | null>) | null };

function place(attributes: Readonly<Record<string, string>>) {
  const element = document.createElement("parfocal-slide") as SlideElement;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.body.append(element);
  const frame = element.querySelector("iframe");
  const answers = vi.fn();
  if (frame) Object.defineProperty(frame, "contentWindow", { value: { postMessage: answers } });
  const events: unknown[] = [];
  for (const name of ["view", "select"])
    element.addEventListener(name, (event) => events.push([name, (event as CustomEvent).detail]));
  const receive = (data: unknown, from: object = {}) => {
    const event = Object.assign(new Event("message"), { source: frame?.contentWindow, origin: PARFOCAL, data }, from);
    window.dispatchEvent(event);
  };
  return { element, frame, answers, events, receive };
}

beforeEach(async () => {
  // Its frames load nothing here.
  vi.spyOn(HTMLIFrameElement.prototype, "src", "set").mockImplementation(function (this: HTMLElement, url: string) {
    this.setAttribute("data-src", url);
  });
  await import(/* @vite-ignore */ SCRIPT);
});
afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

it("shows the embedded page of its address, at the view and the annotation that it names, in a frame with a title", () => {
  const { frame } = place({ src: `${PARFOCAL}/share/1.a`, view: "10,20.5,2,90", annotation: "7", label: "Kidney" });
  expect(frame?.getAttribute("data-src")).toBe(`${PARFOCAL}/share/1.a?embed=1&view=10%2C20.5%2C2%2C90&annotation=7`);
  expect(frame?.title).toBe("Kidney");
  expect(readFrameName(frame?.name ?? "")).toEqual({ origin: location.origin, hasTokens: false });
});

it("shows nothing for an address that is no web address, and leaves out what is no view or annotation", () => {
  for (const src of ["javascript:alert(1)", "data:text/html,x", "https://"]) expect(place({ src }).frame).toBeNull();
  const { frame } = place({ src: `${PARFOCAL}/share/1.a`, view: "all", annotation: "-1" });
  expect(frame?.getAttribute("data-src")).toBe(`${PARFOCAL}/share/1.a?embed=1`);
});

it("attributes that change together load the frame once; it goes with the element", async () => {
  const { element, frame } = place({ src: `${PARFOCAL}/share/1.a` });
  element.setAttribute("view", "1,2,3");
  element.setAttribute("label", "Liver");
  await Promise.resolve();
  const next = element.querySelectorAll("iframe");
  expect([...next].map(({ title }) => title)).toEqual(["Liver"]);
  expect(next[0]).not.toBe(frame);
  element.remove();
  expect(element.querySelector("iframe")).toBeNull();
});

it("announces views and selections of the page in its frame", () => {
  const { receive, events } = place({ src: `${PARFOCAL}/share/1.a` });
  receive(RIGHT_VIEW);
  receive(RIGHT_SELECT);
  receive({ ...RIGHT_SELECT, annotationId: null });
  expect(events).toEqual([
    ["view", { path: "/share/1.a", views: RIGHT_VIEW.views }],
    ["select", { path: "/share/1.a", annotationId: 7 }],
    ["select", { path: "/share/1.a", annotationId: null }],
  ]);
});

it("hands a token to its frame at its exact origin, and null if the page has none", async () => {
  const { element, receive, answers } = place({ src: `${PARFOCAL}/s1/course2/i9/`, "sign-in": "" });
  element.tokenProvider = () => Promise.resolve(" a.b.c\n");
  receive(RIGHT_REQUEST);
  const answer = { protocol: FRAME_PROTOCOL, type: "token", id: 1 };
  await vi.waitFor(() => expect(answers).toHaveBeenLastCalledWith({ ...answer, token: "a.b.c" }, PARFOCAL));
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  element.tokenProvider = () => Promise.reject(new Error("signed out"));
  receive(RIGHT_REQUEST);
  await vi.waitFor(() => expect(answers).toHaveBeenLastCalledWith({ ...answer, token: null }, PARFOCAL));
});

it("40 hostile messages do nothing: no event, no token", async () => {
  const { element, receive, answers, events } = place({ src: `${PARFOCAL}/s1/course2/i9/`, "sign-in": "" });
  const provider = vi.fn(() => Promise.resolve("a.b.c"));
  element.tokenProvider = provider;
  const strangers = [
    ...["https://evil.example", "http://slides.example.edu", `${PARFOCAL}:8443`, `${PARFOCAL}.evil.example`].map(
      (origin) => ({ origin }),
    ),
    ...["https://evil-slides.example.edu", `${PARFOCAL}/`, "null", ""].map((origin) => ({ origin })),
    ...[window, null, { postMessage: answers }].map((source) => ({ source })),
  ];
  const hostile: (readonly [unknown, object?])[] = [
    ...[RIGHT_VIEW, RIGHT_SELECT, RIGHT_REQUEST].flatMap((data) => strangers.map((from) => [data, from] as const)),
    ...[undefined, null, "view", 1, true, [], JSON.stringify(RIGHT_REQUEST)].map((data) => [data] as const),
    [{ ...RIGHT_REQUEST, protocol: "parfocal-frame-2" }],
    [{ ...RIGHT_REQUEST, id: "1" }],
    [{ ...RIGHT_REQUEST, type: "token" }],
    [{ ...RIGHT_VIEW, views: "all" }],
    [{ ...RIGHT_VIEW, path: 1 }],
    [{ ...RIGHT_SELECT, annotationId: "7" }],
    [{ ...RIGHT_SELECT, type: "open" }],
  ];
  expect(hostile.length).toBeGreaterThanOrEqual(40);
  for (const [data, from] of hostile) receive(data, from);
  await Promise.resolve();
  expect(events).toEqual([]);
  expect(provider).not.toHaveBeenCalled();
  expect(answers).not.toHaveBeenCalled();
});

it("a page that does not sign its readers in is never asked for a token", () => {
  const { element, receive } = place({ src: `${PARFOCAL}/share/1.a` });
  element.tokenProvider = vi.fn(() => Promise.resolve("a.b.c"));
  receive(RIGHT_REQUEST);
  expect(element.tokenProvider).not.toHaveBeenCalled();
});
