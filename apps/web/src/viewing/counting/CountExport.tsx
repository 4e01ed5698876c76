import { Button, CopyButton } from "@mantine/core";
import type { Tally } from "@parfocal/core/counting/tally.ts";
import { marksAsCsv, summaryAsCsv } from "@parfocal/core/counting/tally-csv.ts";
import { CSV_BYTE_ORDER_MARK } from "@parfocal/core/csv/csv-text.ts";
import type { PixelSizeUm, SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { useTranslation } from "react-i18next";
import { saveTextFile } from "#ui/save-file.ts";
import classes from "./Counting.module.css";
import { tableTexts } from "./counting-texts.ts";

const MARKS_FILE = "count-marks.csv";
const SUMMARY_FILE = "count-summary.csv";

interface CountExportProps {
  readonly tally: Tally;
  readonly pixelSizeUm: PixelSizeUm;
  readonly viewCenter: SlidePoint;
  /** Null if the user may not annotate. */
  readonly onKeep: (() => void) | null;
}

const saveCsv = (text: string, name: string): void =>
  saveTextFile({ name, text: CSV_BYTE_ORDER_MARK + text, type: "text/csv" });

/** Exports a count: as files, to the clipboard, or as annotations. */
export function CountExport({ tally, pixelSizeUm, viewCenter, onKeep }: CountExportProps) {
  const { t } = useTranslation();
  const texts = tableTexts(t);
  const summary = summaryAsCsv(tally, pixelSizeUm, viewCenter, texts);
  return (
    <div className={classes.buttons}>
      <Button
        size="compact-md"
        variant="default"
        onClick={() => saveCsv(marksAsCsv(tally, pixelSizeUm, viewCenter, texts), MARKS_FILE)}
      >
        {t("counting.marksCsv")}
      </Button>
      <Button size="compact-md" variant="default" onClick={() => saveCsv(summary, SUMMARY_FILE)}>
        {t("counting.summaryCsv")}
      </Button>
      <CopyButton value={summary}>
        {({ copied, copy }) => (
          <Button size="compact-md" variant="default" onClick={copy}>
            <span aria-live="polite">{copied ? t("counting.copied") : t("counting.copySummary")}</span>
          </Button>
        )}
      </CopyButton>
      {onKeep && (
        <Button size="compact-md" variant="default" disabled={tally.marks.length === 0} onClick={onKeep}>
          {t("counting.keepAnnotations")}
        </Button>
      )}
    </div>
  );
}
