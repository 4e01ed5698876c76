/** Find in the book: Enter and Shift+Enter step through the hits, Escape closes it. */
import { Checkbox, TextInput } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconPlayerStop, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "#ui/quantity-text.ts";
import { ToolButton } from "#ui/ToolButton.tsx";
import styles from "./Reader.module.css";
import type { Find } from "./useFind.ts";

const MAX_CHARACTERS = 200;

interface FindBarProps {
  readonly find: Find;
  readonly pageCount: number;
  /** Incremented with each request to search, which focuses the field. */
  readonly requests: number;
  readonly onClose: () => void;
}

export function FindBar({ find, pageCount, requests, onClose }: FindBarProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each request
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [requests]);
  const { text, options, total } = find;
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape") onClose();
    else if (event.key === "Enter" && event.target === field.current) find.step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };
  return (
    <search className={styles.find} onKeyDown={handleKey}>
      <TextInput
        ref={field}
        className={styles.findText}
        type="search"
        size="sm"
        aria-label={t("textbookReader.findText")}
        placeholder={t("textbookReader.findText")}
        maxLength={MAX_CHARACTERS}
        value={text}
        onChange={(event) => find.change(event.currentTarget.value, options)}
      />
      <span className={styles.group}>
        <ToolButton
          icon={IconChevronUp}
          label={t("textbookReader.previousHit")}
          isDisabled={total === 0}
          onClick={() => find.step(-1)}
        />
        <ToolButton
          icon={IconChevronDown}
          label={t("textbookReader.nextHit")}
          isDisabled={total === 0}
          onClick={() => find.step(1)}
        />
      </span>
      <span className={styles.findState} role="status">
        {useFindState(find, pageCount)}
      </span>
      {find.state === "running" && (
        <ToolButton icon={IconPlayerStop} label={t("textbookReader.stopFind")} onClick={find.stop} />
      )}
      <Checkbox
        size="xs"
        label={t("textbookReader.matchCase")}
        checked={options.isCaseMatched}
        onChange={(event) => find.change(text, { ...options, isCaseMatched: event.currentTarget.checked })}
      />
      <Checkbox
        size="xs"
        label={t("textbookReader.wholeWords")}
        checked={options.areWordsWhole}
        onChange={(event) => find.change(text, { ...options, areWordsWhole: event.currentTarget.checked })}
      />
      <span className={styles.group} data-end>
        <ToolButton icon={IconX} label={t("textbookReader.closeFind")} onClick={onClose} />
      </span>
    </search>
  );
}

function useFindState({ state, number, total, readPages }: Find, pageCount: number): string {
  const { t, i18n } = useTranslation();
  if (state === "idle") return "";
  const count = (value: number): string => formatQuantity(value, i18n.language);
  const shown = { number: count(number), total: count(total) };
  if (state === "running") {
    const progress = t("textbookReader.findProgress", { read: count(readPages), pages: count(pageCount) });
    return total === 0 ? progress : `${t("textbookReader.hitOf", shown)} · ${progress}`;
  }
  if (state === "cut") return t("textbookReader.hitOfMany", shown);
  if (state === "stopped") return t("textbookReader.hitOfStopped", { ...shown, read: count(readPages) });
  return total === 0 ? t("ui.noResults") : t("textbookReader.hitOf", shown);
}
