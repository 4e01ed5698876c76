import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import styles from "./WorkGroup.module.css";

interface WorkGroupRowProps {
  readonly title: string;
  readonly ownerName: string;
  readonly memberCount: number;
  readonly onOpen: () => void;
}

/** A work group in a list; a click opens it. */
export function WorkGroupRow({ title, ownerName, memberCount, onOpen }: WorkGroupRowProps) {
  const { t } = useTranslation();
  return (
    <li>
      <UnstyledButton className={styles.listed} onClick={onOpen}>
        <span className={styles.listedTitle}>{title}</span>
        <span className={styles.facts}>
          {t("workGroup.memberCount", { count: memberCount })} · {t("workGroup.ownedBy", { name: ownerName })}
        </span>
      </UnstyledButton>
    </li>
  );
}
