/** Export of annotations to files and import from files: by panel, drop or paste. */
import { Text } from "@mantine/core";
import type { AnnotationFilter } from "@parfocal/core/annotation/annotation-filter.ts";
import type { ImportReport } from "@parfocal/core/annotation-exchange/annotation-exchange.contract.ts";
import { IMPORT_MAX_BYTES } from "@parfocal/core/annotation-exchange/import-limits.ts";
import { ANNOTATION_FILE_ENDINGS } from "@parfocal/core/annotation-exchange/read-annotation-file.ts";
import { IconDownload, IconFileImport } from "@tabler/icons-react";
import { useCallback, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { type AnnotationChoice, isEmptyChoice } from "#annotation/annotation-choice.ts";
import type { AnnotationFeatureProps } from "#annotation/annotation-feature-props.ts";
import { showProblem } from "#platform/failure-toast.ts";
import { newIdempotencyKey } from "#platform/idempotency-key.ts";
import { FilesButton } from "#ui/FilesButton.tsx";
import { formatQuantity } from "#ui/quantity-text.ts";
import { SlidePanel } from "#ui/SlidePanel.tsx";
import { hasAnnotationEnding } from "./dropped-file.ts";
import classes from "./Exchange.module.css";
import { exportAddress, type UploadedFile } from "./exchange.api.ts";
import { ImportDialog } from "./ImportDialog.tsx";
import { useDroppedFiles } from "./useDroppedFiles.ts";

const FORMATS = ["csv", "geojson", "webAnnotation"] as const;
const ICON_STROKE = 1.5;
/** Maximum number of imported annotations that are selected, because each of them is drawn as selected. */
const MAX_CHOSEN = 1000;

export function ExchangeFeature({ viewer, image, board, isOpen, onClose }: AnnotationFeatureProps) {
  const { t } = useTranslation();
  const [dropped, setDropped] = useState<UploadedFile | null>(null);
  const { choice, drawnIn } = board;
  const canImport = image.userCanAnnotate && board.outbox !== null;
  const bring = useCallback(
    (file: File): void => {
      const endings = ANNOTATION_FILE_ENDINGS.join(", ");
      if (!hasAnnotationEnding(file.name)) showProblem(t("annotationExchange.notOne", { name: file.name, endings }));
      else if (file.size > IMPORT_MAX_BYTES) showProblem(t("annotationExchange.tooLarge"));
      else setDropped({ file, workGroupId: drawnIn, key: newIdempotencyKey() });
    },
    [t, drawnIn],
  );
  const isHovered = useDroppedFiles({
    isEnabled: canImport && dropped === null,
    pastedName: `${t("annotationExchange.pasted")}.txt`,
    onFile: bring,
  });

  function end(): void {
    setDropped(null);
    viewer.focus();
  }

  /** Shows and selects the imported annotations, so that they can be checked and deleted immediately. */
  function show({ ids }: ImportReport): void {
    const shown: readonly AnnotationFilter[] = board.viewer.isExpert ? ["all", "expert", "mine"] : ["all", "mine"];
    if (drawnIn === null && !shown.includes(board.filter)) board.setFilter("mine");
    board.setVisible(true);
    if (ids.length <= MAX_CHOSEN) board.selectMany(ids);
    end();
  }

  return (
    <>
      {isOpen && (
        <SlidePanel title={t("annotationExchange.title")} onClose={onClose}>
          <ExportSection imageId={image.id} choice={choice} total={board.total} />
          {canImport && <ImportSection isForGroup={drawnIn !== null} onFile={bring} />}
        </SlidePanel>
      )}
      {isHovered &&
        createPortal(
          <div className={classes.veil} aria-hidden>
            <span>{t("annotationExchange.drop")}</span>
          </div>,
          document.body,
        )}
      {dropped && <ImportDialog imageId={image.id} dropped={dropped} onClose={end} onDone={show} />}
    </>
  );
}

interface ExportSectionProps {
  readonly imageId: number;
  readonly choice: AnnotationChoice;
  /** Number matching the filter on the whole slide. */
  readonly total: number;
}

function ExportSection({ imageId, choice, total }: ExportSectionProps) {
  const { t, i18n } = useTranslation();
  const count = isEmptyChoice(choice) ? 0 : total;
  return (
    <section className={classes.section}>
      <h3>{t("annotationExchange.exportTitle")}</h3>
      {count === 0 ? (
        <p className={classes.hint}>{t("annotationExchange.exportNone")}</p>
      ) : (
        <>
          <p className={classes.hint}>
            {t("annotationExchange.exportCount", { count, number: formatQuantity(count, i18n.language) })}
          </p>
          <ul className={classes.formats}>
            {FORMATS.map((format) => (
              <li key={format}>
                <a className={classes.format} href={exportAddress(imageId, { format, choice })} download>
                  <IconDownload size={20} stroke={ICON_STROKE} aria-hidden />
                  <span>
                    {t(`annotationExchange.format_${format}`)}
                    <small>{t(`annotationExchange.hint_${format}`)}</small>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface ImportSectionProps {
  /** Whether imported annotations are added to the selected work group. */
  readonly isForGroup: boolean;
  readonly onFile: (file: File) => void;
}

function ImportSection({ isForGroup, onFile }: ImportSectionProps) {
  const { t } = useTranslation();
  return (
    <section className={classes.section}>
      <h3>{t("annotationExchange.importTitle")}</h3>
      <p className={classes.hint}>{t("annotationExchange.importHint")}</p>
      <Text size="sm" mb="sm">
        {isForGroup ? t("annotationExchange.importGroup") : t("annotationExchange.importOwn")}
      </Text>
      <FilesButton
        onFiles={([file]) => onFile(file)}
        accept={ANNOTATION_FILE_ENDINGS.join(",")}
        mih={44}
        variant="default"
        leftSection={<IconFileImport size={18} stroke={ICON_STROKE} aria-hidden />}
      >
        {t("annotationExchange.choose")}
      </FilesButton>
    </section>
  );
}
