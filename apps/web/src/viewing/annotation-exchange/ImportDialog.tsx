/** Previews an import: lists the valid annotations of a file and reports each invalid one. */
import { Button, Group, Loader, Modal, ScrollArea, Switch, Text } from "@mantine/core";
import { TOO_MUCH_DRAWN } from "@parfocal/core/annotation/annotation.contract.ts";
import type { ImportReport } from "@parfocal/core/annotation-exchange/annotation-exchange.contract.ts";
import type { CrossingChoice } from "@parfocal/core/annotation-exchange/import-limits.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showFailure, showSuccess } from "#platform/failure-toast.ts";
import { formatQuantity } from "#ui/quantity-text.ts";
import classes from "./Exchange.module.css";
import { type UploadedFile, useLookThrough, useTakeOver } from "./exchange.api.ts";

interface ImportDialogProps {
  readonly imageId: number;
  readonly dropped: UploadedFile;
  readonly onClose: () => void;
  readonly onDone: (report: ImportReport) => void;
}

export function ImportDialog({ imageId, dropped, onClose, onDone }: ImportDialogProps) {
  const { t, i18n } = useTranslation();
  const [crossing, setCrossing] = useState<CrossingChoice>("refuse");
  const looked = useLookThrough(imageId, dropped, crossing);
  const takeOver = useTakeOver(imageId);
  const report = looked.data;
  const number = (value: number) => formatQuantity(value, i18n.language);
  const hasCrossings = crossing === "asLine" || (report?.crossings ?? 0) > 0;

  function take(): void {
    takeOver.mutate(
      { dropped, crossing },
      {
        onError: showFailure,
        onSuccess: (done) => {
          showSuccess(t("annotationExchange.done", { count: done.accepted, number: number(done.accepted) }));
          onDone(done);
        },
      },
    );
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t("annotationExchange.dialogTitle", { name: dropped.file.name })}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": t("annotationExchange.close") }}
    >
      {looked.isPending && (
        <Group gap="sm" role="status">
          <Loader size="sm" />
          <Text>{t("annotationExchange.looking")}</Text>
        </Group>
      )}
      {looked.isError && (
        <Text role="alert" className={classes.problem}>
          {isTooMuchDrawn(looked.error)
            ? t("annotationExchange.tooMuchDrawn")
            : (sentenceOf(looked.error) ?? t("annotationExchange.failed"))}
        </Text>
      )}
      {report && <Report report={report} />}
      {hasCrossings && (
        <Switch
          mt="md"
          label={t("annotationExchange.crossing")}
          description={t("annotationExchange.crossingHint")}
          checked={crossing === "asLine"}
          disabled={takeOver.isPending}
          onChange={(event) => setCrossing(event.currentTarget.checked ? "asLine" : "refuse")}
        />
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" mih={44} onClick={onClose} disabled={takeOver.isPending}>
          {t(report && report.accepted > 0 ? "annotationExchange.cancel" : "annotationExchange.close")}
        </Button>
        {report && report.accepted > 0 && (
          <Button
            mih={44}
            data-autofocus
            loading={takeOver.isPending}
            disabled={looked.isPlaceholderData}
            onClick={take}
          >
            {t("annotationExchange.take", { count: report.accepted, number: number(report.accepted) })}
          </Button>
        )}
      </Group>
    </Modal>
  );
}

const isTooMuchDrawn = (error: unknown): boolean => error instanceof AppError && error.codes.includes(TOO_MUCH_DRAWN);

/** The server's message about the file; null: not caused by the file. */
const sentenceOf = (error: unknown): string | null =>
  error instanceof AppError && ["invalid", "tooLarge", "unavailable"].includes(error.kind) ? error.message : null;

function Report({ report }: { readonly report: ImportReport }) {
  const { t, i18n } = useTranslation();
  const { accepted, keptAsLines, refused, problems, ignoredNuclei } = report;
  const words = (count: number) => ({ count, number: formatQuantity(count, i18n.language) });
  return (
    <div role="status" className={classes.report}>
      <Text fw={600}>
        {accepted === 0 ? t("annotationExchange.acceptedNone") : t("annotationExchange.accepted", words(accepted))}
      </Text>
      {keptAsLines > 0 && <Text size="sm">{t("annotationExchange.keptAsLines", words(keptAsLines))}</Text>}
      {ignoredNuclei > 0 && <Text size="sm">{t("annotationExchange.ignoredNuclei", words(ignoredNuclei))}</Text>}
      {refused > 0 && (
        <>
          <Group gap={6} mt="sm" wrap="nowrap">
            <IconAlertTriangle size={18} stroke={1.5} aria-hidden />
            <Text id="import-problems">{t("annotationExchange.refused", words(refused))}</Text>
          </Group>
          <ScrollArea.Autosize mah="min(20rem, 40dvh)" type="auto" viewportProps={{ tabIndex: 0 }}>
            <ol className={classes.problems} aria-labelledby="import-problems">
              {problems.map(({ index, name, problem }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and may contain a feature twice
                <li key={at}>
                  <span className={classes.which}>
                    {t("annotationExchange.problem", { index })}
                    {name && ` “${name}”`}
                  </span>
                  <span>{problem}</span>
                </li>
              ))}
            </ol>
            {refused > problems.length && (
              <Text size="sm">
                {t("annotationExchange.moreRejected", {
                  number: formatQuantity(refused - problems.length, i18n.language),
                })}
              </Text>
            )}
          </ScrollArea.Autosize>
        </>
      )}
    </div>
  );
}
