import { ActionIcon, Button, CopyButton, Tooltip } from "@mantine/core";
import type { Measuring } from "@parfocal/viewer/measuring/create-measuring.ts";
import type { MeasuringState, TakenMeasurement } from "@parfocal/viewer/measuring/measuring-state.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { IconPencilPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./Measuring.module.css";
import { clipboardText, numbered, segmentTexts, valueText } from "./measurement-lines.ts";
import { KEEP_KEY } from "./measuring-keys.ts";

const ICON_STROKE = 1.5;

interface MeasurementListProps {
  readonly measuring: Measuring;
  readonly state: MeasuringState;
  readonly viewer: SlideViewer;
  /** Null if the user may not annotate. */
  readonly onKeep: ((id: number) => void) | null;
}

/** Measurements on this slide, lengths and areas. */
export function MeasurementList({ measuring, state, viewer, onKeep }: MeasurementListProps) {
  const { t, i18n } = useTranslation();
  const locale = i18n.language;
  const perimeter = t("measuring.perimeter");
  const named = numbered(state.taken).map((one) => ({
    ...one,
    name: t(`measuring.name_${one.mode}`, { number: one.number }),
  }));
  const choose = ({ id, shape }: TakenMeasurement): void => {
    measuring.choose(state.chosenId === id ? null : id);
    if (state.chosenId !== id) viewer.showShape(shape);
  };
  return (
    <section aria-label={t("measuring.list")}>
      <h3>{t("measuring.list")}</h3>
      {named.length === 0 && <p className={classes.hint}>{t("measuring.none")}</p>}
      <ul className={classes.list} aria-label={t("measuring.list")}>
        {named.map((one) => (
          <li key={one.id} className={classes.item} data-chosen={one.id === state.chosenId || undefined}>
            <button
              type="button"
              className={classes.choose}
              aria-pressed={one.id === state.chosenId}
              onClick={() => choose(one)}
            >
              <span className={classes.name}>{one.name}</span>{" "}
              <span className={classes.value}>{valueText(one.measured, perimeter, locale)}</span>{" "}
              {segmentTexts(one, locale).length > 0 && (
                <span className={classes.segments}>
                  {t("measuring.segments")}: {segmentTexts(one, locale).join(" + ")}
                </span>
              )}
            </button>
            {onKeep && (
              <Tooltip label={`${t("measuring.keep")} (${KEEP_KEY})`}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={44}
                  aria-label={t("measuring.keepOf", one)}
                  onClick={() => onKeep(one.id)}
                >
                  <IconPencilPlus size={20} stroke={ICON_STROKE} aria-hidden />
                </ActionIcon>
              </Tooltip>
            )}
            <Tooltip label={t("measuring.remove")}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={44}
                aria-label={t("measuring.removeOf", one)}
                onClick={() => {
                  measuring.remove(one.id);
                  viewer.focus();
                }}
              >
                <IconTrash size={20} stroke={ICON_STROKE} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </li>
        ))}
      </ul>
      {named.length > 0 && (
        <div className={classes.buttons}>
          <CopyButton value={clipboardText(named, perimeter, locale)}>
            {({ copied, copy }) => (
              <Button size="compact-md" variant="default" onClick={copy}>
                <span aria-live="polite">{copied ? t("measuring.copied") : t("measuring.copy")}</span>
              </Button>
            )}
          </CopyButton>
          <Button
            size="compact-md"
            variant="subtle"
            color="gray"
            onClick={() => {
              measuring.removeAll();
              viewer.focus();
            }}
          >
            {t("measuring.removeAll")}
          </Button>
        </div>
      )}
    </section>
  );
}
