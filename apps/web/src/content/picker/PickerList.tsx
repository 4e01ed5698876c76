/** A list of items to choose from. The list itself has the focus and refers to the active item. */
import { cssFilterOf } from "@parfocal/core/item/colour-adjustment.ts";
import { IconCheck } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, type Ref, useId, useImperativeHandle, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ITEM_ICONS } from "#item/item-icons.ts";
import styles from "./Picker.module.css";
import type { PickerItem } from "./picker-item.ts";
import type { Picked } from "./usePicked.ts";

/** Distance from the lower edge at which more is loaded, CSS px. */
const END_PX = 240;

export interface PickerListHandle {
  readonly focus: () => void;
}

interface PickerListProps {
  readonly handle: Ref<PickerListHandle>;
  readonly label: string;
  readonly items: readonly PickerItem[];
  readonly isSingle: boolean;
  /** Whether newer results are loading. A selection made until then counts: it is the row that was pressed. */
  readonly isDimmed: boolean;
  readonly picked: Picked;
  readonly isTaken: (item: PickerItem) => boolean;
  readonly onChoose: (item: PickerItem) => void;
  readonly onFinish: () => void;
  /** Called when its end becomes visible. */
  readonly onEnd: () => void;
  /** Shown below the last row. */
  readonly children: ReactNode;
}

/** Source: WAI-ARIA Authoring Practices 1.2, "Listbox". */
export function PickerList(props: PickerListProps) {
  const { handle, label, items, isSingle, isDimmed, picked, isTaken, onChoose, onFinish, onEnd, children } = props;
  const prefix = useId();
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [activeId, setActive] = useState<number | null>(null);
  const at = items.findIndex(({ id }) => id === activeId);
  useImperativeHandle(handle, () => ({ focus: () => list.current?.focus() }));
  /** Only for keys: with a pointer, nothing may move between press and release. */
  const goTo = (index: number) => {
    const item = items[Math.max(0, Math.min(items.length - 1, index))];
    if (item) {
      setActive(item.id);
      document.getElementById(`${prefix}${item.id}`)?.scrollIntoView({ block: "nearest" });
    }
    if (index >= items.length - 1) onEnd();
  };
  const choose = (item: PickerItem | undefined) => {
    if (item && !isTaken(item)) onChoose(item);
  };
  function handleKey(event: KeyboardEvent) {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: items.length - 1,
    };
    const step = steps[event.key];
    if (step !== undefined) goTo(step);
    else if (event.key === " " || (event.key === "Enter" && isSingle)) choose(items[at]);
    else if (event.key === "Enter") onFinish();
    else return;
    event.preventDefault();
  }
  return (
    <div
      ref={box}
      className={styles.scroller}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        if (scrollHeight - scrollTop - clientHeight < END_PX) onEnd();
      }}
    >
      <div
        ref={list}
        role="listbox"
        tabIndex={0}
        aria-label={label}
        aria-multiselectable={!isSingle}
        aria-busy={isDimmed}
        aria-activedescendant={at < 0 ? undefined : `${prefix}${activeId}`}
        className={styles.list}
        data-dimmed={isDimmed || undefined}
        onKeyDown={handleKey}
        onFocus={() => at < 0 && goTo(0)}
      >
        {items.map((item) => (
          <PickerOption
            key={item.id}
            domId={`${prefix}${item.id}`}
            item={item}
            isActive={item.id === activeId}
            isPicked={picked.has(item.id)}
            isTaken={isTaken(item)}
            // Before the list is focused, which would activate the first item.
            onPress={() => setActive(item.id)}
            onClick={() => choose(item)}
          />
        ))}
      </div>
      {children}
    </div>
  );
}

interface PickerOptionProps {
  readonly domId: string;
  readonly item: PickerItem;
  readonly isActive: boolean;
  readonly isPicked: boolean;
  readonly isTaken: boolean;
  /** Called when the mouse button is pressed on it. */
  readonly onPress: () => void;
  readonly onClick: () => void;
}

function PickerOption({ domId, item, isActive, isPicked, isTaken, onPress, onClick }: PickerOptionProps) {
  const { t } = useTranslation();
  const notes = [item.more, item.isHiddenElsewhere ? t("picker.hidden") : "", isTaken ? t("picker.taken") : ""];
  const more = notes.filter((part) => part !== "").join(" · ");
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the list has the focus and the keys
    <div
      id={domId}
      role="option"
      aria-selected={isPicked}
      aria-disabled={isTaken || undefined}
      className={styles.option}
      data-active={isActive || undefined}
      onMouseDown={onPress}
      onClick={onClick}
    >
      <ItemPicture item={item} />
      <span className={styles.words}>
        <span className={styles.title}>{item.title}</span>
        {more !== "" && <span className={styles.more}>{more}</span>}
      </span>
      <span className={styles.mark} aria-hidden>
        {isPicked && <IconCheck size={18} stroke={2.25} />}
      </span>
    </div>
  );
}

function ItemPicture({ item: { kind, thumbnail, colour } }: { readonly item: PickerItem }) {
  const [hasFailed, setFailed] = useState(false);
  const Icon = ITEM_ICONS[kind];
  return (
    <span className={styles.picture}>
      {thumbnail === null || hasFailed ? (
        <Icon size={26} stroke={1.25} aria-hidden />
      ) : (
        <img
          src={thumbnail}
          // Another server receives no cookies and no referrer.
          {...(thumbnail.startsWith("/") ? {} : { crossOrigin: "anonymous", referrerPolicy: "no-referrer" })}
          alt=""
          style={colour ? { filter: cssFilterOf(colour) } : undefined}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(true)}
        />
      )}
    </span>
  );
}
