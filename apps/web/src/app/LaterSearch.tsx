/** The header's search: only a button initially; the dialog and its suggestions load on first use. */
import { ActionIcon } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { isTyping } from "#ui/is-typing.ts";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";

const SearchDialog = lazyPartWithTexts(
  () => import("#search/SearchDialog.tsx"),
  (part) => part.SearchDialog,
);

/** @param hasOwnBox whether the page has a search field, which `/` focuses. */
export function LaterSearch({ hasOwnBox }: { readonly hasOwnBox: boolean }) {
  const { t } = useTranslation();
  const [isRequested, setRequested] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    setRequested(true);
    setOpen(true);
  };
  useEffect(() => {
    if (hasOwnBox) return;
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      setRequested(true);
      setOpen(true);
    };
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, [hasOwnBox]);
  return (
    <>
      <ActionIcon aria-label={t("app.search")} aria-keyshortcuts="/" aria-haspopup="dialog" onClick={open}>
        <IconSearch size={22} stroke={1.5} />
      </ActionIcon>
      <Suspense fallback={null}>
        {isRequested && <SearchDialog isOpen={isOpen} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
