// @vitest-environment happy-dom
/** The element for pages of other sites (`public/parfocal-slide.js`), which is served unchanged. */
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

const RIGHT_MEDIA_REQUEST = {
  ...{ protocol: FRAME_PROTOCOL, type: "mediaWanted", id: 2, title: "Choose an image" },
  types: ["image/png", "image/jpeg"],
};

type SlideElement = HTMLElement & {
  tokenProvider: (() => Promise<string | null>) | null;
  mediaPicker: ((request: object) => Promise<unknown>) | null;
};

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
  // Its frames load nothing in this test.
  vi.spyOn(HTMLIFrameElement.prototype, "src", "set").mockImplementation(function (this: HTMLElement, url: string) {
    this.setAttribute("data-src", url);
  });
  await import(/* @vite-ignore */ SCRIPT);
});
afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

it("shows the embedded page of its URL, at the given view and annotation, in a frame with a title", () => {
  const { frame } = place({ src: `${PARFOCAL}/share/1.a`, view: "10,20.5,2,90", annotation: "7", label: "Kidney" });
  expect(frame?.getAttribute("data-src")).toBe(`${PARFOCAL}/share/1.a?embed=1&view=10%2C20.5%2C2%2C90&annotation=7`);
  expect(frame?.title).toBe("Kidney");
  expect(readFrameName(frame?.name ?? "")).toEqual({ origin: location.origin, hasTokens: false, hasLibrary: false });
});

it("shows nothing for an address that is not a web address, and omits an invalid view or annotation", () => {
  for (const src of ["javascript:alert(1)", "data:text/html,x", "https://"]) expect(place({ src }).frame).toBeNull();
  const { frame } = place({ src: `${PARFOCAL}/share/1.a`, view: "all", annotation: "-1" });
  expect(frame?.getAttribute("data-src")).toBe(`${PARFOCAL}/share/1.a?embed=1`);
});

it("attributes that change together load the frame once; it is removed with the element", async () => {
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

it("passes a token to its frame at its exact origin, and null if the page has none", async () => {
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

/** What each message is, its data, and what else is wrong about it. */
type Hostile = readonly [what: string, data: unknown, from?: object];

const deep = (depth: number): unknown => {
  let nested: unknown = RIGHT_VIEW;
  for (let level = 0; level < depth; level += 1) nested = [nested];
  return nested;
};

/** @param another window of the page, without Parfocal. */
const hostileMessages = (another: Window | null): readonly Hostile[] => [
  ["of another origin", RIGHT_VIEW, { origin: "https://evil.example" }],
  ["of the origin without TLS", RIGHT_SELECT, { origin: "http://slides.example.edu" }],
  ["of another port", RIGHT_REQUEST, { origin: `${PARFOCAL}:8443` }],
  ["of an origin with the same prefix", RIGHT_VIEW, { origin: `${PARFOCAL}.evil.example` }],
  ["of an origin with the same suffix", RIGHT_REQUEST, { origin: "https://evil-slides.example.edu" }],
  ["of a subdomain", RIGHT_SELECT, { origin: "https://x.slides.example.edu" }],
  ["of an origin with a slash", RIGHT_VIEW, { origin: `${PARFOCAL}/` }],
  ["of an origin in capitals", RIGHT_REQUEST, { origin: "https://SLIDES.example.edu" }],
  ["of a null origin", RIGHT_REQUEST, { origin: "null" }],
  ["of an empty origin", RIGHT_VIEW, { origin: "" }],
  ["of any origin", RIGHT_SELECT, { origin: "*" }],
  ["of the page's own origin", RIGHT_REQUEST, { origin: location.origin }],
  ["of the right origin, but of the page itself", RIGHT_REQUEST, { source: window }],
  ["of the right origin, but of another frame", RIGHT_REQUEST, { source: another }],
  ["of the right origin, but of no window", RIGHT_VIEW, { source: null }],
  ["of the right origin, but of an unknown window", RIGHT_SELECT, { source: undefined }],
  ["of nothing", undefined],
  ["of null", null],
  ["of a word", "tokenWanted"],
  ["of a number", 1],
  ["of true", true],
  ["of an empty list", []],
  ["of a list with a valid one", [RIGHT_REQUEST]],
  ["of a valid one as JSON", JSON.stringify(RIGHT_REQUEST)],
  ["of a megabyte", "x".repeat(1_000_000)],
  ["of a valid one in nested lists", deep(500)],
  ["of a map", new Map(Object.entries(RIGHT_REQUEST))],
  ["of prototype keys", JSON.parse(`{"__proto__":${JSON.stringify(RIGHT_REQUEST)},"constructor":{"prototype":{}}}`)],
  ["of a newer protocol", { ...RIGHT_REQUEST, protocol: "parfocal-frame-2" }],
  ["of no protocol", { ...RIGHT_REQUEST, protocol: undefined }],
  ["of a list of protocols", { ...RIGHT_REQUEST, protocol: [FRAME_PROTOCOL] }],
  ["of an unknown type", { ...RIGHT_SELECT, type: "open" }],
  ["of a type that is a prototype key", { ...RIGHT_SELECT, type: "__proto__" }],
  ["of a type in a list", { ...RIGHT_REQUEST, type: ["tokenWanted"] }],
  ["of the element's own answer", { protocol: FRAME_PROTOCOL, type: "token", id: 1, token: "evil" }],
  ["of a word as views", { ...RIGHT_VIEW, views: "all" }],
  ["of views similar to a list", { ...RIGHT_VIEW, views: { length: 1, 0: null } }],
  ["of more views than a case has", { ...RIGHT_VIEW, views: Array(100_000).fill(null) }],
  ["of nested views", { ...RIGHT_VIEW, views: [RIGHT_VIEW.views] }],
  ["of a view with words", { ...RIGHT_VIEW, views: [{ center: ["1", "2"], zoom: 3, rotation: 0 }] }],
  ["of a view nowhere", { ...RIGHT_VIEW, views: [{ center: [Number.NaN, 2], zoom: 3, rotation: 0 }] }],
  [
    "of a view without an end",
    { ...RIGHT_VIEW, views: [{ center: [1, 2], zoom: Number.POSITIVE_INFINITY, rotation: 0 }] },
  ],
  ["of a path that is a script", { ...RIGHT_VIEW, path: "javascript:alert(1)" }],
  ["of a path to another site", { ...RIGHT_SELECT, path: "//evil.example/s1" }],
  ["of a path to another site, with a backslash", { ...RIGHT_SELECT, path: "/\\evil.example/s1" }],
  ["of a path that is an object", { ...RIGHT_VIEW, path: { toString: () => "/s1/" } }],
  ["of a path without an end", { ...RIGHT_VIEW, path: `/${"s1/".repeat(1_000)}` }],
  ["of an annotation as a string", { ...RIGHT_SELECT, annotationId: "7" }],
  ["of a negative annotation", { ...RIGHT_SELECT, annotationId: -7 }],
  ["of a fractional annotation", { ...RIGHT_SELECT, annotationId: 1.5 }],
  ["of no annotation", { ...RIGHT_SELECT, annotationId: undefined }],
  ["of a request whose number is a string", { ...RIGHT_REQUEST, id: "1" }],
  ["of a request without a number", { ...RIGHT_REQUEST, id: null }],
  ["of a request without an end", { ...RIGHT_REQUEST, id: Number.POSITIVE_INFINITY }],
];

it("more than 40 hostile messages have no effect, neither an event nor a token; valid ones work after each of them", async () => {
  const { element, receive, answers, events } = place({ src: `${PARFOCAL}/s1/course2/i9/`, "sign-in": "" });
  const another = document.body.appendChild(document.createElement("iframe")).contentWindow;
  const provider = vi.fn(() => Promise.resolve("a.b.c"));
  element.tokenProvider = provider;
  const messages = hostileMessages(another as Window | null);
  expect(new Set(messages.map(([what]) => what)).size).toBeGreaterThan(40);
  for (const [index, [what, data, from]] of messages.entries()) {
    receive(data, from);
    await Promise.resolve();
    expect(events, what).toEqual([]);
    expect(provider, what).toHaveBeenCalledTimes(index);

    receive(RIGHT_VIEW);
    receive(RIGHT_SELECT);
    receive(RIGHT_REQUEST);
    expect(events.splice(0).map((event) => (event as unknown[])[0])).toEqual(["view", "select"]);
    await vi.waitFor(() => expect(answers).toHaveBeenCalledTimes(index + 1));
    expect(answers.mock.lastCall).toEqual([
      { protocol: FRAME_PROTOCOL, type: "token", id: 1, token: "a.b.c" },
      PARFOCAL,
    ]);
  }
});

it("a page that does not sign its readers in never gets a request for a token", () => {
  const { element, receive } = place({ src: `${PARFOCAL}/share/1.a` });
  element.tokenProvider = vi.fn(() => Promise.resolve("a.b.c"));
  receive(RIGHT_REQUEST);
  expect(element.tokenProvider).not.toHaveBeenCalled();
});

const IN_LIBRARY = { src: `${PARFOCAL}/s1/manage`, "sign-in": "", "media-library": "" };

it("states in the name of the frame that its page has a media library, if it signs its readers in", () => {
  const nameOf = (attributes: Readonly<Record<string, string>>) => readFrameName(place(attributes).frame?.name ?? "");
  expect(nameOf(IN_LIBRARY)).toEqual({ origin: location.origin, hasTokens: true, hasLibrary: true });
  expect(nameOf({ src: IN_LIBRARY.src, "media-library": "" })).toMatchObject({ hasTokens: false, hasLibrary: false });
});

it("lets the reader of the page choose a file, and passes it to its frame; reports failures", async () => {
  const { element, receive, answers } = place(IN_LIBRARY);
  const media = {
    provider: "wordpress",
    id: 45,
    mimeType: "image/png",
    token: "a.b.c",
    url: "https://school.example/a",
  };
  const answer = { protocol: FRAME_PROTOCOL, type: "media", id: 2 };
  const answered = (given: unknown) =>
    vi.waitFor(() => expect(answers).toHaveBeenLastCalledWith({ ...answer, media: given }, PARFOCAL));
  element.mediaPicker = vi.fn(() => Promise.resolve(media));
  receive(RIGHT_MEDIA_REQUEST);
  await answered({ provider: "wordpress", id: "45", mimeType: "image/png", token: "a.b.c" });
  expect(element.mediaPicker).toHaveBeenCalledWith({
    title: RIGHT_MEDIA_REQUEST.title,
    types: RIGHT_MEDIA_REQUEST.types,
  });
  element.mediaPicker = () => Promise.resolve(null);
  receive(RIGHT_MEDIA_REQUEST);
  await answered(null);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  for (const picker of [null, () => Promise.reject(new Error("403"))]) {
    answers.mockClear();
    element.mediaPicker = picker;
    receive(RIGHT_MEDIA_REQUEST);
    await answered("failed");
  }
});

it("hostile messages do not open a media library, nor do those of a page without one", async () => {
  const { element, receive } = place(IN_LIBRARY);
  element.mediaPicker = vi.fn(() => Promise.resolve(null));
  const hostile: readonly Hostile[] = [
    ["of another origin", RIGHT_MEDIA_REQUEST, { origin: "https://evil.example" }],
    ["of another window", RIGHT_MEDIA_REQUEST, { source: window }],
    ["without a number", { ...RIGHT_MEDIA_REQUEST, id: "2" }],
    ["without a title", { ...RIGHT_MEDIA_REQUEST, title: undefined }],
    ["of a title that is an object", { ...RIGHT_MEDIA_REQUEST, title: { toString: () => "x" } }],
    ["of a title without an end", { ...RIGHT_MEDIA_REQUEST, title: "x".repeat(301) }],
    ["of types that are a word", { ...RIGHT_MEDIA_REQUEST, types: "image/png" }],
    ["of types without an end", { ...RIGHT_MEDIA_REQUEST, types: Array(100).fill("image/png") }],
    ["of invalid types", { ...RIGHT_MEDIA_REQUEST, types: ["<img src=x onerror=alert(1)>"] }],
    ["of types that are objects", { ...RIGHT_MEDIA_REQUEST, types: [{}] }],
    ["of its own answer", { ...RIGHT_MEDIA_REQUEST, type: "media", media: null }],
    ["of another protocol", { ...RIGHT_MEDIA_REQUEST, protocol: "parfocal-frame-2" }],
  ];
  for (const [, data, from] of hostile) receive(data, from);
  const guest = place({ src: IN_LIBRARY.src, "sign-in": "" });
  guest.element.mediaPicker = element.mediaPicker;
  guest.receive(RIGHT_MEDIA_REQUEST);
  await Promise.resolve();
  expect(element.mediaPicker).not.toHaveBeenCalled();
  receive(RIGHT_MEDIA_REQUEST);
  expect(element.mediaPicker).toHaveBeenCalledTimes(1);
});
