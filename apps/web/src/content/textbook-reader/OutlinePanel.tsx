/** The outline of a book, as lists in lists: an entry leads to its place, and those with parts can be unfolded. */
import { Text } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Book, BookTarget, OutlineEntry } from "./book.ts";
import styles from "./Reader.module.css";

interface OutlinePanelProps {
  readonly book: Book;
  readonly onGo: (target: BookTarget) => void;
}

export function OutlinePanel({ book, onGo }: OutlinePanelProps) {
  const { t } = useTranslation();
  const [entries, setEntries] = useState<readonly OutlineEntry[] | null>(null);
  useEffect(() => {
    let isGone = false;
    const show = (found: readonly OutlineEntry[]) => {
      if (!isGone) setEntries(found);
    };
    book.outline().then(show, () => show([]));
    return () => {
      isGone = true;
    };
  }, [book]);
  if (!entries) return <Text role="status">{t("ui.loading")}</Text>;
  if (entries.length === 0) return <Text c="dimmed">{t("textbookReader.noOutline")}</Text>;
  return <Entries entries={entries} isFirst={entries.length === 1} onGo={onGo} />;
}

interface EntriesProps {
  readonly entries: readonly OutlineEntry[];
  /** Whether the only entry is unfolded from the start. */
  readonly isFirst: boolean;
  readonly onGo: (target: BookTarget) => void;
}

function Entries({ entries, isFirst, onGo }: EntriesProps) {
  return (
    <ul className={styles.outline}>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an outline never changes, and titles may repeat
        <Entry key={index} entry={entry} isFirst={isFirst} onGo={onGo} />
      ))}
    </ul>
  );
}

function Entry({ entry, isFirst, onGo }: { readonly entry: OutlineEntry } & Omit<EntriesProps, "entries">) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(isFirst);
  const { target, entries } = entry;
  const title = entry.title === "" ? t("textbookReader.untitled") : entry.title;
  return (
    <li>
      {entries.length > 0 && (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-label={t("textbookReader.partsOf", { title })}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronRight size={16} stroke={1.5} aria-hidden />
        </button>
      )}
      {target === null ? (
        <span className={styles.entry}>{title}</span>
      ) : (
        <button type="button" className={styles.entry} onClick={() => onGo(target)}>
          {title}
        </button>
      )}
      {isOpen && entries.length > 0 && <Entries entries={entries} isFirst={false} onGo={onGo} />}
    </li>
  );
}
