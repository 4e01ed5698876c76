/**
 * The fields of the site by content type: searched, added, changed and deleted by administrators; read-only for
 * teachers.
 */
import { Button, Select, TextInput } from "@mantine/core";
import type { CustomField } from "@parfocal/core/custom-field/custom-field.contract.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { IconForms, IconListSearch, IconPlugConnectedX, IconPlus, IconSearch, IconTable } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ITEM_ICONS } from "#item/item-icons.ts";
import { useSession } from "#platform/session.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { StateMessage } from "#ui/StateMessage.tsx";
import { useCustomFields } from "./custom-field.api.ts";
import { FieldDialog } from "./FieldDialog.tsx";
import styles from "./FieldList.module.css";
import { FieldRow } from "./FieldRow.tsx";
import { RemoveFieldDialog } from "./RemoveFieldDialog.tsx";

type OpenDialog =
  | { readonly type: "edit"; readonly field: CustomField | null }
  | { readonly type: "remove"; readonly field: CustomField };

const ICON = { size: 18, stroke: 1.5, "aria-hidden": true } as const;

export function FieldList() {
  const { t } = useTranslation();
  const { site, can } = useSession();
  const { data: fields, isError, refetch } = useCustomFields();
  const [text, setText] = useState("");
  const [kind, setKind] = useState<string | null>(null);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const mayEdit = can("managePeople");
  if (isError)
    return (
      <StateMessage
        icon={IconPlugConnectedX}
        title={t("customField.loadFailed")}
        text={t("customField.loadFailedText")}
        isAlert
        isWholePage={false}
      >
        <Button onClick={() => void refetch()}>{t("customField.tryAgain")}</Button>
      </StateMessage>
    );
  if (!fields) return <PageSkeleton />;
  const kinds = [...new Set(fields.map(({ itemType }) => itemType))];
  const found = fields.filter(
    ({ title, fieldKey, itemType }) =>
      (kind === null || itemType === kind) && `${title} ${fieldKey}`.toLowerCase().includes(text.trim().toLowerCase()),
  );
  const addButton = mayEdit && (
    <Button leftSection={<IconPlus {...ICON} />} onClick={() => setDialog({ type: "edit", field: null })}>
      {t("customField.add")}
    </Button>
  );
  return (
    <section aria-label={t("customField.section")} className={styles.screen}>
      <div className={styles.head}>
        <p className={styles.intro}>{t(mayEdit ? "customField.intro" : "customField.introTeacher")}</p>
        <div className={styles.actions}>
          {kinds.includes("image") && (
            <Button
              component={Link}
              to={`/s${site.id}/manage/fields`}
              search={{ fill: "all" } as never}
              variant="default"
              leftSection={<IconTable {...ICON} />}
            >
              {t("customField.fillSlides")}
            </Button>
          )}
          {fields.length > 0 && addButton}
        </div>
      </div>
      {fields.length > 0 && (
        <div className={styles.filters}>
          <TextInput
            type="search"
            className={styles.search}
            aria-label={t("customField.search")}
            placeholder={t("customField.search")}
            leftSection={<IconSearch {...ICON} />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Select
            aria-label={t("customField.filterKind")}
            placeholder={t("customField.anyKind")}
            clearable
            clearButtonProps={{ "aria-label": t("customField.anyKind") }}
            data={kinds.map((value) => ({ value, label: t(`tree.kind_${value}`) }))}
            value={kind}
            onChange={setKind}
          />
        </div>
      )}
      {found.length === 0 ? (
        <NothingThere isEmpty={fields.length === 0} mayEdit={mayEdit}>
          {fields.length === 0 && addButton}
        </NothingThere>
      ) : (
        kinds.map((one) => (
          <KindOfFields
            key={one}
            kind={one}
            fields={found.filter(({ itemType }) => itemType === one)}
            mayEdit={mayEdit}
            onOpen={setDialog}
          />
        ))
      )}
      {dialog?.type === "edit" && <FieldDialog field={dialog.field} onClose={() => setDialog(null)} />}
      {dialog?.type === "remove" && <RemoveFieldDialog field={dialog.field} onClose={() => setDialog(null)} />}
    </section>
  );
}

interface NothingThereProps {
  readonly isEmpty: boolean;
  readonly mayEdit: boolean;
  readonly children: ReactNode;
}

function NothingThere({ isEmpty, mayEdit, children }: NothingThereProps) {
  const { t } = useTranslation();
  if (!isEmpty)
    return (
      <StateMessage
        icon={IconListSearch}
        title={t("customField.noneFoundTitle")}
        text={t("customField.noneFoundText")}
        isWholePage={false}
      />
    );
  return (
    <StateMessage
      icon={IconForms}
      title={t("customField.emptyTitle")}
      text={t(mayEdit ? "customField.emptyText" : "customField.emptyTextTeacher")}
      isWholePage={false}
    >
      {children}
    </StateMessage>
  );
}

interface KindOfFieldsProps {
  readonly kind: ItemKind;
  readonly fields: readonly CustomField[];
  readonly mayEdit: boolean;
  readonly onOpen: (dialog: OpenDialog) => void;
}

function KindOfFields({ kind, fields, mayEdit, onOpen }: KindOfFieldsProps) {
  const { t } = useTranslation();
  const Icon = ITEM_ICONS[kind];
  if (fields.length === 0) return null;
  return (
    <div>
      <h2 className={styles.kind}>
        <Icon {...ICON} /> {t(`tree.kind_${kind}`)}
      </h2>
      <ul className={styles.fields} aria-label={t(`tree.kind_${kind}`)}>
        {fields.map((field) => (
          <FieldRow
            key={field.id}
            field={field}
            mayEdit={mayEdit}
            onEdit={() => onOpen({ type: "edit", field })}
            onRemove={() => onOpen({ type: "remove", field })}
          />
        ))}
      </ul>
    </div>
  );
}
