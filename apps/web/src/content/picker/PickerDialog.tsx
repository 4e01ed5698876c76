/**
 * Selects existing items (slides, cases, attachments, questions) by query, location and thumbnail.
 *
 * Source: spec part 1, section 2 ("Admin picker modals") and section 7 (page, q, folder).
 */
import { Button, Group, Modal, SegmentedControl } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { nestedDialog } from "#ui/nested-dialog.ts";
import { SMALL_SCREEN_QUERY } from "#ui/small-screen.ts";
import styles from "./Picker.module.css";
import { PickerBrowser } from "./PickerBrowser.tsx";
import type { PickedKind, PickerItem } from "./picker-item.ts";
import { usePicked } from "./usePicked.ts";

/** Maximum number of items added at once, so that they can be reviewed; further items can be added in a second step. */
const MAX_AT_ONCE = 100;

interface PickerDialogProps {
  readonly title: string;
  /** One or more; the first is shown initially. */
  readonly kinds: readonly PickedKind[];
  /** Initial location; null or omitted: everywhere. */
  readonly folderId?: number | null;
  /** Single selection: choosing an item confirms it. */
  readonly isSingle?: boolean;
  /** Maximum number of items. */
  readonly most?: number;
  /** Whether the item is already in the target. */
  readonly isTaken?: (item: PickerItem) => boolean;
  readonly isBusy?: boolean;
  /** @param items in the order of selection. */
  readonly onPick: (items: readonly PickerItem[]) => void;
  readonly onClose: () => void;
}

export function PickerDialog(props: PickerDialogProps) {
  const { title, kinds, folderId = null, isSingle = false, isBusy = false, onPick, onClose } = props;
  const { t } = useTranslation();
  const isSmall = useMediaQuery(SMALL_SCREEN_QUERY, undefined, { getInitialValueInEffect: false });
  const [kind, setKind] = useState<PickedKind>(kinds[0] ?? "image");
  const most = Math.min(props.most ?? MAX_AT_ONCE, MAX_AT_ONCE);
  const picked = usePicked(most);
  const count = picked.items.length;
  const finish = () => count > 0 && !isBusy && onPick(picked.items);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="xl"
      fullScreen={isSmall ?? false}
      closeButtonProps={{ "aria-label": t("ui.close") }}
      {...nestedDialog(onClose)}
      classNames={{ content: styles.content, body: styles.body }}
      // Space for the focus ring of the field.
      styles={{ body: { paddingTop: 4 } }}
    >
      {kinds.length > 1 && (
        <SegmentedControl
          fullWidth
          aria-label={t("picker.kind")}
          value={kind}
          onChange={(value) => setKind(value as PickedKind)}
          data={kinds.map((value) => ({ value, label: t(`picker.kind_${value}`) }))}
        />
      )}
      <PickerBrowser
        key={kind}
        kind={kind}
        folderId={folderId}
        isSingle={isSingle}
        picked={picked}
        isTaken={props.isTaken ?? (() => false)}
        onChoose={(item) => (isSingle ? onPick([item]) : picked.toggle(item))}
        onFinish={finish}
      />
      <div className={styles.foot}>
        {!isSingle && (
          <div role="status" className={styles.count}>
            {count === 0 ? t("picker.noneChosen") : t("picker.chosen", { count })}
            {count >= most && ` ${t("picker.full")}`}
          </div>
        )}
        <Group gap="xs" justify="flex-end" className={styles.buttons}>
          {count > 0 && (
            <Button variant="subtle" onClick={picked.clear}>
              {t("picker.clear")}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t("ui.cancel")}
          </Button>
          {!isSingle && (
            <Button disabled={count === 0} loading={isBusy} onClick={finish}>
              {t("picker.add")}
            </Button>
          )}
        </Group>
      </div>
    </Modal>
  );
}
