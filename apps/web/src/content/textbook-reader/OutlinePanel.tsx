/** The outline of a book as nested lists: an entry links to its target, and entries with children can be expanded. */
import { Text } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Book, BookTarget, OutlineEntry } from "./book.ts";
import styles from "./Reader.module.css";
import type { RenderQueue } from "./render-queue.ts";

interface OutlinePanelProps {
  readonly book: Book;
  readonly queue: RenderQueue;
  readonly onGo: (target: BookTarget) => void;
}

/** After the pages in view, before all thumbnails: for a long outline much of the file is read. */
const PRIORITY = 100_000;

export function OutlinePanel({ book, queue, onGo }: OutlinePanelProps) {
  const { t } = useTranslation();
  const [entries, setEntries] = useState<readonly OutlineEntry[] | null>(null);
  useEffect(() => {
    return queue.add(
      () => PRIORITY,
      async (signal) => {
        const found = await book.outline().catch(() => []);
        if (!signal.aborted) setEntries(found);
      },
    );
  }, [book, queue]);
  if (!entries) return <Text role="status">{t("ui.loading")}</Text>;
  if (entries.length === 0) return <Text c="dimmed">{t("textbookReader.noOutline")}</Text>;
  return <Entries entries={entries} isFirst={entries.length === 1} onGo={onGo} />;
}

interface EntriesProps {
  readonly entries: readonly OutlineEntry[];
  /** Whether it is the only entry, which is expanded initially. */
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
