/**
 * Replaces the file of a slide. Annotations stay; if the new file has another size, the user is asked how to convert
 * them.
 */
import { Alert, Button, Group, Modal, Progress, Stack, Text } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import { CAN_SCALE, OTHER_SIZE, type ReplacementWay } from "@parfocal/core/image/replace-file.ts";
import { IconReplace } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useReplaceFile } from "#image/image.api.ts";
import { showSuccess } from "#platform/failure-toast.ts";
import { FilesButton } from "#ui/FilesButton.tsx";
import { uploadLooseFile } from "#upload/upload-loose-file.ts";

type Phase =
  | { readonly kind: "idle" }
  | { readonly kind: "sending"; readonly share: number }
  | { readonly kind: "checking" }
  | { readonly kind: "asking"; readonly imageId: number; readonly text: string; readonly canScale: boolean }
  | { readonly kind: "failed"; readonly text: string };

export function ReplaceFile({ imageId }: { readonly imageId: number }) {
  const { t } = useTranslation();
  const [phase, setPhase] = useState<Phase>({ kind: "idle" });
  const abort = useRef<AbortController | null>(null);
  const replace = useReplaceFile(imageId);
  useEffect(() => () => abort.current?.abort(), []);

  async function take(newImageId: number, annotations: ReplacementWay): Promise<void> {
    try {
      await replace.mutateAsync({ imageId: newImageId, annotations });
      setPhase({ kind: "idle" });
      showSuccess(t("image.replaced"));
    } catch (error) {
      const codes = error instanceof AppError ? error.codes : [];
      if (error instanceof AppError && codes.includes(OTHER_SIZE))
        setPhase({ kind: "asking", imageId: newImageId, text: error.message, canScale: codes.includes(CAN_SCALE) });
      else setPhase({ kind: "failed", text: textOf(error) });
    }
  }
  async function send(file: File): Promise<void> {
    const controller = new AbortController();
    abort.current = controller;
    setPhase({ kind: "sending", share: 0 });
    try {
      const newImageId = await uploadLooseFile(file, {
        signal: controller.signal,
        onProgress: (share) => setPhase({ kind: "sending", share }),
        onChecking: () => setPhase({ kind: "checking" }),
      });
      await take(newImageId, "ask");
    } catch (error) {
      setPhase(controller.signal.aborted ? { kind: "idle" } : { kind: "failed", text: textOf(error) });
    }
  }
  const textOf = (error: unknown): string => (error instanceof AppError ? error.message : t("image.replaceFailed"));
  const isBusy = phase.kind === "sending" || phase.kind === "checking";
  return (
    <section aria-label={t("image.replace")}>
      <Stack gap="xs">
        <Text size="sm">{t("image.replaceHint")}</Text>
        <Group gap="xs">
          <FilesButton
            onFiles={([file]) => void send(file)}
            mih={44}
            variant="default"
            loading={isBusy || replace.isPending}
            leftSection={<IconReplace size={18} stroke={1.5} aria-hidden />}
          >
            {t("image.replaceChoose")}
          </FilesButton>
          {isBusy && (
            <Button mih={44} variant="subtle" onClick={() => abort.current?.abort()}>
              {t("ui.cancel")}
            </Button>
          )}
        </Group>
        {phase.kind === "sending" && <Progress value={phase.share * 100} aria-label={t("image.replaceSending")} />}
        <div role="status">{phase.kind === "checking" && t("image.replaceChecking")}</div>
        <div role="alert">{phase.kind === "failed" && <Alert color="red">{phase.text}</Alert>}</div>
      </Stack>
      <Modal
        opened={phase.kind === "asking"}
        onClose={() => setPhase({ kind: "idle" })}
        title={t("image.otherSize")}
        closeButtonProps={{ "aria-label": t("ui.close") }}
      >
        {phase.kind === "asking" && (
          <Stack>
            <Text>{phase.text}</Text>
            <Text size="sm">{t(phase.canScale ? "image.otherSizeScale" : "image.otherSizeKeep")}</Text>
            <Group justify="flex-end">
              <Button variant="default" data-autofocus onClick={() => setPhase({ kind: "idle" })}>
                {t("ui.cancel")}
              </Button>
              <Button variant="default" onClick={() => void take(phase.imageId, "keep")}>
                {t("image.keepPixels")}
              </Button>
              {phase.canScale && (
                <Button onClick={() => void take(phase.imageId, "scale")}>{t("image.scaleByMicrons")}</Button>
              )}
            </Group>
          </Stack>
        )}
      </Modal>
    </section>
  );
}
