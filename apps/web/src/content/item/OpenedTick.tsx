/** The mark on viewed items. Pressing it marks the item as not viewed, with undo. */
import { Tooltip } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { showUndo } from "#ui/undo-toast.tsx";
import styles from "./Opened.module.css";
import { useForgetOpened, useMarkOpened } from "./opened.api.ts";

interface OpenedTickProps {
  readonly id: number;
  readonly title: string;
  /** Its parent. */
  readonly parentId: number | undefined;
}

export function OpenedTick({ id, title, parentId }: OpenedTickProps) {
  const { t } = useTranslation();
  const forget = useForgetOpened();
  const mark = useMarkOpened();
  async function handleClick() {
    // Not in a callback of `mutate`, because the tick is unmounted together with its item.
    const isForgotten = await forget.mutateAsync(id).then(
      () => true,
      () => false,
    );
    if (isForgotten) showUndo(t("item.unmarked", { title }), t("item.unmarkUndo"), () => mark.mutate({ id, parentId }));
  }
  return (
    <Tooltip label={t("item.openedHint")}>
      <button
        type="button"
        className={styles.tick}
        aria-label={t("item.openedTick", { title })}
        aria-busy={forget.isPending}
        onClick={() => void handleClick()}
      >
        <span className={styles.disc}>
          <IconCheck size={16} stroke={2.5} aria-hidden />
        </span>
      </button>
    </Tooltip>
  );
}
