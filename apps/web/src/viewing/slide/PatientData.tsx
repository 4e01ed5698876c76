/** Removal of patient data from the stored file: its state, and the button, which asks first. */
import { Button, Modal, Progress, TextInput } from "@mantine/core";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./SlideInformation.module.css";
import { scanDateText } from "./scan-date-text.ts";
import { useDeidentify, useRetryPreparation } from "./slide.api.ts";

const KIND = "deidentifySlide";
const WHAT_GOES = ["pictures", "names", "dates", "texts", "filename"] as const;

export function PatientData({ image }: { readonly image: Image }) {
  const { t, i18n } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const retry = useRetryPreparation();
  const job = image.job?.kind === KIND ? image.job : null;
  const isAtWork = job?.state === "queued" || job?.state === "running";
  return (
    <>
      <h3>{t("slide.patientData")}</h3>
      {image.deidentifiedAt && (
        <p className={classes.hint}>
          {t("slide.patientDataRemoved", { date: scanDateText(i18n.language, image.deidentifiedAt) })}
        </p>
      )}
      {job?.state === "failed" && (
        <p role="alert" className={classes.hint}>
          {job.error}
        </p>
      )}
      {isAtWork ? (
        <>
          <p className={classes.hint}>{t("slide.patientDataAtWork")}</p>
          <Progress value={job.progress * 100} aria-label={t("slide.patientDataAtWork")} />
        </>
      ) : job?.state === "failed" ? (
        <Button size="sm" variant="default" loading={retry.isPending} onClick={() => retry.mutate(job.id)}>
          {t("slide.tryAgain")}
        </Button>
      ) : (
        <Button size="sm" variant="default" onClick={() => setIsAsking(true)}>
          {t("slide.patientDataRemove")}
        </Button>
      )}
      <RemovalDialog image={image} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </>
  );
}

interface RemovalDialogProps {
  readonly image: Image;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function RemovalDialog({ image, isOpen, onClose }: RemovalDialogProps) {
  const { t } = useTranslation();
  const [title, setTitle] = useState(image.title);
  const remove = useDeidentify(image.id);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    remove.mutate({ title: title.trim() }, { onSuccess: onClose });
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title={t("slide.patientDataRemove")}>
      <form onSubmit={handleSubmit}>
        <p>{t("slide.patientDataGoes")}</p>
        <ul>
          {WHAT_GOES.map((what) => (
            <li key={what}>{t(`slide.patientDataGoes_${what}`)}</li>
          ))}
        </ul>
        <TextInput
          label={t("slide.patientDataTitle")}
          description={t("slide.patientDataTitleHint")}
          value={title}
          required
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <p>
          <strong>{t("slide.patientDataNoWayBack")}</strong>
        </p>
        <Button type="submit" color="red" loading={remove.isPending} disabled={title.trim() === ""}>
          {t("slide.patientDataRemoveNow")}
        </Button>
      </form>
    </Modal>
  );
}
