/** The presets of a slide: everyone can apply them, content managers can save them. */
import { Button } from "@mantine/core";
import type { ColourPreset } from "@parfocal/core/colour-preset/colour-preset.contract.ts";
import { PRESETS_MAX } from "@parfocal/core/colour-preset/preset-limits.ts";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { type ColourAdjustment, isSameColour } from "@parfocal/core/item/colour-adjustment.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./ColourPanel.module.css";
import { useCreateColourPreset, useDeleteColourPreset, useUpdateColourPreset } from "./colour.api.ts";
import { PresetName } from "./PresetName.tsx";
import { type PresetActions, PresetRow } from "./PresetRow.tsx";

/** Number of presets with a shortcut key: 1 to 9. */
const PRESET_KEYS = 9;

interface ColourPresetsProps {
  readonly image: Pick<Image, "id" | "thumbnail" | "isThumbnailOwn" | "userCanEdit">;
  readonly presets: UseQueryResult<ColourPreset[]>;
  readonly colour: ColourAdjustment;
  readonly onApply: (colour: ColourAdjustment) => void;
}

export function ColourPresets({ image, presets, colour, onApply }: ColourPresetsProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const [renamedId, setRenamedId] = useState<number | null>(null);
  const [deleted, setDeleted] = useState<ColourPreset | null>(null);
  const create = useCreateColourPreset(image.id);
  const update = useUpdateColourPreset(image.id);
  const remove = useDeleteColourPreset(image.id);
  const list = presets.data ?? [];
  const actions: PresetActions = {
    apply: (preset) => onApply(preset.colour),
    startRenaming: (preset) => setRenamedId(preset.id),
    takeOver: (preset) => update.mutate({ presetId: preset.id, colour }),
    setDefault: (preset, isDefault) => update.mutate({ presetId: preset.id, isDefault }),
    remove: (preset) => remove.mutate(preset.id, { onSuccess: () => setDeleted(preset) }),
  };
  const restore = ({ name, colour: former, isDefault }: ColourPreset): void =>
    create.mutate({ name, colour: former, isDefault }, { onSuccess: () => setDeleted(null) });

  return (
    <section className={classes.presets} aria-labelledby={titleId}>
      <h3 id={titleId}>{t("colour.presets")}</h3>
      {presets.isError && (
        <p className={classes.hint} role="alert">
          {t("colour.presetsFailed")}{" "}
          <Button size="compact-xs" variant="default" onClick={() => void presets.refetch()}>
            {t("colour.tryAgain")}
          </Button>
        </p>
      )}
      {presets.isSuccess && list.length === 0 && !deleted && (
        <p className={classes.hint}>{image.userCanEdit ? t("colour.noPresetsTeacher") : t("colour.noPresets")}</p>
      )}
      {list.length > 0 && (
        <ul className={classes.list}>
          {list.map((preset, index) =>
            preset.id === renamedId ? (
              <li key={preset.id}>
                <PresetName
                  first={preset.name}
                  isBusy={update.isPending}
                  onCancel={() => setRenamedId(null)}
                  onSave={async (name) => {
                    await update.mutateAsync({ presetId: preset.id, name });
                    setRenamedId(null);
                  }}
                />
              </li>
            ) : (
              <PresetRow
                key={preset.id}
                preset={preset}
                shortcut={index < PRESET_KEYS ? String(index + 1) : null}
                isApplied={isSameColour(preset.colour, colour)}
                picture={image.isThumbnailOwn ? null : image.thumbnail}
                canManage={image.userCanEdit}
                actions={actions}
              />
            ),
          )}
        </ul>
      )}
      <div role="status">
        {deleted && (
          <p className={classes.deleted}>
            {t("colour.deleted", { name: deleted.name })}
            <Button size="compact-sm" variant="default" loading={create.isPending} onClick={() => restore(deleted)}>
              {t("colour.undo")}
            </Button>
          </p>
        )}
      </div>
      {image.userCanEdit && list.length < PRESETS_MAX && (
        <PresetName
          first=""
          isBusy={create.isPending}
          onCancel={null}
          onSave={(name) => create.mutateAsync({ name, colour })}
        />
      )}
    </section>
  );
}
