/** The people of the site, with what other parts of the app add to their administration. */
import { useQueryClient } from "@tanstack/react-query";
import { UsersScreen } from "#user/UsersScreen.tsx";
import { USERS_KEY } from "#user/user.api.ts";
import { GroupFilter } from "#user-group/GroupFilter.tsx";
import { GroupsOfUser } from "#user-group/GroupsOfUser.tsx";
import { ImportPeople } from "#user-import/ImportPeople.tsx";

export function PeopleScreen() {
  const queryClient = useQueryClient();
  return (
    <UsersScreen groupFilter={(props) => <GroupFilter {...props} />} detailsOf={(user) => <GroupsOfUser user={user} />}>
      <ImportPeople group={null} onImported={() => void queryClient.invalidateQueries({ queryKey: USERS_KEY })} />
    </UsersScreen>
  );
}
