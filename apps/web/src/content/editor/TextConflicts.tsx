/** Both versions of fields that two users have changed at the same time, side by side, to choose from. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./TextConflicts.module.css";

interface TextConflict<Name extends string> {
  readonly name: Name;
  /** Label of the field. */
  readonly label: string;
  readonly mine: ReactNode;
  readonly theirs: ReactNode;
}

interface TextConflictsProps<Name extends string> {
  readonly conflicts: readonly TextConflict<Name>[];
  /** The next save replaces the other version. */
  readonly onKeepMine: (name: Name) => void;
  readonly onTakeTheirs: (name: Name) => void;
}

export function TextConflicts<Name extends string>(props: TextConflictsProps<Name>) {
  const { conflicts, onKeepMine, onTakeTheirs } = props;
  const { t } = useTranslation();
  if (conflicts.length === 0) return null;
  return (
    <section className={styles.conflicts} aria-label={t("editor.conflictTitle")}>
      <h3>{t("editor.conflictTitle")}</h3>
      <p>{t("editor.conflictText")}</p>
      {conflicts.map(({ name, label, mine, theirs }) => (
        <section key={name} aria-label={label} className={styles.pair}>
          <h4>{label}</h4>
          <div className={styles.version}>
            <h5>{t("editor.conflictMine")}</h5>
            <div className={styles.text}>{mine}</div>
            <Button variant="default" size="sm" onClick={() => onKeepMine(name)}>
              {t("editor.keepMine")}
            </Button>
          </div>
          <div className={styles.version}>
            <h5>{t("editor.conflictTheirs")}</h5>
            <div className={styles.text}>{theirs}</div>
            <Button variant="default" size="sm" onClick={() => onTakeTheirs(name)}>
              {t("editor.takeTheirs")}
            </Button>
          </div>
        </section>
      ))}
    </section>
  );
}
