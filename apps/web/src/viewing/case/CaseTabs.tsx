/** The slides of a case on a small screen: one at a time, switched by tab, arrow key, or swipe over the tabs. */
import type { CaseItem } from "@parfocal/core/case/case.contract.ts";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import classes from "./CaseTabs.module.css";

/** Minimum length of a swipe, CSS px. */
const SWIPE_PX = 40;
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 };

interface CaseTabsProps {
  readonly items: readonly CaseItem[];
  readonly shownId: number;
  readonly onChoose: (id: number) => void;
}

export function CaseTabs({ items, shownId, onChoose }: CaseTabsProps) {
  const { t } = useTranslation();
  const chosen = useRef<HTMLButtonElement>(null);
  const start = useRef<{ x: number; y: number } | null>(null);
  const at = items.findIndex(({ id }) => id === shownId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another one is shown
  useEffect(() => {
    chosen.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [shownId]);

  function step(by: 1 | -1): void {
    const next = items[at + by];
    if (next) onChoose(next.id);
  }
  function handleKeyDown(event: KeyboardEvent): void {
    const by = STEPS[event.key];
    if (!by) return;
    event.preventDefault();
    step(by);
    requestAnimationFrame(() => chosen.current?.focus());
  }
  function handleUp(event: PointerEvent): void {
    if (!start.current) return;
    const [right, down] = [event.clientX - start.current.x, event.clientY - start.current.y];
    start.current = null;
    if (Math.abs(right) > SWIPE_PX && Math.abs(right) > 2 * Math.abs(down)) step(right < 0 ? 1 : -1);
  }

  return (
    <div
      role="tablist"
      aria-label={t("case.slides")}
      className={classes.tabs}
      onKeyDown={handleKeyDown}
      onPointerDown={({ clientX: x, clientY: y }) => {
        start.current = { x, y };
      }}
      onPointerUp={handleUp}
      onPointerCancel={() => {
        start.current = null;
      }}
    >
      {items.map(({ id, title }) => (
        <button
          key={id}
          ref={id === shownId ? chosen : null}
          type="button"
          role="tab"
          aria-selected={id === shownId}
          tabIndex={id === shownId ? 0 : -1}
          className={classes.tab}
          onClick={() => onChoose(id)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
