import { Kbd } from "@mantine/core";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import classes from "./KeyRows.module.css";

/** Keys, those of one row separated by spaces, and their effect. */
export type KeyRow = readonly [keys: string, meaning: string];

/** Keys whose name depends on the language of the keyboard. */
const KEY_NAMES = {
  Space: "ui.keySpace",
  Shift: "ui.keyShift",
  Ctrl: "ui.keyCtrl",
  Delete: "ui.keyDelete",
  Home: "ui.keyHome",
  End: "ui.keyEnd",
  PageUp: "ui.keyPageUp",
  PageDown: "ui.keyPageDown",
} as const;
const isNamed = (key: string): key is keyof typeof KEY_NAMES => Object.hasOwn(KEY_NAMES, key);

/** Rows of a keyboard sheet. */
export function KeyRows({ rows }: { readonly rows: readonly KeyRow[] }) {
  const { t } = useTranslation();
  const nameOf = (keys: string): string =>
    keys.replace(/[A-Za-z]+/g, (key) => (isNamed(key) ? t(KEY_NAMES[key]) : key));
  return (
    <dl className={classes.rows}>
      {rows.map(([keys, meaning]) => (
        <Fragment key={keys}>
          <dt>
            {keys.split(" ").map((one) => (
              <Kbd key={one} size="sm">
                {nameOf(one)}
              </Kbd>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
