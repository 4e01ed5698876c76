/**
 * Before each test file of a project `*-document`: resets the document, its address and its storage.
 * Files of a worker share one document (vitest.config.ts); variables of modules are kept, as in the projects without
 * a document.
 */
import { configure } from "@testing-library/react";
import { vi } from "vitest";
import { PATIENCE_MS } from "./patience-ms.ts";

configure({ asyncUtilTimeout: PATIENCE_MS });

const NEW_PAGE = "http://localhost:3000/";

vi.useRealTimers();
vi.unstubAllGlobals();
vi.restoreAllMocks();

for (const node of [document.head, document.body]) node.replaceChildren();
for (const node of [document.documentElement, document.body]) {
  for (const { name } of [...node.attributes]) node.removeAttribute(name);
}
localStorage.clear();
sessionStorage.clear();
(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(NEW_PAGE);
for (const cookie of document.cookie.split("; ")) {
  // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store API.
  document.cookie = `${cookie.split("=")[0]}=; Max-Age=0; Path=/`;
}
