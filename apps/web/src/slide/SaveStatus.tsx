import { Button, Popover, UnstyledButton } from "@mantine/core";
import { IconCloudCheck, IconCloudOff, IconCloudUpload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useOutboxSnapshot } from "#platform/outbox/current-outbox.ts";
import type { Outbox } from "#platform/outbox/outbox.ts";
import { isWaiting } from "#platform/outbox/outbox-entry.ts";
import classes from "./SaveStatus.module.css";

const ICONS = { saved: IconCloudCheck, saving: IconCloudUpload, notSaved: IconCloudOff } as const;
const ICON_SIZE_PX = 18;
const ICON_STROKE = 1.5;

/** Whether what the user made is on the server. Source: reliability rule D-14. */
export function SaveStatus({ outbox }: { readonly outbox: Outbox }) {
  const { t } = useTranslation();
  const { entries, status, isSignedOut, isDurable } = useOutboxSnapshot(outbox);
  const [isOpen, setIsOpen] = useState(false);
  const waiting = entries.filter(isWaiting);
  const refusedCount = entries.length - waiting.length;
  const StatusIcon = ICONS[status];
  const elsewhere = [...new Set(entries.map(({ place }) => place))].filter((path) => path !== window.location.pathname);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={300} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.status}
          data-status={status}
          title={t("slide.saveState")}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <StatusIcon size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
          <span aria-live="polite" className={classes.word}>
            {t(`slide.${status}`)}
          </span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.explanation}>
        <p>{explanation()}</p>
        {!isDurable && entries.length > 0 && <p>{t("slide.explainNotDurable")}</p>}
        {waiting.length > 0 && <p>{t("slide.waitingCount", { number: waiting.length })}</p>}
        {refusedCount > 0 && <p>{t("slide.refusedCount", { number: refusedCount })}</p>}
        {elsewhere.map((path) => (
          <p key={path}>
            <a href={path}>{t("slide.showPlace")}</a>
          </p>
        ))}
        {status === "notSaved" && waiting.length > 0 && (
          <Button size="xs" variant="default" onClick={outbox.drainNow}>
            {t("slide.tryNow")}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );

  function explanation(): string {
    if (status === "saved") return t("slide.explainSaved");
    if (status === "saving") return t("slide.explainSaving");
    if (isSignedOut) return t("slide.explainSignedOut");
    return waiting.length === 0 ? t("slide.explainRefused") : t("slide.explainNotSaved");
  }
}
