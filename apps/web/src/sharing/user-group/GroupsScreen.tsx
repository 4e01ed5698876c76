/** The user groups of the site: the list, or the group in the URL (`?group=`). */
import { useIdInAddress } from "#ui/useIdInAddress.ts";
import { GroupPage } from "./GroupPage.tsx";
import { GroupsList } from "./GroupsList.tsx";

export function GroupsScreen() {
  const id = useIdInAddress("group");
  return id === null ? <GroupsList /> : <GroupPage key={id} id={id} />;
}
