/** Everything of an enrollment form that can be changed, and who has registered by it. */
import { Alert } from "@mantine/core";
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/course/course.contract.ts";
import type { EnrollmentForm } from "@parfocal/core/enrollment/enrollment.contract.ts";
import { type EnrollmentField, formFault } from "@parfocal/core/enrollment/enrollment-form.ts";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { BoxesEditor } from "#box/BoxesEditor.tsx";
import { FieldValues } from "#custom-field/FieldValues.tsx";
import { type ComparedField, EditorFrame } from "#editor/EditorFrame.tsx";
import { EditorSkeleton } from "#editor/EditorState.tsx";
import type { ItemEditorProps } from "#editor/editor-props.ts";
import { TagsField } from "#editor/TagsField.tsx";
import { ThumbnailField } from "#editor/ThumbnailField.tsx";
import { useDraft } from "#editor/useDraft.ts";
import { pathTo } from "#item/place-path.ts";
import { LimitedLine } from "#page/LimitedFields.tsx";
import { showSuccess } from "#platform/failure-toast.ts";
import { useSession } from "#platform/session.tsx";
import { RichText } from "#rich-text/RichText.tsx";
import { RichTextField } from "#rich-text/RichTextField.tsx";
import { CallFailure } from "#session/CallFailure.tsx";
import { useEnrollmentActions, useEnrollmentForm } from "./enrollment.api.ts";
import { FormFields } from "./FormFields.tsx";
import { GroupField } from "./GroupField.tsx";
import { Registrations } from "./Registrations.tsx";

export function EnrollmentEditor(props: ItemEditorProps) {
  const { data, error, refetch } = useEnrollmentForm(props.id, props.parentId);
  if (data) return <Form {...props} form={data} />;
  return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <EditorSkeleton />;
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
  { name: "title", label: t("page.fieldTitle"), show: (shown) => shown.title },
  { name: "subtitle", label: t("page.fieldSubtitle"), show: (shown) => shown.subtitle },
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
  const { site } = useSession();
  const { update } = useEnrollmentActions();
  const { title, subtitle, description, fields, tags, thumbnailMediaId, userGroupTitle } = form;
  const count = form.registrationCount ?? 0;
  const userGroupId = form.userGroupId ?? 0;
  const draft = useDraft<Values>({
    name: `enrollment-${id}`,
    saved: { title, subtitle, description, userGroupId, fields, tags, thumbnailMediaId },
    async send({ fields: asked, ...changes }, { title, subtitle, description, fields }) {
      await update(id, {
        ...changes,
        seen: { title, subtitle, description, fields },
        ...(asked && { fields: asked.map((field) => ({ ...field, options: [...field.options] })) }),
      });
      showSuccess(t("enrollment.updated"));
    },
  });
  const { values, change } = draft;
  const isTitleMissing = values.title.trim() === "";
  const answeredIds = new Set(count > 0 ? fields.map((field) => field.id) : []);
  return (
    <EditorFrame
      kind="enrollment"
      title={title}
      href={pathTo(site.id, steps)}
      draft={draft}
      isValid={!isTitleMissing && formFault(values.fields) === null}
      compared={comparedFields(t)}
    >
      <LimitedLine
        label={t("page.fieldTitle")}
        value={values.title}
        maxCharacters={TITLE_MAX_CHARACTERS}
        onChange={(next) => change({ title: next })}
        error={isTitleMissing && t("page.titleMissing")}
        isRequired
      />
      <LimitedLine
        label={t("page.fieldSubtitle")}
        value={values.subtitle}
        maxCharacters={TITLE_MAX_CHARACTERS}
        onChange={(next) => change({ subtitle: next })}
      />
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
      <ThumbnailField
        label={t("page.fieldThumbnail")}
        value={values.thumbnailMediaId}
        automatic={null}
        hint={t("page.thumbnailHint")}
        onChange={(next) => change({ thumbnailMediaId: next })}
      />
      <TagsField
        label={t("page.tags")}
        value={values.tags}
        type="enrollment"
        onChange={(next) => change({ tags: [...next] })}
      />
      <FieldValues itemId={id} kind="enrollment" />
      <BoxesEditor id={id} kind="enrollment" />
    </EditorFrame>
  );
}
