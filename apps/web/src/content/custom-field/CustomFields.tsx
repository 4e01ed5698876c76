/** Custom field values of a slide, the primary field first, as returned by the server. */
import type { ShownField } from "@parfocal/core/custom-field/shown-field.contract.ts";
import { isLinkAway } from "@parfocal/core/rich-text/rich-text-address.ts";
import { useTranslation } from "react-i18next";
import { fieldText } from "#item/field-text.ts";
import classes from "./CustomFields.module.css";

/** Renders nothing for a slide without values. */
export function CustomFields({ fields }: { readonly fields: readonly ShownField[] }) {
  const { t, i18n } = useTranslation();
  if (fields.length === 0) return null;
  return (
    <section aria-label={t("customField.title")} className={classes.section}>
      <dl className={classes.fields}>
        {fields.map((field) => (
          <div key={field.fieldId} data-primary={field.isPrimary || undefined}>
            <dt>{field.title}</dt>
            <dd>{field.type === "link" ? <FieldLink address={field.value} /> : fieldText(i18n.language, field)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function FieldLink({ address }: { readonly address: string }) {
  return (
    <a href={address} {...(isLinkAway(address) ? { target: "_blank", rel: "noopener noreferrer" } : {})}>
      {address}
    </a>
  );
}
