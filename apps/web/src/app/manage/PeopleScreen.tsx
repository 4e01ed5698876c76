/** The people of the site, with additions from other parts of the app. */
import { useQueryClient } from "@tanstack/react-query";
import { DeletePerson } from "#personal-data/DeletePerson.tsx";
import { ExportData } from "#personal-data/ExportData.tsx";
import { UsersScreen } from "#user/UsersScreen.tsx";
import { USERS_KEY } from "#user/user.api.ts";
import { GroupFilter } from "#user-group/GroupFilter.tsx";
import { GroupsOfUser } from "#user-group/GroupsOfUser.tsx";
import { ImportPeople } from "#user-import/ImportPeople.tsx";

export function PeopleScreen() {
  const queryClient = useQueryClient();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: USERS_KEY });
  return (
    <UsersScreen
      groupFilter={(props) => <GroupFilter {...props} />}
      detailsOf={(user, close) => (
        <>
          <GroupsOfUser user={user} />
          <ExportData userId={user.id} />
          <DeletePerson
            user={user}
            onDeleted={() => {
              close();
              refresh();
            }}
          />
        </>
      )}
    >
      <ImportPeople group={null} onImported={refresh} />
    </UsersScreen>
  );
}
