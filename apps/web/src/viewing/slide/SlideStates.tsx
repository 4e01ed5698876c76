import { Button, Progress } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { faultText } from "#job/fault-text.ts";
import { useSession } from "#platform/session.tsx";
import { CallFailure } from "#ui/CallFailure.tsx";
import { formatPercent } from "#ui/quantity-text.ts";
import classes from "./SlideStates.module.css";
import { useRetryPreparation } from "./slide.api.ts";

/** Shown in place of a slide that cannot be opened: the state, and the next step. */
function SlideState({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={classes.page}>
      <section className={classes.card} aria-live="polite">
        <h1 className={classes.title}>{title}</h1>
        {children}
      </section>
    </div>
  );
}

interface WayBackProps {
  /** Path of the slide's parent; null: it has none. */
  readonly backPath: string | null;
}

function WayBack({ backPath }: WayBackProps) {
  const { t } = useTranslation();
  if (backPath === null) return null;
  return (
    <Button variant="default" renderRoot={(props) => <Link to={backPath} {...props} />}>
      {t("slide.backToCourse")}
    </Button>
  );
}

interface SlideLoadFailedProps extends WayBackProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** The specified text (part 1, section 8) if a retry can help; otherwise the state. */
export function SlideLoadFailed({ error, onRetry, backPath }: SlideLoadFailedProps) {
  const { t } = useTranslation();
  const { user } = useSession();
  const kind = error instanceof AppError ? error.kind : "internal";
  const isFinal = kind === "notFound" || kind === "forbidden" || (kind === "unauthenticated" && !user);
  if (isFinal) return <CallFailure error={error} onRetry={onRetry} />;
  return (
    <div className={classes.page}>
      <section className={classes.card} role="alert">
        <h1 className={classes.sentence}>{t("slide.loadFailed")}</h1>
        <div className={classes.buttons}>
          <Button onClick={onRetry}>{t("slide.tryAgain")}</Button>
          <WayBack backPath={backPath} />
        </div>
      </section>
    </div>
  );
}

export function SlideNotReady({ image, backPath }: WayBackProps & { readonly image: Image }) {
  const { t, i18n } = useTranslation();
  if (image.state === "missing") {
    return (
      <SlideState title={t("slide.missingTitle")}>
        <p>{t("slide.missingText")}</p>
        <WayBack backPath={backPath} />
      </SlideState>
    );
  }
  if (image.state === "failed") {
    return (
      <SlideState title={t("slide.failedTitle")}>
        <p>{(image.job && faultText(t, i18n.language, image.job)) ?? t("slide.failedText")}</p>
        {image.originalFilename !== "" && <p className={classes.file}>{image.originalFilename}</p>}
        <div className={classes.buttons}>
          {image.job && image.userCanEdit && <RetryButton jobId={image.job.id} />}
          <WayBack backPath={backPath} />
        </div>
      </SlideState>
    );
  }
  return (
    <SlideState title={t("slide.processingTitle")}>
      <PreparationProgress image={image} />
      <p>{t("slide.processingText")}</p>
      <WayBack backPath={backPath} />
    </SlideState>
  );
}

function RetryButton({ jobId }: { readonly jobId: number }) {
  const { t } = useTranslation();
  const retry = useRetryPreparation();
  return (
    <Button loading={retry.isPending} onClick={() => retry.mutate(jobId)}>
      {t("slide.tryAgain")}
    </Button>
  );
}

function PreparationProgress({ image: { job, thumbnail } }: { readonly image: Image }) {
  const { t, i18n } = useTranslation();
  const isRunning = job?.state === "running";
  const share = isRunning ? job.progress : 0;
  return (
    <>
      {thumbnail && <img className={classes.thumbnail} src={thumbnail} alt="" />}
      <Progress value={share * 100} animated={isRunning} size="md" aria-label={t("slide.processingTitle")} />
      <p className={classes.progress}>
        {isRunning
          ? t("slide.processingPercent", { percent: formatPercent(share, i18n.language) })
          : t("slide.processingQueued")}
      </p>
    </>
  );
}
