/**
 * Adds a slide from another server: asks for its URL, reads its description, then asks for what the description does
 * not contain.
 */
import { Alert, Button, Group, Stack, TextInput } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import type { ExternalTiles } from "@parfocal/core/image/external-tiles.ts";
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/item/item-text-limits.ts";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { newIdempotencyKey } from "#platform/idempotency-key.ts";
import { FormModal } from "#ui/FormModal.tsx";
import { ExternalAddressForm } from "./ExternalAddressForm.tsx";
import { ExternalPreview } from "./ExternalPreview.tsx";
import { useCreateExternalSlide } from "./external-slide.api.ts";
import { micronsOf, titleOfAddress } from "./external-source.ts";

interface AddExternalSlideDialogProps {
  readonly isOpen: boolean;
  /** Course or folder. */
  readonly parentId: number;
  readonly onClose: () => void;
}

export function AddExternalSlideDialog({ isOpen, parentId, onClose }: AddExternalSlideDialogProps) {
  const { t } = useTranslation();
  return (
    <FormModal opened={isOpen} onClose={onClose} title={t("slide.externalTitle")} size="lg">
      <ExternalSlideForms parentId={parentId} onClose={onClose} />
    </FormModal>
  );
}

/** Mounted only while the dialog is open: closing the dialog discards the input. */
function ExternalSlideForms({ parentId, onClose }: Omit<AddExternalSlideDialogProps, "isOpen">) {
  const [source, setSource] = useState<ExternalTiles | null>(null);
  return (
    <Stack>
      <ExternalAddressForm parentId={parentId} onFound={setSource} onChanged={() => setSource(null)} />
      {source && <FoundSlideForm key={source.url} source={source} parentId={parentId} onClose={onClose} />}
    </Stack>
  );
}

interface FoundSlideFormProps {
  readonly source: ExternalTiles;
  readonly parentId: number;
  readonly onClose: () => void;
}

function FoundSlideForm({ source, parentId, onClose }: FoundSlideFormProps) {
  const { t } = useTranslation();
  const create = useCreateExternalSlide();
  const [title, setTitle] = useState(() => titleOfAddress(source.url));
  const [pixelSize, setPixelSize] = useState("");
  const [wasSubmitted, setSubmitted] = useState(false);
  const attempt = useRef<{ item: string; key: string } | null>(null);
  const micronsPerPixel = micronsOf(pixelSize);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    setSubmitted(true);
    if (title.trim() === "" || micronsPerPixel === undefined || create.isPending) return;
    const { url, facts } = source;
    const body = {
      title: title.trim(),
      parentId,
      tileDataSourceType: facts.type,
      tilesDataSourceUrl: url,
      facts,
      micronsPerPixel,
    };
    const item = JSON.stringify(body);
    if (attempt.current?.item !== item) attempt.current = { item, key: newIdempotencyKey() };
    create.mutate({ body, idempotencyKey: attempt.current.key }, { onSuccess: onClose });
  }

  const failure = create.error && (isUserError(create.error) ? create.error.message : t("slide.externalFailed"));
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <ExternalPreview source={source} />
        <TextInput
          label={t("slide.externalFieldTitle")}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          error={wasSubmitted && title.trim() === "" && t("slide.externalTitleMissing")}
          maxLength={TITLE_MAX_CHARACTERS}
        />
        <TextInput
          label={t("slide.externalPixelSize")}
          description={t("slide.externalPixelSizeHint")}
          inputMode="decimal"
          value={pixelSize}
          onChange={(event) => setPixelSize(event.currentTarget.value)}
          error={wasSubmitted && micronsPerPixel === undefined && t("slide.externalPixelSizeWrong")}
        />
        <div role="alert">{failure && <Alert color="red">{failure}</Alert>}</div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("ui.cancel")}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t("slide.externalCreate")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Errors that the user can correct are shown with the server's message. */
function isUserError(error: Error): boolean {
  return error instanceof AppError && error.kind === "invalid";
}
