import { Button } from "@mantine/core";
import { TOO_MUCH_DRAWN } from "@parfocal/core/annotation/annotation.contract.ts";
import { useTranslation } from "react-i18next";
import type { Outbox } from "#platform/outbox/outbox.ts";
import type { OutboxEntry } from "#platform/outbox/outbox-entry.ts";
import { fieldsOf } from "./annotation-outbox.ts";
import classes from "./RejectedAnnotations.module.css";

interface RejectedAnnotationsProps {
  readonly entries: readonly OutboxEntry[];
  readonly outbox: Outbox | null;
  readonly onCorrect: (entry: OutboxEntry) => void;
}

/** Changes rejected by the server; they are kept until their author decides. */
export function RejectedAnnotations({ entries, outbox, onCorrect }: RejectedAnnotationsProps) {
  const { t } = useTranslation();
  if (entries.length === 0) return null;
  return (
    <section className={classes.rejected} role="alert">
      <h2 className={classes.heading}>{t("annotation.rejectedTitle")}</h2>
      {entries.map((entry) => (
        <RejectedAnnotation key={entry.key} entry={entry} outbox={outbox} onCorrect={onCorrect} />
      ))}
    </section>
  );
}

interface RejectedAnnotationProps extends Pick<RejectedAnnotationsProps, "outbox" | "onCorrect"> {
  readonly entry: OutboxEntry;
}

function RejectedAnnotation({ entry, outbox, onCorrect }: RejectedAnnotationProps) {
  const { t } = useTranslation();
  const isRemoval = entry.action === "remove";
  const { title, content } = fieldsOf(entry);
  const isTooMuch = entry.refusal?.codes.includes(TOO_MUCH_DRAWN) ?? false;
  const isMaybeSaved = entry.refusal?.codes.includes("maybeSaved") ?? false;
  return (
    <article className={classes.entry}>
      {isRemoval ? (
        <p className={classes.text}>{t("annotation.rejectedRemoval", { title: title || t("annotation.untitled") })}</p>
      ) : (
        <p className={classes.text}>
          <strong>{title}</strong> {content}
        </p>
      )}
      <p className={classes.reason}>
        {isMaybeSaved && t("annotation.rejectedMaybeSaved")}
        {isTooMuch && t("annotation.rejectedTooMuchDrawn")}
        {!isMaybeSaved && !isTooMuch && entry.refusal?.message}
      </p>
      <div className={classes.buttons}>
        {!isRemoval && (
          <Button size="compact-sm" variant="default" onClick={() => onCorrect(entry)}>
            {t("annotation.correct")}
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => void outbox?.discard(entry.key)}>
          {t("annotation.discard")}
        </Button>
      </div>
    </article>
  );
}
