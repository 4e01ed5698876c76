/** The editor of a course. */
import { Checkbox } from "@mantine/core";
import { type CAPABILITIES, ROLES, type Role, roleHas } from "@parfocal/core/access/capabilities.ts";
import type { Course } from "@parfocal/core/course/course.contract.ts";
import { message } from "@parfocal/core/messages.ts";
import { useTranslation } from "react-i18next";
import { BoxesEditor } from "#box/BoxesEditor.tsx";
import { AppearanceFields } from "#editor/AppearanceFields.tsx";
import type { AccessSectionComponent } from "#editor/access-section.ts";
import { appearanceOf } from "#editor/appearance.ts";
import { EditorFrame } from "#editor/EditorFrame.tsx";
import { EditorState } from "#editor/EditorState.tsx";
import { TagsField } from "#editor/TagsField.tsx";
import { useDraft } from "#editor/useDraft.ts";
import { pathTo } from "#item/place-path.ts";
import { comparedDescription, isTitled, TitleAndDescription } from "#item-editor/TitleAndDescription.tsx";
import { showSuccess } from "#platform/failure-toast.ts";
import { useSession } from "#platform/session.tsx";
import { useCourse, useUpdateCourse } from "./course.api.ts";

interface CourseEditorProps {
  readonly id: number;
  readonly AccessSection: AccessSectionComponent;
}

export function CourseEditor({ id, AccessSection }: CourseEditorProps) {
  const { data: course, isError, refetch } = useCourse(id);
  if (!course) return <EditorState isError={isError} onRetry={() => void refetch()} />;
  return <CourseForm key={id} course={course} AccessSection={AccessSection} />;
}

/** Content managers see every course. */
type ChosenRole = Exclude<Role, (typeof CAPABILITIES)["manageContent"][number]>;
const CHOSEN_ROLES = ROLES.filter((role): role is ChosenRole => !roleHas(role, "manageContent"));

function valuesOf(course: Course) {
  const { title, description, tags, userRoles } = course;
  return { title, description, tags, userRoles, ...appearanceOf(course) };
}

interface CourseFormProps {
  readonly course: Course;
  readonly AccessSection: AccessSectionComponent;
}

function CourseForm({ course, AccessSection }: CourseFormProps) {
  const { t } = useTranslation();
  const { site } = useSession();
  const { id } = course;
  const update = useUpdateCourse(id);
  const draft = useDraft({
    name: `course-${id}`,
    saved: valuesOf(course),
    async send(changes, { title, description }) {
      await update({ ...changes, seen: { title, description } });
      showSuccess(message("course.updated"));
    },
  });
  const { values, change } = draft;
  return (
    <EditorFrame
      kind="course"
      title={course.title}
      href={pathTo(site.id, [{ kind: "course", id }])}
      draft={draft}
      isValid={isTitled(values)}
      compared={comparedDescription(t, "course")}
    >
      <TitleAndDescription kind="course" values={values} onChange={change} />
      <TagsField label={t("editor.tags")} type="course" value={values.tags} onChange={(tags) => change({ tags })} />
      <Checkbox.Group
        label={t("editor.userRoles")}
        description={t(values.userRoles.length === 0 ? "editor.userRolesAll" : "editor.userRolesSome")}
        value={[...values.userRoles]}
        onChange={(roles) => change({ userRoles: roles as Role[] })}
      >
        {CHOSEN_ROLES.map((role) => (
          <Checkbox key={role} value={role} label={t(`editor.role_${role}`)} mt="xs" />
        ))}
      </Checkbox.Group>
      <AppearanceFields
        values={values}
        automaticThumbnail={course.thumbnailMediaId === null ? course.thumbnail : null}
        onChange={change}
      />
      <BoxesEditor id={id} kind="course" />
      <AccessSection resourceId={course.id} title={course.title} />
    </EditorFrame>
  );
}
