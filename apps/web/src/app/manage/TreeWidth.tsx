/** The divider between tree and editor: moved by dragging or arrow keys, collapsed by a button. */
import { ActionIcon, Tooltip } from "@mantine/core";
import { IconLayoutSidebarLeftCollapse } from "@tabler/icons-react";
import type { KeyboardEvent, PointerEvent } from "react";
import { useTranslation } from "react-i18next";
import styles from "./ContentManager.module.css";

/** Minimum width, CSS px. */
const NARROWEST = 260;
const WIDEST = 720;
const USUAL = 380;
const STEP = 16;

const within = (width: number): number => Math.round(Math.max(NARROWEST, Math.min(WIDEST, width)));

/** @param stored stored value; null: none. @returns CSS px. */
export function treeWidthOf(stored: string | null): number {
  const width = Number(stored);
  return stored === null || !Number.isFinite(width) ? USUAL : within(width);
}

interface TreeWidthProps {
  readonly width: number;
  readonly onChange: (width: number) => void;
  readonly onHide: () => void;
}

export function TreeWidth({ width, onChange, onHide }: TreeWidthProps) {
  const { t } = useTranslation();
  function handlePointerMove(event: PointerEvent): void {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { left } = (event.currentTarget.previousElementSibling as HTMLElement).getBoundingClientRect();
    onChange(within(event.clientX - left));
  }
  function handleKey(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, number>> = { ArrowLeft: -STEP, ArrowRight: STEP };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onChange(within(width + step));
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: one that is moved */}
      <div
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={t("tree.resizeTree")}
        aria-valuemin={NARROWEST}
        aria-valuemax={WIDEST}
        aria-valuenow={width}
        className={styles.border}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={handlePointerMove}
        onKeyDown={handleKey}
      />
      <Tooltip label={t("tree.hideTree")}>
        <ActionIcon className={styles.hide} size={28} aria-label={t("tree.hideTree")} onClick={onHide}>
          <IconLayoutSidebarLeftCollapse size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
