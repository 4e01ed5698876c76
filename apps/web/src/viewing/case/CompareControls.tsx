import { Button, NativeSelect, SegmentedControl, Slider } from "@mantine/core";
import type { CaseItem } from "@parfocal/core/case/case.contract.ts";
import { IconPlayerPause, IconPlayerPlay, IconSwitchHorizontal } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { formatPercent, formatQuantity } from "#ui/quantity-text.ts";
import classes from "./ComparePane.module.css";
import { BLINK_INTERVALS_MS, BLINK_KEY, type Blink } from "./useBlink.ts";

const MS_PER_S = 1000;
const PERCENT = 100;

export type CompareKind = "curtain" | "blink" | "blend";

interface CompareControlsProps {
  readonly items: readonly CaseItem[];
  readonly ids: readonly [lower: number, upper: number];
  readonly onIds: (ids: readonly [lower: number, upper: number]) => void;
  readonly kind: CompareKind;
  readonly onKind: (kind: CompareKind) => void;
  /** Opacity of the upper slide. */
  readonly opacity: number;
  readonly onOpacity: (opacity: number) => void;
  readonly blink: Blink;
  /** Whether the two slides have points in common. */
  readonly isBound: boolean;
}

export function CompareControls(props: CompareControlsProps) {
  const { items, ids, onIds, kind, onKind, opacity, onOpacity, blink, isBound } = props;
  const { t, i18n } = useTranslation();
  const [lowerId, upperId] = ids;
  const choices = items.map(({ id, title }) => ({ value: String(id), label: title }));
  const intervals = BLINK_INTERVALS_MS.map((ms) => ({
    value: String(ms),
    label: formatQuantity(ms / MS_PER_S, i18n.language, { style: "unit", unit: "second" }),
  }));
  /** Comparing a slide with itself shows nothing, so the two sides are swapped. */
  function choose(side: 0 | 1, id: number): void {
    if (side === 0) onIds(id === upperId ? [upperId, lowerId] : [id, upperId]);
    else onIds(id === lowerId ? [upperId, lowerId] : [lowerId, id]);
  }
  return (
    <div className={classes.controls}>
      <NativeSelect
        className={classes.choice}
        aria-label={t("case.compareLower")}
        data={choices}
        value={String(lowerId)}
        onChange={(event) => choose(0, Number(event.currentTarget.value))}
      />
      <NativeSelect
        className={classes.choice}
        aria-label={t("case.compareUpper")}
        data={choices}
        value={String(upperId)}
        onChange={(event) => choose(1, Number(event.currentTarget.value))}
      />
      <SegmentedControl
        aria-label={t("case.compareKind")}
        value={kind}
        onChange={(value) => onKind(value as CompareKind)}
        data={[
          { value: "curtain", label: t("case.curtain") },
          { value: "blink", label: t("case.blink") },
          { value: "blend", label: t("case.blend") },
        ]}
      />
      {kind === "blend" && (
        <Slider
          className={classes.slider}
          thumbLabel={t("case.blendShare")}
          label={(value) => formatPercent(value / PERCENT, i18n.language)}
          value={Math.round(opacity * PERCENT)}
          onChange={(value) => onOpacity(value / PERCENT)}
        />
      )}
      {kind === "blink" && (
        <>
          <Button
            variant="default"
            leftSection={<IconSwitchHorizontal size={18} stroke={1.5} aria-hidden />}
            aria-keyshortcuts={BLINK_KEY.toUpperCase()}
            onClick={blink.toggle}
          >
            {t("case.blinkNow")}
          </Button>
          <Button
            variant="default"
            leftSection={
              blink.isRunning ? (
                <IconPlayerPause size={18} stroke={1.5} aria-hidden />
              ) : (
                <IconPlayerPlay size={18} stroke={1.5} aria-hidden />
              )
            }
            onClick={() => blink.setRunning(!blink.isRunning)}
          >
            {blink.isRunning ? t("case.blinkStop") : t("case.blinkStart")}
          </Button>
          <NativeSelect
            className={classes.interval}
            aria-label={t("case.blinkInterval")}
            data={intervals}
            value={String(blink.intervalMs)}
            onChange={(event) => blink.setIntervalMs(Number(event.currentTarget.value))}
          />
        </>
      )}
      {!isBound && <p className={classes.hint}>{t("case.compareUnbound")}</p>}
    </div>
  );
}
