import { ActionIcon, Menu, UnstyledButton } from "@mantine/core";
import type { ColourPreset } from "@parfocal/core/colour-preset/colour-preset.contract.ts";
import { cssFilterOf } from "@parfocal/core/item/colour-adjustment.ts";
import { IconDots, IconHome } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./ColourPanel.module.css";

const ICON_SIZE_PX = 16;
const ICON_STROKE = 1.5;

export interface PresetActions {
  apply(preset: ColourPreset): void;
  startRenaming(preset: ColourPreset): void;
  takeOver(preset: ColourPreset): void;
  setDefault(preset: ColourPreset, isDefault: boolean): void;
  remove(preset: ColourPreset): void;
}

interface PresetRowProps {
  readonly preset: ColourPreset;
  /** Shortcut key; null: none. */
  readonly shortcut: string | null;
  readonly isApplied: boolean;
  /** Thumbnail of the slide; null: none. */
  readonly picture: string | null;
  readonly canManage: boolean;
  readonly actions: PresetActions;
}

export function PresetRow({ preset, shortcut, isApplied, picture, canManage, actions }: PresetRowProps) {
  const { t } = useTranslation();
  return (
    <li className={classes.preset}>
      <UnstyledButton
        className={classes.apply}
        aria-pressed={isApplied}
        {...(shortcut ? { "aria-keyshortcuts": shortcut } : {})}
        onClick={() => actions.apply(preset)}
      >
        {picture && <img src={picture} alt="" style={{ filter: cssFilterOf(preset.colour) }} />}
        <span className={classes.presetName}>{preset.name}</span>
        {preset.isDefault && (
          <span className={classes.opening} title={t("colour.opensWith")}>
            <IconHome size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
            <span className="for-screen-readers">{t("colour.opensWith")}</span>
          </span>
        )}
        {shortcut && (
          <kbd className={classes.key} aria-hidden>
            {shortcut}
          </kbd>
        )}
      </UnstyledButton>
      {canManage && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t("colour.presetMenu", { name: preset.name })}
            >
              <IconDots size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => actions.setDefault(preset, !preset.isDefault)}>
              {preset.isDefault ? t("colour.clearDefault") : t("colour.makeDefault")}
            </Menu.Item>
            <Menu.Item onClick={() => actions.takeOver(preset)}>{t("colour.takeOver")}</Menu.Item>
            <Menu.Item onClick={() => actions.startRenaming(preset)}>{t("colour.rename")}</Menu.Item>
            <Menu.Item color="var(--mantine-color-error)" onClick={() => actions.remove(preset)}>
              {t("colour.delete")}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
}
