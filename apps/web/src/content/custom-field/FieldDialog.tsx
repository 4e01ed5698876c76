/** Adds or edits a custom field. Input survives a failed attempt and a reload. */
import { Alert, Button, Group, Modal, Select, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import type { CustomField } from "@parfocal/core/custom-field/custom-field.contract.ts";
import { missingFormFields } from "@parfocal/core/custom-field/custom-field-form.ts";
import { itemKindOfPostType, POST_TYPES, splitList } from "@parfocal/core/custom-field/field-types.ts";
import { FIELD_TYPE_NAMES, type FieldType } from "@parfocal/core/item/field-type-names.ts";
import { message } from "@parfocal/core/messages.ts";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useDraft } from "#editor/useDraft.ts";
import { showSuccess } from "#platform/failure-toast.ts";
import { newIdempotencyKey } from "#platform/idempotency-key.ts";
import { type FieldBody, useDefineField } from "./custom-field.api.ts";

/** The same limit as in the contract. */
const FIELD_TITLE_MAX_CHARACTERS = 200;
/** Types with a list of choices. */
const WITH_CHOICES: ReadonlySet<string> = new Set<FieldType>(["select", "text", "tags"]);

interface FieldDialogProps {
  /** Null: a new one. */
  readonly field: CustomField | null;
  readonly onClose: () => void;
}

interface FieldForm {
  readonly title: string;
  readonly postType: string;
  /** Empty: not selected yet. */
  readonly fieldType: FieldType | "";
  /** As typed, separated by commas. */
  readonly choices: string;
  readonly isRequired: boolean;
  readonly isPrimary: boolean;
}

const NEW_FIELD: FieldForm = {
  title: "",
  postType: "sz-image",
  fieldType: "",
  choices: "",
  isRequired: false,
  isPrimary: false,
};

const formOf = ({ title, postType, fieldType, defaultValues, isRequired, isPrimary }: CustomField): FieldForm => ({
  title,
  postType,
  fieldType,
  choices: defaultValues.join(", "),
  isRequired,
  isPrimary,
});

const bodyOf = ({ choices, isPrimary: _, ...others }: Partial<FieldForm>) => ({
  ...others,
  ...(choices === undefined ? {} : { defaultValues: splitList(choices) }),
});

export function FieldDialog({ field, onClose }: FieldDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={field ? t("customField.editTitle", { title: field.title }) : t("customField.add")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <FieldFormBody field={field} onClose={onClose} />
    </Modal>
  );
}

function useFieldDraft(field: CustomField | null) {
  const { create, change } = useDefineField();
  /** One key per sent content, so that repeating the request creates no duplicate. */
  const sent = useRef({ text: "", key: "" });
  return useDraft<FieldForm>({
    name: field ? `custom-field-${field.id}` : "custom-field-new",
    saved: field ? formOf(field) : NEW_FIELD,
    async send(changes) {
      if (field) await change(field.id, bodyOf(changes) as Partial<FieldBody>, changes.isPrimary);
      else {
        const form = { ...NEW_FIELD, ...changes };
        const body = bodyOf(form) as FieldBody;
        const text = JSON.stringify(body);
        if (sent.current.text !== text) sent.current = { text, key: newIdempotencyKey() };
        await create(body, form.isPrimary, sent.current.key);
      }
      showSuccess(message(field ? "field.updated" : "field.created"));
    },
  });
}

function FieldFormBody({ field, onClose }: FieldDialogProps) {
  const { t } = useTranslation();
  const draft = useFieldDraft(field);
  const [isTried, setTried] = useState(false);
  const { values, change, failure } = draft;
  const defaultValues = splitList(values.choices);
  const missing = missingFormFields({ ...values, defaultValues });
  const isLocked = field?.isSystem ?? false;
  /** Validation error of a part of the form. */
  const problemOf = (part: "title" | "postType" | "fieldType" | "defaultValues") => {
    if (isTried && missing.includes(part)) return t(`customField.missing_${part}`);
    return failure?.codes.includes(part) ? failure.message : undefined;
  };
  const isSaidAtField = ["title", "postType", "fieldType", "defaultValues"].some((part) =>
    failure?.codes.includes(part),
  );

  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (missing.length === 0 && (await draft.save())) onClose();
  }

  return (
    <form onSubmit={(event) => void handleSubmit(event)} noValidate>
      <Stack>
        {draft.wasRestored && <Alert color="blue">{t("editor.restoredDraft")}</Alert>}
        {isLocked && <Alert color="gray">{t("customField.systemLocked")}</Alert>}
        <TextInput
          label={t("customField.fieldTitle")}
          withAsterisk
          data-autofocus
          maxLength={FIELD_TITLE_MAX_CHARACTERS}
          error={problemOf("title")}
          value={values.title}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        <Select
          label={t("customField.postType")}
          withAsterisk
          allowDeselect={false}
          disabled={isLocked}
          error={problemOf("postType")}
          data={POST_TYPES.map((value) => ({ value, label: t(`tree.kind_${itemKindOfPostType(value)}`) }))}
          value={values.postType}
          onChange={(postType) => change({ postType: postType ?? "" })}
        />
        <Select
          label={t("customField.fieldType")}
          withAsterisk
          allowDeselect={false}
          disabled={isLocked}
          placeholder={t("customField.fieldTypeChoose")}
          description={values.fieldType === "" ? undefined : t(`customField.about_${values.fieldType}`)}
          error={problemOf("fieldType")}
          data={FIELD_TYPE_NAMES.map((value) => ({ value, label: t(`customField.type_${value}`) }))}
          value={values.fieldType === "" ? null : values.fieldType}
          onChange={(fieldType) => change({ fieldType: (fieldType ?? "") as FieldType | "" })}
        />
        {WITH_CHOICES.has(values.fieldType) && (
          <Textarea
            label={t(values.fieldType === "select" ? "customField.choices" : "customField.suggestions")}
            description={t("customField.choicesHint", { count: defaultValues.length })}
            withAsterisk={values.fieldType === "select"}
            autosize
            minRows={2}
            maxRows={8}
            error={problemOf("defaultValues")}
            value={values.choices}
            onChange={(event) => change({ choices: event.currentTarget.value })}
          />
        )}
        <FieldSwitches values={values} change={change} />
        <div role="alert">{failure && !isSaidAtField && <Alert color="red">{failure.message}</Alert>}</div>
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() => {
              draft.discard();
              // After its draft is deleted.
              setTimeout(onClose, 0);
            }}
          >
            {t("ui.cancel")}
          </Button>
          <Button type="submit" loading={draft.state === "saving"}>
            {t(field ? "customField.save" : "customField.create")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface FieldSwitchesProps {
  readonly values: FieldForm;
  readonly change: (changes: Partial<FieldForm>) => void;
}

function FieldSwitches({ values, change }: FieldSwitchesProps) {
  const { t } = useTranslation();
  return (
    <>
      <Switch
        label={t("customField.isRequired")}
        description={t("customField.isRequiredHint")}
        checked={values.isRequired}
        onChange={(event) => change({ isRequired: event.currentTarget.checked })}
      />
      <Switch
        label={t("customField.isPrimary")}
        description={t("customField.isPrimaryHint")}
        checked={values.isPrimary}
        onChange={(event) => change({ isPrimary: event.currentTarget.checked })}
      />
    </>
  );
}
