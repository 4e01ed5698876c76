/** Accessibility check of every screen: axe finds nothing serious on it, light and dark. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import { waitForSettledPage } from "./settled.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const GRAVE = ["serious", "critical"];

/**
 * Their findings are at most moderate by axe's own rating, and so never reported here; they cost time on each screen.
 */
const MODERATE_RULES = [
  "aria-allowed-role",
  "empty-heading",
  "empty-table-header",
  "form-field-multiple-labels",
  "heading-order",
  "html-xml-lang-mismatch",
  "image-redundant-alt",
  "landmark-banner-is-top-level",
  "landmark-contentinfo-is-top-level",
  "landmark-main-is-top-level",
  "landmark-no-duplicate-banner",
  "landmark-no-duplicate-contentinfo",
  "landmark-no-duplicate-main",
  "landmark-one-main",
  "landmark-unique",
  "meta-viewport",
  "no-autoplay-audio",
  "page-has-heading-one",
  "presentation-role-conflict",
  "region",
  "scope-attr-valid",
  "skip-link",
];

const COMMON: RunOptions = {
  // Pages of other sites in frames are not checked.
  iframes: false,
  resultTypes: ["violations"],
  // Fetches style sheets and media for rules that are not used here.
  preload: false,
  rules: Object.fromEntries(MODERATE_RULES.map((id) => [id, { enabled: false }])),
};
/** The dark scheme differs from the light one in colours only. */
const CONTRAST: RunOptions = { ...COMMON, runOnly: { type: "rule", values: ["color-contrast"] } };

export interface AccessibleOptions {
  /** Name of the page's state; reported with the findings. */
  readonly name?: string;
  /** Selector of the part to check; empty: the whole page. */
  readonly part?: string;
  /** Whether colours are also checked in the dark scheme; without effect on a page that is dark already. */
  readonly dark?: boolean;
}

/** Waits until the page has settled. Fails softly, so that a walk through many states reports all findings. */
export async function expectAccessible(page: Page, options: AccessibleOptions = {}): Promise<void> {
  const { name = page.url() } = options;
  expect.soft(await findInaccessible(page, options), name).toEqual([]);
}

/**
 * @returns serious or critical findings, one entry for each element and rule; those of the dark scheme begin with
 * "dark: ".
 */
export async function findInaccessible(page: Page, { part = "", dark = false }: AccessibleOptions): Promise<string[]> {
  await waitForSettledPage(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const found = await graveFindings(page, part, COMMON);
  const foundInDark = dark ? await graveFindings(page, part, CONTRAST, "dark") : [];
  return [...found, ...foundInDark.map((finding) => `dark: ${finding}`)];
}

async function graveFindings(page: Page, part: string, options: RunOptions, scheme?: string): Promise<string[]> {
  const found = await page.evaluate(
    async ({ part, options, scheme }) => {
      const { axe } = window as unknown as {
        axe: { run(context: Document | string, options: RunOptions): Promise<AxeResults> };
      };
      const root = document.documentElement;
      const attribute = "data-mantine-color-scheme";
      const former = root.getAttribute(attribute);
      if (scheme === former) return [];
      const noTransitions = new CSSStyleSheet();
      noTransitions.replaceSync("*, ::before, ::after { transition: none !important }");
      // All of the scheme's colours depend on this attribute: nothing is rendered again, unlike with `emulateMedia`.
      if (scheme) {
        document.adoptedStyleSheets.push(noTransitions);
        root.setAttribute(attribute, scheme);
      }
      try {
        const { violations } = await axe.run(part || document, options);
        return violations.map(({ id, impact, nodes }) => ({
          id,
          impact,
          nodes: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
        }));
      } finally {
        if (former !== null) root.setAttribute(attribute, former);
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== noTransitions);
      }
    },
    { part, options, scheme },
  );
  return found
    .filter(({ impact }) => GRAVE.includes(impact ?? ""))
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node}`));
}
