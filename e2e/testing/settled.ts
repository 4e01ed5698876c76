/** Waits until a page, or an element on it, has stopped changing, before tests inspect or measure it. */
import type { Locator, Page } from "@playwright/test";

/** An element's border box, CSS px of the viewport. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Skeletons and placeholders of parts that are still loading. */
const PENDING = ".mantine-Skeleton-root[data-visible], [aria-busy=true]";

const WITHIN_MS = 20_000;

/**
 * Waits until the page is complete: nothing is pending, fonts and images are loaded, transitions have ended, and the
 * layout is the same in two successive frames.
 */
export async function waitForSettledPage(page: Page): Promise<void> {
  await page.waitForFunction(
    (pending) => {
      const memory = window as unknown as { lastLayout?: string };
      const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
      const isMoving = ({ playState, effect }: Animation) =>
        playState === "running" && Number.isFinite(effect?.getComputedTiming().endTime);
      const isLoading = (image: HTMLImageElement) => !image.complete && image.loading !== "lazy";
      const { scrollWidth, scrollHeight } = document.documentElement;
      const layout = [
        scrollWidth,
        scrollHeight,
        ...[...document.querySelectorAll("body *")].map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return `${x},${y},${width},${height}`;
        }),
      ].join(" ");
      const isStill = memory.lastLayout === layout;
      memory.lastLayout = layout;
      return (
        isStill &&
        // Before the first render nothing can move.
        document.querySelector("#root")?.childElementCount !== 0 &&
        document.readyState === "complete" &&
        document.fonts.status === "loaded" &&
        !document.getAnimations().some(isMoving) &&
        ![...document.images].some(isLoading) &&
        ![...document.querySelectorAll(pending)].some(isShown)
      );
    },
    PENDING,
    { polling: "raf", timeout: WITHIN_MS },
  );
}

/** Position of an element after it has come to rest: equal in two successive frames, with no animation around it. */
export async function settledBox(locator: Locator): Promise<Box> {
  const [box] = await settledBoxes(locator);
  return box as Box;
}

/** The same for several elements of a page, all in one layout: compared elements must be measured together. */
export async function settledBoxes(...locators: readonly Locator[]): Promise<Box[]> {
  const [first] = locators;
  if (first === undefined) return [];
  const handles = await Promise.all(locators.map((locator) => locator.elementHandle()));
  return first.page().evaluate(
    (elements) =>
      new Promise<Box[]>((resolve) => {
        const isAnimated = () =>
          document
            .getAnimations()
            .some(
              ({ playState, effect }) =>
                playState === "running" &&
                effect instanceof KeyframeEffect &&
                elements.some((element) => element !== null && effect.target?.contains(element as Element)) &&
                Number.isFinite(effect.getComputedTiming().endTime),
            );
        let last = "";
        const look = () => {
          const boxes = elements.map((element) => {
            const { x, y, width, height } = (element as Element).getBoundingClientRect();
            return { x, y, width, height };
          });
          const seen = JSON.stringify(boxes);
          if (seen === last && !isAnimated()) resolve(boxes);
          else requestAnimationFrame(look);
          last = seen;
        };
        look();
      }),
    handles,
  );
}
