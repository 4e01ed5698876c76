/** Ctrl+K: opens a page, an item or a person by name, and runs the tools of the current page. */
import { Kbd, Loader, Modal, TextInput } from "@mantine/core";
import { useDebouncedValue, useMediaQuery } from "@mantine/hooks";
import { SUGGESTION_PAUSE_MS } from "@parfocal/core/search/search-limits.ts";
import { IconCommand } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { SMALL_SCREEN_QUERY } from "#ui/small-screen.ts";
import classes from "./CommandPalette.module.css";
import { type PaletteOption, usePaletteOptions } from "./usePaletteOptions.ts";

export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const isSmall = useMediaQuery(SMALL_SCREEN_QUERY);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("palette.title")}
      size="lg"
      // The top does not move when the list changes its height.
      centered={false}
      yOffset="8dvh"
      fullScreen={isSmall ?? false}
      // The opener restores the focus before a tool is run.
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      // Space for the focus ring of the field.
      styles={{ body: { paddingTop: 4 } }}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <PaletteCombobox onClose={onClose} />
    </Modal>
  );
}

function PaletteCombobox({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { can } = useSession();
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [query] = useDebouncedValue(typed.trim(), SUGGESTION_PAUSE_MS);
  const [active, setActive] = useState(0);
  const { groups, isWaiting, hasFailed } = usePaletteOptions(typed.trim(), query);
  const options = groups.flatMap((group) => group.options);
  const chosen = options[Math.min(active, options.length - 1)];
  const choose = (option: PaletteOption | undefined) => {
    if (!option) return;
    onClose();
    option.run();
  };
  const note = hasFailed
    ? t("palette.failed")
    : isWaiting
      ? t("palette.waiting")
      : options.length === 0
        ? t("palette.nothing", { query: typed.trim() })
        : t("palette.found", { count: options.length });
  return (
    <>
      <TextInput
        data-autofocus
        size="md"
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={chosen ? `${listId}-${chosen.key}` : undefined}
        aria-label={t("palette.title")}
        placeholder={t(can("managePeople") ? "palette.placeholderPeople" : "palette.placeholder")}
        enterKeyHint="go"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        leftSection={<IconCommand size={20} stroke={1.5} aria-hidden />}
        rightSection={isWaiting ? <Loader size={18} aria-hidden /> : null}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
          if (by !== 0) {
            event.preventDefault();
            const place = chosen ? options.indexOf(chosen) : 0;
            setActive((place + by + options.length) % Math.max(1, options.length));
          } else if (event.key === "Enter") {
            event.preventDefault();
            choose(chosen);
          }
        }}
      />
      <div id={listId} role="listbox" aria-label={t("palette.list")} className={classes.list}>
        {groups.map(({ name, options: inGroup }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
          <div key={name} role="group" aria-label={name}>
            <div className={classes.group} aria-hidden>
              {name}
            </div>
            {inGroup.map((option) => (
              <Option
                key={option.key}
                id={`${listId}-${option.key}`}
                option={option}
                isActive={option === chosen}
                onPoint={() => setActive(options.indexOf(option))}
                onChoose={() => choose(option)}
              />
            ))}
          </div>
        ))}
      </div>
      <p className={classes.note}>
        <span role="status">{note}</span>
        {options.length > 0 && <span className={classes.keys}> · {t("palette.keysHint")}</span>}
      </p>
    </>
  );
}

interface OptionProps {
  readonly id: string;
  readonly option: PaletteOption;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

function Option({ id, option, isActive, onPoint, onChoose }: OptionProps) {
  const { icon: OptionIcon, title, more, shortcut } = option;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView?.({ block: "nearest" });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the box has the focus and the keys
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      className={classes.option}
      onMouseMove={isActive ? undefined : onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <OptionIcon size={20} stroke={1.5} aria-hidden />
      <span className={classes.words}>
        <span className={classes.title}>{title}</span>
        {more && <span className={classes.more}>{more}</span>}
      </span>
      {shortcut && (
        <Kbd size="xs" aria-hidden>
          {shortcut}
        </Kbd>
      )}
    </div>
  );
}
