import { Kbd } from "@mantine/core";
import { Fragment } from "react";
import classes from "./KeyRows.module.css";

/** Keys, those of one row separated by spaces, and their effect. */
export type KeyRow = readonly [keys: string, meaning: string];

/** Rows of a keyboard sheet. */
export function KeyRows({ rows }: { readonly rows: readonly KeyRow[] }) {
  return (
    <dl className={classes.rows}>
      {rows.map(([keys, meaning]) => (
        <Fragment key={keys}>
          <dt>
            {keys.split(" ").map((one) => (
              <Kbd key={one} size="sm">
                {one}
              </Kbd>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
