/** Options of the palette for the typed text: tools of the page, pages of the app, content and people. */

import type { SearchResult } from "@parfocal/core/search/search.contract.ts";
import { SUGGESTION_MIN_CHARACTERS } from "@parfocal/core/search/search-limits.ts";
import { type Icon, IconUser } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { iconOfKind, nameOfKind } from "#search/found-kinds.ts";
import { addressOf } from "#search/result-address.ts";
import { useSuggestions } from "#search/search.api.ts";
import { listPageActions } from "#ui/page-actions.ts";
import { useUsers } from "#user/user.api.ts";
import { addressOfUserQuestion, readUserQuestion } from "#user/user-question.ts";
import { bestMatches } from "./fuzzy-match.ts";
import { listPages } from "./palette-pages.ts";

export interface PaletteOption {
  readonly key: string;
  readonly title: string;
  readonly icon: Icon;
  /** Its location and type; omitted: none. */
  readonly more?: string;
  readonly shortcut?: string;
  readonly run: () => void;
}

interface PaletteGroup {
  readonly name: string;
  readonly options: readonly PaletteOption[];
}

/** Maximum per group, once text is typed. */
const TOOLS_MAX = 6;
const PAGES_MAX = 5;
const PEOPLE_MAX = 5;
/** Without text, all are shown. */
const ALL = 100;

export function usePaletteOptions(
  typed: string,
  /** The typed text after a short pause: the query sent to the server. */
  query: string,
): { readonly groups: readonly PaletteGroup[]; readonly isWaiting: boolean; readonly hasFailed: boolean } {
  const { t } = useTranslation();
  const { site, user, can } = useSession();
  const navigate = useNavigate();
  const [tools] = useState(listPageActions);
  const isLongEnough = typed.length >= SUGGESTION_MIN_CHARACTERS;
  const found = useSuggestions(isLongEnough ? query : "");
  const mayPeople = can("managePeople") && isLongEnough && query.length >= SUGGESTION_MIN_CHARACTERS;
  const people = useUsers({ ...readUserQuestion({}), q: query }, mayPeople);
  const pages = listPages(t, site.id, { isSignedIn: user !== null, can }).map((page) => ({
    ...page,
    key: `page-${page.path}`,
    run: () => void navigate({ to: page.path }),
  }));
  const isTyped = typed !== "";
  const groups: PaletteGroup[] = [
    { name: t("palette.tools"), options: bestMatches(typed, tools, isTyped ? TOOLS_MAX : ALL) },
    { name: t("palette.content"), options: isLongEnough ? contentOptions(found.data?.results ?? []) : [] },
    { name: t("palette.people"), options: mayPeople ? peopleOptions() : [] },
    { name: t("palette.pages"), options: bestMatches(typed, pages, isTyped ? PAGES_MAX : ALL) },
  ];
  return {
    groups: groups.filter(({ options }) => options.length > 0),
    isWaiting: isLongEnough && (query !== typed || found.isFetching || (mayPeople && people.isFetching)),
    hasFailed: isLongEnough && (found.isError || (mayPeople && people.isError)),
  };

  function contentOptions(results: readonly SearchResult[]): PaletteOption[] {
    return results.flatMap((result) => {
      const address = addressOf(site.id, result);
      if (!address) return [];
      const { kind, title, path, itemId, annotationId } = result;
      const above = (kind === "annotation" ? path : path.slice(0, -1)).map((step) => step.title).join(" › ");
      return {
        key: `item-${itemId}-${annotationId ?? 0}`,
        title: title.map(({ text }) => text).join("") || nameOfKind(t, kind),
        more: [nameOfKind(t, kind), above].filter((part) => part !== "").join(" · "),
        icon: iconOfKind(kind),
        // A slide that is already open reads its URL only when it opens.
        run: () =>
          void navigate({
            to: address.path,
            search: address.search,
            reloadDocument: address.path === window.location.pathname,
          }),
      };
    });
  }

  function peopleOptions(): PaletteOption[] {
    return (people.data?.users ?? []).slice(0, PEOPLE_MAX).map(({ id, displayName, email }) => ({
      key: `person-${id}`,
      title: displayName,
      more: email,
      icon: IconUser,
      run: () =>
        void navigate({
          to: `/s${site.id}/manage/people`,
          search: addressOfUserQuestion({ ...readUserQuestion({}), q: email }) as never,
        }),
    }));
  }
}
