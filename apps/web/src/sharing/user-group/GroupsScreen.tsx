/** The user groups of the site: the list, or the group in the URL (`?group=`). */
import { useSearch } from "@tanstack/react-router";
import { GroupPage } from "./GroupPage.tsx";
import { GroupsList } from "./GroupsList.tsx";

export function GroupsScreen() {
  const { group } = useSearch({ strict: false }) as { readonly group?: string };
  const id = Number(group);
  return Number.isSafeInteger(id) && id > 0 ? <GroupPage key={id} id={id} /> : <GroupsList />;
}
