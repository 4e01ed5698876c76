/** Target of a move: a list of courses and folders, for users who do not drag. */
import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ITEM_ICONS } from "#item/item-icons.ts";
import { rejectionOf } from "#tree/drop-place.ts";
import type { TreeRow } from "#tree/tree-rows.ts";
import { type TreeState, wayTo } from "#tree/tree-state.ts";
import styles from "./MoveToDialog.module.css";

/** Maximum number shown; others are found by searching. */
const MAX_SHOWN = 200;

interface MoveToDialogProps {
  readonly tree: TreeState;
  readonly rows: readonly TreeRow[];
  readonly onChoose: (parentId: number) => void;
  readonly onClose: () => void;
}

export function MoveToDialog({ tree, rows, onChoose, onClose }: MoveToDialogProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<number | null>(null);
  const places = useMemo(() => {
    const searchText = text.trim().toLowerCase();
    return [...tree.nodes.values()].flatMap((node) => {
      if (!node.title.toLowerCase().includes(searchText)) return [];
      if (rows.every(({ parentId }) => parentId === node.id)) return [];
      if (rejectionOf(tree, { parentId: node.id }, rows) !== null) return [];
      const way = wayTo(tree, node.id);
      return way ? [{ node, above: way.slice(0, -1).map((id) => tree.nodes.get(id)?.title ?? "") }] : [];
    });
  }, [tree, rows, text]);
  return (
    <Modal opened onClose={onClose} title={t("tree.moveToTitle")} closeButtonProps={{ "aria-label": t("tree.close") }}>
      <Stack>
        <p className={styles.hint}>{t("tree.moveToText", { count: rows.length, title: rows[0]?.title ?? "" })}</p>
        <TextInput
          aria-label={t("tree.moveToSearch")}
          placeholder={t("tree.moveToSearch")}
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
        <div role="radiogroup" aria-label={t("tree.moveToTitle")} className={styles.places}>
          {places.slice(0, MAX_SHOWN).map(({ node, above }) => {
            const Icon = ITEM_ICONS[node.type];
            return (
              <label key={node.id} className={styles.place} data-chosen={chosen === node.id || undefined}>
                <input
                  type="radio"
                  name="place"
                  checked={chosen === node.id}
                  onChange={() => setChosen(node.id)}
                  aria-label={[...above, node.title].join(" › ")}
                />
                <Icon size={18} stroke={1.5} aria-hidden />
                <span className={styles.title}>
                  {node.title}
                  {above.length > 0 && <span className={styles.above}>{above.join(" › ")}</span>}
                </span>
              </label>
            );
          })}
          {places.length === 0 && <p className={styles.hint}>{t("tree.moveToNone")}</p>}
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("tree.cancel")}
          </Button>
          <Button disabled={chosen === null} onClick={() => chosen !== null && onChoose(chosen)}>
            {t("tree.moveToTitle")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
