/** All properties in the file, under its own keys; searchable. For people who manage content. */
import { TextInput } from "@mantine/core";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Fact } from "./Fact.tsx";
import classes from "./SlideInformation.module.css";

/** Maximum length of a list without a search field. */
const SHORT_LIST = 8;

export function FileProperties({ properties }: { readonly properties: Image["fileProperties"] }) {
  const { t } = useTranslation();
  const [sought, setSought] = useState("");
  if (properties.length === 0) return null;
  const words = sought.trim().toLowerCase();
  const found = properties.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(words));
  return (
    <>
      <h3>{t("slide.infoProperties")}</h3>
      {properties.length > SHORT_LIST && (
        <TextInput
          type="search"
          size="sm"
          mb={12}
          aria-label={t("slide.infoSearch")}
          placeholder={t("slide.infoSearch")}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      )}
      {found.length === 0 && <p className={classes.hint}>{t("slide.infoNothingFound")}</p>}
      <dl className={classes.facts}>
        {found.map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
    </>
  );
}
