/** Editor of an enrollment form, with its registrations. */
import { Alert } from "@mantine/core";
import type { EnrollmentForm } from "@parfocal/core/enrollment/enrollment.contract.ts";
import { type EnrollmentField, formProblem } from "@parfocal/core/enrollment/enrollment-form.ts";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { ComparedField } from "#editor/EditorFrame.tsx";
import type { ItemEditorProps } from "#editor/editor-props.ts";
import { useDraft } from "#editor/useDraft.ts";
import { ItemEditorFrame } from "#item-editor/ItemEditorFrame.tsx";
import { LoadedItem } from "#item-editor/LoadedItem.tsx";
import { showSuccess } from "#platform/failure-toast.ts";
import { RichText } from "#rich-text/RichText.tsx";
import { RichTextField } from "#rich-text/RichTextField.tsx";
import { useEnrollmentActions, useEnrollmentForm } from "./enrollment.api.ts";
import { FormFields } from "./FormFields.tsx";
import { GroupField } from "./GroupField.tsx";
import { Registrations } from "./Registrations.tsx";

export function EnrollmentEditor(props: ItemEditorProps) {
  const query = useEnrollmentForm(props.id, props.parentId);
  return <LoadedItem query={query}>{(form) => <Form {...props} form={form} />}</LoadedItem>;
}

interface Values {
  readonly title: string;
  readonly subtitle: string;
  readonly description: string;
  readonly userGroupId: number;
  readonly fields: EnrollmentField[];
  readonly tags: string[];
  readonly thumbnailMediaId: number | null;
}

const comparedFields = (t: TFunction): ComparedField<Values>[] => [
  { name: "description", label: t("enrollment.description"), show: (shown) => <RichText text={shown.description} /> },
  { name: "fields", label: t("enrollment.fields"), show: (shown) => <FieldSummary fields={shown.fields} /> },
];

function FieldSummary({ fields }: Pick<Values, "fields">) {
  const { t } = useTranslation();
  return (
    <ol>
      {fields.map(({ id, title, type, options }) => (
        <li key={id}>
          {title} ({t(`enrollment.type_${type}`)}){options.length > 0 && `: ${options.join(", ")}`}
        </li>
      ))}
    </ol>
  );
}

function Form({ id, steps, form }: ItemEditorProps & { readonly form: EnrollmentForm }) {
  const { t } = useTranslation();
  const { update } = useEnrollmentActions();
  const { title, subtitle, description, fields, tags, thumbnailMediaId, userGroupTitle } = form;
  const count = form.registrationCount ?? 0;
  const userGroupId = form.userGroupId ?? 0;
  const draft = useDraft<Values>({
    name: `enrollment-${id}`,
    saved: { title, subtitle, description, userGroupId, fields, tags, thumbnailMediaId },
    async send({ fields: changedFields, ...changes }, { title, subtitle, description, fields }) {
      await update(id, {
        ...changes,
        seen: { title, subtitle, description, fields },
        ...(changedFields && { fields: changedFields.map((field) => ({ ...field, options: [...field.options] })) }),
      });
      showSuccess(t("enrollment.updated"));
    },
  });
  const { values, change } = draft;
  const answeredIds = new Set(count > 0 ? fields.map((field) => field.id) : []);
  return (
    <ItemEditorFrame
      kind="enrollment"
      id={id}
      steps={steps}
      draft={draft}
      areOwnFieldsValid={formProblem(values.fields) === null}
      compared={comparedFields(t)}
    >
      <GroupField
        groupId={values.userGroupId}
        groupTitle={userGroupTitle}
        isFixed={!form.canSeeRegistrations}
        onChange={(next) => change({ userGroupId: next })}
      />
      {values.userGroupId !== userGroupId && count > 0 && (
        <Alert color="blue">{t("enrollment.groupMoved", { count })}</Alert>
      )}
      <RichTextField
        label={t("enrollment.description")}
        value={values.description}
        onChange={(next) => change({ description: next })}
      />
      <FormFields fields={values.fields} answeredIds={answeredIds} onChange={(next) => change({ fields: next })} />
      <Registrations id={id} count={count} isAllowed={form.canSeeRegistrations} />
    </ItemEditorFrame>
  );
}
