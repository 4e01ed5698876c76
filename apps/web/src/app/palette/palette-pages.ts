/** Pages of the app that the user may open, as options of the palette. */
import type { Capability } from "@parfocal/core/access/capabilities.ts";
import {
  type Icon,
  IconChecklist,
  IconHome,
  IconListCheck,
  IconSearch,
  IconShare,
  IconUpload,
  IconUserCog,
  IconUsers,
} from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { MANAGE_SECTIONS } from "#manage/manage-sections.ts";
import { toReviewPath } from "#review/review-address.ts";

interface PalettePage {
  readonly title: string;
  readonly path: string;
  readonly icon: Icon;
}

interface Visitor {
  readonly isSignedIn: boolean;
  readonly can: (capability: Capability) => boolean;
}

export function listPages(t: TFunction, siteId: number, { isSignedIn, can }: Visitor): PalettePage[] {
  const site = `/s${siteId}`;
  const managed = MANAGE_SECTIONS.filter(({ needs, isUnlisted }) => !isUnlisted && can(needs));
  return [
    { title: t("app.home"), path: `${site}/`, icon: IconHome },
    { title: t("app.search"), path: `${site}/search`, icon: IconSearch },
    ...(can("annotateAsExpert") ? [{ title: t("review.title"), path: toReviewPath(siteId), icon: IconChecklist }] : []),
    ...(isSignedIn
      ? [
          { title: t("app.profileAndPassword"), path: `${site}/account`, icon: IconUserCog },
          { title: t("app.workGroups"), path: `${site}/work-groups`, icon: IconUsers },
          { title: t("app.myLinks"), path: `${site}/links`, icon: IconShare },
        ]
      : []),
    ...(can("manageContent")
      ? [
          { title: t("app.upload"), path: `${site}/upload`, icon: IconUpload },
          { title: t("app.work"), path: `${site}/work`, icon: IconListCheck },
        ]
      : []),
    ...managed.map(({ word, title, icon }) => ({
      title: word === "" ? t("app.manage") : t(title),
      path: `${site}/manage${word === "" ? "" : `/${word}`}`,
      icon,
    })),
  ];
}
