/** Copies a file from the media library of the embedding site. Renders nothing if that site has no library. */
import { Button } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import type { MediaFile } from "@parfocal/core/media/media.contract.ts";
import { IconPhotoDown } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { showFailure, showProblem } from "#platform/failure-toast.ts";
import { type HostLibrary, hostBridge } from "#platform/host-bridge.ts";
import { useTakeHostMedia } from "./media.api.ts";

interface HostLibraryButtonProps {
  /** Purpose of the file. */
  readonly title: string;
  /** Accepted media types, matched exactly. */
  readonly accept: readonly string[];
  readonly onTaken: (file: MediaFile) => void;
}

export function HostLibraryButton({ title, accept, onTaken }: HostLibraryButtonProps) {
  const { t } = useTranslation();
  const { mutateAsync, isPending } = useTakeHostMedia();
  const { library } = hostBridge();
  if (!library) return null;

  async function choose({ pick }: HostLibrary) {
    try {
      const media = await pick({ title, accept });
      if (media) onTaken(await mutateAsync({ media, accept }));
    } catch (error) {
      const text = error instanceof AppError ? TEXTS[error.kind] : undefined;
      if (text) showProblem(t(text));
      else showFailure(error);
    }
  }
  return (
    <Button
      variant="default"
      mr="auto"
      loading={isPending}
      leftSection={<IconPhotoDown size={18} stroke={1.5} aria-hidden />}
      onClick={() => void choose(library)}
    >
      {t("media.fromHost")}
    </Button>
  );
}

const TEXTS: Partial<Record<AppError["kind"], "media.hostMissing" | "media.hostAway" | "media.hostTooLarge">> = {
  notFound: "media.hostMissing",
  unavailable: "media.hostAway",
  tooLarge: "media.hostTooLarge",
};
