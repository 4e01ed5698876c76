import { Button } from "@mantine/core";
import { TOO_MUCH_DRAWN } from "@parfocal/core/annotation/annotation.contract.ts";
import { useTranslation } from "react-i18next";
import type { Outbox } from "#platform/outbox/outbox.ts";
import type { OutboxEntry } from "#platform/outbox/outbox-entry.ts";
import { fieldsOf } from "./annotation-outbox.ts";
import classes from "./RefusedAnnotations.module.css";

interface RefusedAnnotationsProps {
  readonly entries: readonly OutboxEntry[];
  readonly outbox: Outbox | null;
  readonly onCorrect: (entry: OutboxEntry) => void;
}

/** Changes rejected by the server; they are kept until their author decides. */
export function RefusedAnnotations({ entries, outbox, onCorrect }: RefusedAnnotationsProps) {
  const { t } = useTranslation();
  if (entries.length === 0) return null;
  return (
    <section className={classes.refused} role="alert">
      <h2 className={classes.heading}>{t("annotation.refusedTitle")}</h2>
      {entries.map((entry) => (
        <RefusedAnnotation key={entry.key} entry={entry} outbox={outbox} onCorrect={onCorrect} />
      ))}
    </section>
  );
}

interface RefusedAnnotationProps extends Pick<RefusedAnnotationsProps, "outbox" | "onCorrect"> {
  readonly entry: OutboxEntry;
}

function RefusedAnnotation({ entry, outbox, onCorrect }: RefusedAnnotationProps) {
  const { t } = useTranslation();
  const isRemoval = entry.action === "remove";
  const { title, content } = fieldsOf(entry);
  const isTooMuch = entry.refusal?.codes.includes(TOO_MUCH_DRAWN) ?? false;
  const isMaybeSaved = entry.refusal?.codes.includes("maybeSaved") ?? false;
  return (
    <article className={classes.entry}>
      {isRemoval ? (
        <p className={classes.text}>{t("annotation.refusedRemoval", { title: title || t("annotation.untitled") })}</p>
      ) : (
        <p className={classes.text}>
          <strong>{title}</strong> {content}
        </p>
      )}
      <p className={classes.reason}>
        {isMaybeSaved && t("annotation.refusedMaybeSaved")}
        {isTooMuch && t("annotation.refusedTooMuchDrawn")}
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
