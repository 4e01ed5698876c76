import { Button, Progress } from "@mantine/core";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./SlideStates.module.css";

/** In place of the slide while it cannot be looked at: what is so, and the way on. */
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
  /** Path of what is around the slide. */
  readonly backPath: string;
}

function WayBack({ backPath }: WayBackProps) {
  const { t } = useTranslation();
  return (
    <Button variant="default" renderRoot={(props) => <Link to={backPath} {...props} />}>
      {t("slide.backToCourse")}
    </Button>
  );
}

export function SlideLoadFailed({ onRetry, backPath }: WayBackProps & { readonly onRetry: () => void }) {
  const { t } = useTranslation();
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
  const { t } = useTranslation();
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
        <p>{image.job?.error ?? image.originalFilename}</p>
        <WayBack backPath={backPath} />
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

function PreparationProgress({ image: { job, thumbnail } }: { readonly image: Image }) {
  const { t, i18n } = useTranslation();
  const share = job?.state === "running" ? job.progress : 0;
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent" }).format(share);
  return (
    <>
      {thumbnail && <img className={classes.thumbnail} src={thumbnail} alt="" />}
      <Progress value={share * 100} size="md" aria-label={t("slide.processingTitle")} />
      <p className={classes.progress}>{job?.state === "running" ? percent : t("slide.processingQueued")}</p>
    </>
  );
}
