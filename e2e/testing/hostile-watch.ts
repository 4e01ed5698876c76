/** Detects whether any part of a hostile text runs, sends a request, or is in a page as more than text. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";

export interface Canary {
  /** `127.0.0.1:port`: the host from which the texts would fetch. */
  readonly host: string;
  readonly asked: readonly string[];
  close(): void;
}

/** A server that must receive no request. */
export async function openCanary(): Promise<Canary> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.setHeader("content-type", "text/html").end("<script>parent.postMessage({ hasRun: true }, '*')</script>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { host: `127.0.0.1:${port}`, asked, close: () => server.close() };
}

export interface Watch {
  /** Dialogs, violations of the page's policy, and requests to elsewhere, since the page was opened. */
  readonly seen: readonly string[];
}

/** Takes effect on the next page opened. @param own prefixes of the URLs that may be requested. */
export async function watchOver(page: Page, own: readonly string[]): Promise<Watch> {
  const seen: string[] = [];
  page.on("dialog", (dialog) => {
    seen.push(`dialog: ${dialog.type()} ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!own.some((beginning) => url.startsWith(beginning)) && !/^(data|blob|about):/.test(url))
      seen.push(`request: ${url}`);
  });
  await page.exposeFunction("reportToWatch", (what: string) => seen.push(what));
  await page.addInitScript(() => {
    const report = (window as unknown as { reportToWatch(what: string): void }).reportToWatch;
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
      report(`policy: ${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  return { seen };
}

/** Elements and attributes in the page, and in its shadow roots, that the product's own pages never contain. */
export function findLive(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ELEMENTS =
      "object, embed, applet, base, frame, frameset, portal, math, marquee, slot, xss, audio, area, map, " +
      "iframe[srcdoc], meta[http-equiv], svg script, svg animate, svg foreignObject, svg image, svg use, " +
      "body script:not(#first-answers[type='application/json']), body link, #test, #defaultView, [shadowrootmode], [ping], [formaction], [srcset], [usemap]";
    const ADDRESSES = ["href", "src", "action", "xlink:href", "poster", "data"];
    const HARMLESS = /^(https?:|mailto:|\/(?![/\\])|\?|#|blob:|data:image\/(png|jpeg|webp|svg\+xml)[;,]|$)/i;
    const described = (element: Element) => element.outerHTML.slice(0, 160);
    const found = [...document.querySelectorAll(ELEMENTS)].map((element) => `element: ${described(element)}`);
    for (const element of document.querySelectorAll("*")) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith("on")) found.push(`${name}: ${described(element)}`);
        if (ADDRESSES.includes(name) && !HARMLESS.test(value)) found.push(`${name}=${value}: ${described(element)}`);
      }
    }
    for (const element of document.querySelectorAll("[data-rich-text] [style], .tiptap [style]")) {
      const style = element.getAttribute("style") ?? "";
      if (/url\(|image-set|expression|position|behavior|@import/i.test(style))
        found.push(`style: ${described(element)}`);
    }
    if (document.querySelectorAll("#root").length !== 1) found.push("more than one #root");
    if (typeof document.getElementById !== "function") found.push("document.getElementById is taken");
    if (document.defaultView !== window) found.push("document.defaultView is taken");
    return found;
  });
}
