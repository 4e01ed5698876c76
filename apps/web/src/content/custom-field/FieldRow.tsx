/** A field in the list, with its actions. */
import { ActionIcon, Badge, Tooltip } from "@mantine/core";
import type { CustomField } from "@parfocal/core/custom-field/custom-field.contract.ts";
import { IconPencil, IconStar, IconStarFilled, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useChoosePrimary } from "./custom-field.api.ts";
import styles from "./FieldList.module.css";
import { FIELD_TYPE_ICONS } from "./field-type-icons.ts";

/** Number of choices shown in the list. */
const SHOWN_CHOICES = 4;

interface FieldRowProps {
  readonly field: CustomField;
  readonly mayEdit: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

export function FieldRow({ field, mayEdit, onEdit, onRemove }: FieldRowProps) {
  const { t } = useTranslation();
  const choosePrimary = useChoosePrimary();
  const { id, title, fieldType, fieldKey, isPrimary, isRequired, isSystem, defaultValues } = field;
  const Icon = FIELD_TYPE_ICONS[fieldType];
  const more = defaultValues.length - SHOWN_CHOICES;
  const choices = defaultValues.slice(0, SHOWN_CHOICES).join(", ") + (more > 0 ? ` +${more}` : "");
  const facts = [t(`customField.type_${fieldType}`), choices, fieldKey].filter((fact) => fact !== "");
  const starName = t(isPrimary ? "customField.unsetPrimary" : "customField.setPrimary", { title });
  return (
    <li className={styles.field}>
      <Icon size={22} stroke={1.5} className={styles.icon} aria-hidden />
      <div className={styles.what}>
        <span className={styles.title}>
          {title}
          {isPrimary && <Badge variant="light">{t("customField.primary")}</Badge>}
          {isRequired && (
            <Badge variant="light" color="red">
              {t("customField.required")}
            </Badge>
          )}
          {isSystem && (
            <Badge variant="light" color="gray">
              {t("customField.system")}
            </Badge>
          )}
        </span>
        <span className={styles.facts}>{facts.join(" · ")}</span>
      </div>
      {mayEdit && (
        <div className={styles.rowActions}>
          <Tooltip label={starName}>
            <ActionIcon
              variant="subtle"
              size="lg"
              aria-label={starName}
              aria-pressed={isPrimary}
              loading={choosePrimary.isPending}
              onClick={() => choosePrimary.mutate({ id, isPrimary: !isPrimary })}
            >
              {isPrimary ? <IconStarFilled size={18} aria-hidden /> : <IconStar size={18} stroke={1.5} aria-hidden />}
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t("customField.editOf", { title })}>
            <ActionIcon variant="subtle" size="lg" aria-label={t("customField.editOf", { title })} onClick={onEdit}>
              <IconPencil size={18} stroke={1.5} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={isSystem ? t("customField.systemKept") : t("customField.removeOf", { title })}>
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={t("customField.removeOf", { title })}
              disabled={isSystem}
              onClick={onRemove}
            >
              <IconTrash size={18} stroke={1.5} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </div>
      )}
    </li>
  );
}
