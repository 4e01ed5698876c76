/** Items of one type in a picker: filtered by query and location, loaded while scrolling. */
import { Button, Loader, Select, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconFolder, IconSearch } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./Picker.module.css";
import { PickerList, type PickerListHandle } from "./PickerList.tsx";
import { useOffered, usePickerPlaces } from "./picker.api.ts";
import type { PickedKind, PickerItem } from "./picker-item.ts";
import type { Picked } from "./usePicked.ts";

/** Source: spec part 2, section 9 (autocomplete debounce 500 ms). */
const SEARCH_PAUSE_MS = 500;
/** Number offered initially; others are found by typing. */
const PLACES_AT_ONCE = 60;

interface PickerBrowserProps {
  readonly kind: PickedKind;
  /** Initial location; null: everywhere. */
  readonly folderId: number | null;
  readonly isSingle: boolean;
  readonly picked: Picked;
  readonly isTaken: (item: PickerItem) => boolean;
  readonly onChoose: (item: PickerItem) => void;
  /** Enter confirms the selection. */
  readonly onFinish: () => void;
}

export function PickerBrowser(props: PickerBrowserProps) {
  const { kind, isSingle, picked, isTaken, onChoose, onFinish } = props;
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [folder, setFolder] = useState(props.folderId);
  const [q] = useDebouncedValue(text.trim(), SEARCH_PAUSE_MS);
  const {
    data: items,
    isError,
    isPlaceholderData,
    isFetchingNextPage,
    hasNextPage,
    fetchNextPage,
    refetch,
  } = useOffered(kind, q, folder);
  const places = usePickerPlaces(kind);
  const list = useRef<PickerListHandle>(null);
  const showMore = () => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  };
  return (
    <>
      <div className={styles.filters}>
        <TextInput
          type="search"
          className={styles.search}
          aria-label={t(`picker.find_${kind}`)}
          placeholder={t(`picker.find_${kind}`)}
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          rightSection={isPlaceholderData && <Loader size={16} aria-hidden />}
          value={text}
          maxLength={200}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            list.current?.focus();
          }}
          data-autofocus
        />
        <Select
          className={styles.place}
          aria-label={t("picker.place")}
          placeholder={t("picker.everywhere")}
          leftSection={<IconFolder size={18} stroke={1.5} aria-hidden />}
          searchable
          clearable
          clearButtonProps={{ "aria-label": t("picker.everywhere") }}
          limit={PLACES_AT_ONCE}
          nothingFoundMessage={t("picker.noPlace")}
          value={folder === null ? null : String(folder)}
          data={(places.data ?? []).map(({ id, way }) => ({ value: String(id), label: way.join(" › ") }))}
          onChange={(value) => setFolder(value === null ? null : Number(value))}
        />
      </div>
      <div className={styles.results}>
        {isError && !items && (
          <div role="alert" className={styles.note}>
            <p>{t("picker.failed")}</p>
            <Button variant="default" onClick={() => void refetch()}>
              {t("picker.retry")}
            </Button>
          </div>
        )}
        {!items && !isError && <Loader role="img" className={styles.waiting} aria-label={t("picker.waiting")} />}
        {items?.length === 0 && (
          <p className={styles.note}>
            {t(q === "" && folder === null ? `picker.none_${kind}` : "picker.nothingFound")}
          </p>
        )}
        {items && items.length > 0 && (
          <PickerList
            handle={list}
            label={t(`picker.kind_${kind}`)}
            items={items}
            isSingle={isSingle}
            isDimmed={isPlaceholderData}
            picked={picked}
            isTaken={isTaken}
            onChoose={onChoose}
            onFinish={onFinish}
            onEnd={showMore}
          >
            {hasNextPage && (
              <Button variant="subtle" fullWidth loading={isFetchingNextPage} onClick={showMore}>
                {t("picker.more")}
              </Button>
            )}
          </PickerList>
        )}
      </div>
    </>
  );
}
