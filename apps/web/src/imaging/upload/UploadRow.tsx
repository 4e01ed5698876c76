/** One upload in the list: name, progress, actions. */

import { ActionIcon, Button, Progress, Tooltip } from "@mantine/core";
import {
  IconAlertTriangle,
  IconArrowBarToUp,
  IconCopy,
  IconFile,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconStack2,
  IconX,
} from "@tabler/icons-react";
import { memo, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { showFailure } from "#platform/failure-toast.ts";
import { useSession } from "#platform/session.tsx";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import type { TakeFiles } from "#ui/dropped-files.ts";
import { formatBytes } from "#ui/quantity-text.ts";
import { CancelUploadDialog } from "./CancelUploadDialog.tsx";
import { ChooseButton } from "./ChooseButton.tsx";
import { replaceUpload } from "./replace-upload.ts";
import { slideHref } from "./slide-href.ts";
import { TwinChoice } from "./TwinChoice.tsx";
import styles from "./UploadRow.module.css";
import { UploadStateText } from "./UploadStateText.tsx";
import { useUploads } from "./upload-context.tsx";
import type { UploadEntry, UploadPhase } from "./upload-entry.ts";

type Action = "first" | "pause" | "resume" | "retry" | "cancel" | "remove";

/** Actions of each phase. */
const ACTIONS: Record<UploadPhase, readonly Action[]> = {
  waiting: ["first", "pause", "cancel"],
  sending: ["pause", "cancel"],
  retrying: ["pause", "cancel"],
  paused: ["resume", "cancel"],
  interrupted: ["cancel"],
  duplicate: [],
  finishing: [],
  checking: [],
  preparing: [],
  done: ["remove"],
  failed: ["retry", "remove"],
};

const WITHOUT_BAR: readonly UploadPhase[] = ["done", "failed", "duplicate"];

/** Minimum bar width, so that activity is visible from the start. */
const MIN_SHOWN = 0.03;

/** Bars that show the server's work rather than bytes. */
const SERVER_PHASES: readonly UploadPhase[] = ["checking", "preparing"];

/** Re-rendered only when its own upload changes, because others change many times a second. */
export const UploadRow = memo(function UploadRow({ entry }: { readonly entry: UploadEntry }) {
  const { t, i18n } = useTranslation();
  const { site } = useSession();
  const queue = useUploads();
  const [isCancelling, setCancelling] = useState(false);
  const { key, filename, bytes, phase, sentBytes, progress, slide, canRetry, destination, folders, fileCount } = entry;
  const share = SERVER_PHASES.includes(phase) ? Math.max(MIN_SHOWN, progress) : sentBytes / Math.max(1, bytes);
  const isKnownToServer = entry.uploadId !== null;
  const PhaseIcon =
    phase === "failed" ? IconAlertTriangle : phase === "duplicate" ? IconCopy : fileCount > 1 ? IconStack2 : IconFile;

  const actions: Record<Action, { label: string; icon: ReactNode; act: () => void }> = {
    first: {
      label: t("upload.first"),
      icon: <IconArrowBarToUp size={20} stroke={1.5} />,
      act: () => queue.moveToFront(key),
    },
    pause: { label: t("upload.pause"), icon: <IconPlayerPause size={20} stroke={1.5} />, act: () => queue.pause(key) },
    resume: {
      label: t("upload.resume"),
      icon: <IconPlayerPlay size={20} stroke={1.5} />,
      act: () => queue.resume(key),
    },
    retry: { label: t("upload.retry"), icon: <IconRefresh size={20} stroke={1.5} />, act: () => queue.resume(key) },
    cancel: { label: t("upload.cancel"), icon: <IconX size={20} stroke={1.5} />, act: () => setCancelling(true) },
    remove: {
      label: t("upload.remove"),
      icon: <IconX size={20} stroke={1.5} />,
      // A failed upload stays on the server until it is discarded.
      act: () => (phase === "failed" && isKnownToServer ? queue.cancel(key).catch(showFailure) : queue.dismiss(key)),
    },
  };
  const shown = ACTIONS[phase].filter((action) => action !== "retry" || canRetry);
  const href = slide && slideHref(site.id, slide, entry.purpose);

  return (
    <li className={styles.row} data-phase={phase}>
      <div className={styles.picture}>
        {slide?.thumbnail ? <img src={slide.thumbnail} alt="" /> : <PhaseIcon size={24} stroke={1.5} aria-hidden />}
      </div>
      <div className={styles.body}>
        <div className={styles.names}>
          <span className={styles.filename}>{filename}</span>
          <span className={styles.size}>
            {[
              formatBytes(bytes, i18n.language),
              fileCount > 1 && t("upload.partCount", { count: fileCount }),
              [destination?.title, ...folders].filter(Boolean).join(" / "),
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </div>
        {!WITHOUT_BAR.includes(phase) && (
          <Progress
            value={share * 100}
            size="sm"
            color={phase === "paused" || phase === "interrupted" ? "gray" : "eosin"}
            striped={SERVER_PHASES.includes(phase)}
            animated={SERVER_PHASES.includes(phase)}
            aria-label={filename}
          />
        )}
        <UploadStateText entry={entry} />
        {phase === "interrupted" && <ContinueButtons entry={entry} />}
        {phase === "duplicate" && <TwinChoice entry={entry} />}
        {phase === "failed" && <ReplaceButton entry={entry} />}
      </div>
      <div className={styles.actions}>
        {phase === "done" && href && (
          <ButtonLink to={href} variant="light">
            {entry.purpose === "slide" ? t("upload.open") : t("upload.openItem")}
          </ButtonLink>
        )}
        {shown.map((action) => {
          const { label, icon, act } = actions[action];
          return (
            <Tooltip key={action} label={label}>
              <ActionIcon aria-label={`${label}: ${filename}`} onClick={act}>
                {icon}
              </ActionIcon>
            </Tooltip>
          );
        })}
      </div>
      <CancelUploadDialog
        title={t("upload.cancelTitle")}
        text={t("upload.cancelText", { filename })}
        confirmLabel={t("upload.cancelConfirm")}
        isOpen={isCancelling}
        onClose={() => setCancelling(false)}
        onConfirm={() => {
          setCancelling(false);
          queue.cancel(key).catch(showFailure);
        }}
      />
    </li>
  );
});

/** If the file is the cause, it can be replaced. */
function ReplaceButton({ entry }: { readonly entry: UploadEntry }) {
  const { t } = useTranslation();
  const queue = useUploads();
  return (
    <div className={styles.continue}>
      <ChooseButton
        what="files"
        size="compact-md"
        variant="light"
        aria-label={`${t("upload.replace")}: ${entry.filename}`}
        onFiles={(take) => void replaceUpload(queue, entry, take).catch(showFailure)}
      >
        {t("upload.replace")}
      </ChooseButton>
    </div>
  );
}

function ContinueButtons({ entry: { key, hasHandle, filename, bytes } }: { readonly entry: UploadEntry }) {
  const { t, i18n } = useTranslation();
  const queue = useUploads();
  const [isOtherFile, setOtherFile] = useState(false);

  async function handleFiles(take: TakeFiles) {
    const [files, { arrangeChosen }] = await Promise.all([take(() => undefined), import("./arrange-chosen.ts")]);
    setOtherFile(!queue.continueWith(key, (await arrangeChosen(files)).slides));
  }
  const handle = (take: TakeFiles) => void handleFiles(take).catch(showFailure);

  return (
    <div className={styles.continue}>
      {hasHandle ? (
        <Button size="compact-md" variant="light" onClick={() => void queue.continueWithHandle(key)}>
          {t("upload.goOn")}
        </Button>
      ) : (
        <>
          <ChooseButton
            what="files"
            size="compact-md"
            variant="light"
            aria-label={`${t("upload.chooseAgain")}: ${filename}`}
            onFiles={handle}
          >
            {t("upload.chooseAgainShort")}
          </ChooseButton>
          {filename.endsWith(".zip") && (
            <ChooseButton what="folder" size="compact-md" variant="light" onFiles={handle}>
              {t("upload.chooseFolder")}
            </ChooseButton>
          )}
        </>
      )}
      <span role="alert" className={styles.other}>
        {isOtherFile && t("upload.otherFile", { expected: `${filename}, ${formatBytes(bytes, i18n.language)}` })}
      </span>
    </div>
  );
}
