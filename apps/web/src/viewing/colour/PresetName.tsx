import { Button, TextInput } from "@mantine/core";
import { PRESET_NAME_MAX_CHARACTERS } from "@parfocal/core/colour-preset/preset-limits.ts";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./ColourPanel.module.css";

interface PresetNameProps {
  /** Current name; empty for a new preset. */
  readonly first: string;
  readonly isBusy: boolean;
  /** Null: there is no state to return to. */
  readonly onCancel: (() => void) | null;
  readonly onSave: (name: string) => Promise<unknown>;
}

/** Asks for the name of a preset; cleared after saving. */
export function PresetName({ first, isBusy, onCancel, onSave }: PresetNameProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(first);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const newName = name.trim();
    if (newName === "") return;
    // A toast shows the error; the name stays for another attempt.
    onSave(newName).then(
      () => setName(""),
      () => undefined,
    );
  };
  return (
    <form className={classes.naming} onSubmit={handleSubmit}>
      <TextInput
        size="xs"
        aria-label={t("colour.name")}
        placeholder={t("colour.namePlaceholder")}
        maxLength={PRESET_NAME_MAX_CHARACTERS}
        value={name}
        data-autofocus={onCancel !== null || undefined}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !onCancel) return;
          event.preventDefault();
          onCancel();
        }}
      />
      <Button type="submit" size="compact-sm" loading={isBusy} disabled={name.trim() === ""}>
        {t("colour.save")}
      </Button>
      {onCancel && (
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          {t("colour.cancel")}
        </Button>
      )}
    </form>
  );
}
