/** Title, dates and entity types of a user group, with a draft that survives a failed save and a reload. */
import { Alert, Button, Checkbox, Group, Text, TextInput } from "@mantine/core";
import type { Assignment } from "@parfocal/core/assignment/assignment.contract.ts";
import { USER_GROUP_TITLE_MAX_CHARACTERS } from "@parfocal/core/assignment/assignment-limits.ts";
import { ENTITY_TYPES, kindOfEntity } from "@parfocal/core/assignment/entity-types.ts";
import { type FormEvent, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useDraft } from "#editor/useDraft.ts";
import { dateOfField, fieldOfDate } from "#ui/site-dates.ts";
import styles from "./UserGroup.module.css";
import { type GroupChanges, useGroupActions } from "./user-group.api.ts";

export function GroupSettings({ group }: { readonly group: Assignment }) {
  const { t } = useTranslation();
  const { id, title, dateStart, dateEnd, entities } = group;
  const { change } = useGroupActions(id);
  const saved = useMemo(() => ({ title, dateStart, dateEnd, entities }), [title, dateStart, dateEnd, entities]);
  const draft = useDraft({ name: `user-group-${id}`, saved, send: (changes) => change(changes as GroupChanges) });
  const { values } = draft;
  const isOrderWrong = values.dateStart !== null && values.dateEnd !== null && values.dateStart > values.dateEnd;
  const isValid = values.title.trim() !== "" && !isOrderWrong;

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (isValid) void draft.save();
  }

  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <TextInput
        label={t("userGroup.title")}
        maxLength={USER_GROUP_TITLE_MAX_CHARACTERS}
        value={values.title}
        onChange={(event) => draft.change({ title: event.currentTarget.value })}
      />
      <div className={styles.dates}>
        <TextInput
          type="datetime-local"
          step={1}
          label={t("userGroup.dateStart")}
          value={fieldOfDate(values.dateStart)}
          onChange={(event) => draft.change({ dateStart: dateOfField(event.currentTarget.value) })}
        />
        <TextInput
          type="datetime-local"
          step={1}
          label={t("userGroup.dateEnd")}
          error={isOrderWrong && t("userGroup.datesInWrongOrder")}
          value={fieldOfDate(values.dateEnd)}
          onChange={(event) => draft.change({ dateEnd: dateOfField(event.currentTarget.value) })}
        />
      </div>
      <Text size="sm" c="dimmed">
        {t("userGroup.dateHint")}
      </Text>
      <fieldset className={styles.entities}>
        <legend>{t("userGroup.entities")}</legend>
        {ENTITY_TYPES.map((entityType) => (
          <Checkbox
            key={entityType}
            className={styles.entity}
            label={t(`userGroup.kind_${kindOfEntity(entityType)}` as "userGroup.kind_image")}
            checked={values.entities[entityType] === "allow"}
            onChange={(event) =>
              draft.change({
                entities: { ...values.entities, [entityType]: event.currentTarget.checked ? "allow" : "deny" },
              })
            }
          />
        ))}
      </fieldset>
      {draft.failure && (
        <Alert color="red" role="alert">
          {draft.failure.codes.includes("titleTaken") ? t("userGroup.exists") : draft.failure.message}
        </Alert>
      )}
      <Group gap="xs">
        <Button type="submit" disabled={!draft.isDirty || !isValid} loading={draft.state === "saving"}>
          {t("userGroup.save")}
        </Button>
        {draft.isDirty && (
          <Button variant="default" onClick={draft.discard}>
            {t("userGroup.discard")}
          </Button>
        )}
        <Text component="span" role="status" size="sm" c="dimmed">
          {draft.state === "saved" && t("userGroup.saved")}
        </Text>
      </Group>
    </form>
  );
}
