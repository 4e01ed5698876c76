/** Dialog for the tags of several items: adds a tag to all of them or removes it, with immediate effect and undo. */
import { ActionIcon, Autocomplete, Button, Group, Loader, Modal, Tooltip } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { TAG_MAX_CHARACTERS, TAG_SEARCH_MIN_CHARACTERS } from "@parfocal/core/tag/tag-limits.ts";
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { SUGGESTION_PAUSE_MS } from "#editor/cached-suggestions.ts";
import { suggestTags } from "#editor/tag-suggestions.ts";
import { showSuccess } from "#platform/failure-toast.ts";
import { useSession } from "#platform/session.tsx";
import { showUndo } from "#ui/undo-toast.tsx";
import styles from "./TagsDialog.module.css";
import { type TagAction, useCountedTags, useSetTag } from "./tag.api.ts";

interface TagsDialogProps {
  /** IDs of items whose types have tags, each once. */
  readonly itemIds: readonly number[];
  /** Number of selected items that cannot have tags. */
  readonly withoutCount: number;
  readonly onClose: () => void;
}

export function TagsDialog({ itemIds, withoutCount, onClose }: TagsDialogProps) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useCountedTags(itemIds);
  const { isPending, mutateAsync } = useSetTag();
  async function run(action: TagAction): Promise<boolean> {
    // The error has already been shown.
    const changedIds = await mutateAsync(action).catch(() => null);
    if (!changedIds) return false;
    const words = { tag: action.tag, count: changedIds.length };
    if (changedIds.length === 0) showSuccess(t("tag.allHave", { tag: action.tag }));
    else
      showUndo(action.isOn ? t("tag.given", words) : t("tag.taken", words), t("tag.undo"), () => {
        void mutateAsync({ ...action, itemIds: changedIds, isOn: !action.isOn }).then(
          () => showSuccess(t("tag.undone")),
          () => undefined,
        );
      });
    return true;
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("tag.ofMany", { count: itemIds.length })}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <div className={styles.dialog}>
        {withoutCount > 0 && <p className={styles.hint}>{t("tag.without", { count: withoutCount })}</p>}
        <AddTag isBusy={isPending} onAdd={(tag) => run({ itemIds, tag, isOn: true })} />
        {isError && (
          <div role="alert">
            {t("tag.failed")}{" "}
            <Button variant="default" onClick={() => void refetch()}>
              {t("tag.retry")}
            </Button>
          </div>
        )}
        {!data && !isError && <Loader size="sm" />}
        {data?.length === 0 && <p className={styles.hint}>{t("tag.none")}</p>}
        <ul className={styles.tags}>
          {(data ?? []).map(({ tag, count }) => (
            <li key={tag} className={styles.tag}>
              <span className={styles.words}>
                {tag}
                <small>
                  {count === itemIds.length ? t("tag.onAll") : t("tag.onSome", { count, total: itemIds.length })}
                </small>
              </span>
              {count < itemIds.length && (
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={isPending}
                  aria-label={t("tag.giveAllOf", { tag })}
                  onClick={() => void run({ itemIds, tag, isOn: true })}
                >
                  {t("tag.giveAll")}
                </Button>
              )}
              <Tooltip label={t("tag.takeOf", { tag })}>
                <ActionIcon
                  size={36}
                  disabled={isPending}
                  aria-label={t("tag.takeOf", { tag })}
                  onClick={() => void run({ itemIds, tag, isOn: false })}
                >
                  <IconTrash size={18} stroke={1.5} aria-hidden />
                </ActionIcon>
              </Tooltip>
            </li>
          ))}
        </ul>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("tag.done")}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}

interface AddTagProps {
  readonly isBusy: boolean;
  /** @returns whether it was added. */
  readonly onAdd: (tag: string) => Promise<boolean>;
}

function AddTag({ isBusy, onAdd }: AddTagProps) {
  const { t } = useTranslation();
  const { site } = useSession();
  const [text, setText] = useState("");
  const tag = text.trim();
  const [q] = useDebouncedValue(tag, SUGGESTION_PAUSE_MS);
  const { data } = useQuery({
    queryKey: ["tags", site.id, "any", q],
    queryFn: ({ signal }) => suggestTags({ siteId: site.id }, q, signal),
    enabled: q.length >= TAG_SEARCH_MIN_CHARACTERS,
    retry: false,
  });
  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (tag !== "" && !isBusy && (await onAdd(tag))) setText("");
  }
  return (
    <form onSubmit={(event) => void handleSubmit(event)} className={styles.add}>
      <Autocomplete
        className={styles.field}
        label={t("tag.field")}
        value={text}
        onChange={setText}
        data={tag.length < TAG_SEARCH_MIN_CHARACTERS ? [] : [...(data ?? [])]}
        // The server has already filtered.
        filter={({ options }) => options}
        maxLength={TAG_MAX_CHARACTERS}
        data-autofocus
      />
      <Button type="submit" disabled={tag === ""} loading={isBusy}>
        {t("tag.add")}
      </Button>
    </form>
  );
}
