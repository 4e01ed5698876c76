/** A radiology item in a shared folder: its description, and its images. */
import { useTranslation } from "react-i18next";
import pageStyles from "#item-page/ItemPageFrame.module.css";
import { RadiologyPictures } from "#radiology/RadiologyPictures.tsx";
import { useRadiology } from "#radiology/radiology.api.ts";
import { NotYet } from "./NotYet.tsx";
import classes from "./SharedPage.module.css";
import type { SharedItemProps } from "./shared-item.ts";
import { nameOf } from "./shared-place.ts";
import { TextFrame } from "./TextFrame.tsx";

export function SharedRadiology({ place, id, parentId }: SharedItemProps) {
  const { t } = useTranslation();
  const { data: radiology, error, refetch } = useRadiology(id, parentId);
  if (!radiology) return <NotYet error={error} onRetry={() => void refetch()} />;
  const { title, subtitle, summary, path } = radiology;
  return (
    <TextFrame place={place} content={{ title: nameOf(t, { type: "radiology", title }), path }} text={subtitle}>
      {summary && <p className={pageStyles.text}>{summary}</p>}
      <div className={classes.radiology}>
        <RadiologyPictures radiology={radiology} />
      </div>
    </TextFrame>
  );
}
