import { IconCloudCheck, IconCloudOff, IconCloudUpload } from "@tabler/icons-react";
import { type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useOutboxSnapshot } from "#platform/outbox/current-outbox.ts";
import type { Outbox } from "#platform/outbox/outbox.ts";
import { isWaiting } from "#platform/outbox/outbox-entry.ts";
import classes from "./SaveStatus.module.css";

const ICONS = { saved: IconCloudCheck, saving: IconCloudUpload, notSaved: IconCloudOff } as const;
const ICON_SIZE_PX = 18;
const ICON_STROKE = 1.5;

/** Whether the user's changes are saved on the server. Source: reliability rule D-14. */
export function SaveStatus({ outbox }: { readonly outbox: Outbox }) {
  const { t } = useTranslation();
  const { status } = useOutboxSnapshot(outbox);
  const [isOpen, setIsOpen] = useState(false);
  const explanationId = useId();
  const StatusIcon = ICONS[status];
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape") setIsOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what the button in it opened
    <div
      className={classes.place}
      onKeyDown={handleKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setIsOpen(false);
      }}
    >
      <button
        type="button"
        className={classes.status}
        data-status={status}
        title={t("slide.saveState")}
        aria-expanded={isOpen}
        aria-controls={explanationId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <StatusIcon size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
        <span aria-live="polite" className={classes.word}>
          {t(`slide.${status}`)}
        </span>
      </button>
      <div id={explanationId} className={classes.explanation} hidden={!isOpen}>
        {isOpen && <SaveExplanation outbox={outbox} />}
      </div>
    </div>
  );
}

function SaveExplanation({ outbox }: { readonly outbox: Outbox }) {
  const { t } = useTranslation();
  const { entries, status, isSignedOut, isDurable } = useOutboxSnapshot(outbox);
  const waiting = entries.filter(isWaiting);
  const rejectedCount = entries.length - waiting.length;
  const elsewhere = [...new Set(entries.map(({ place }) => place))].filter((path) => path !== window.location.pathname);
  return (
    <>
      <p>{explanation()}</p>
      {!isDurable && entries.length > 0 && <p>{t("slide.explainNotDurable")}</p>}
      {waiting.length > 0 && <p>{t("slide.waitingCount", { number: waiting.length })}</p>}
      {rejectedCount > 0 && <p>{t("slide.rejectedCount", { number: rejectedCount })}</p>}
      {elsewhere.map((path) => (
        <p key={path}>
          <a href={path}>{t("slide.showPlace")}</a>
        </p>
      ))}
      {status === "notSaved" && waiting.length > 0 && (
        <button type="button" className={classes.try} onClick={outbox.drainNow}>
          {t("slide.tryNow")}
        </button>
      )}
    </>
  );

  function explanation(): string {
    if (status === "saved") return t("slide.explainSaved");
    if (status === "saving") return t("slide.explainSaving");
    if (isSignedOut) return t("slide.explainSignedOut");
    return waiting.length === 0 ? t("slide.explainRejected") : t("slide.explainNotSaved");
  }
}
