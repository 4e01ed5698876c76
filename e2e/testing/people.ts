/**
 * People for journeys, added to the administrator of an installation without the demo: drawing the demo's slides takes
 * minutes, and nothing here waits for them. All have the administrator's password.
 */
import { withOwnerDatabase } from "./owner-database.ts";

/** Includes a second learner, who must not see the first one's data. */
export const PEOPLE = [
  { name: "admin", role: "administrator", displayName: "Administrator" },
  { name: "teacher", role: "teacher", displayName: "Theo Teacher" },
  { name: "expert", role: "expert", displayName: "Eva Expert" },
  { name: "learner", role: "learner", displayName: "Leo Learner" },
  { name: "other-learner", role: "learner", displayName: "Lou Learner" },
] as const;

export type Person = (typeof PEOPLE)[number]["name"];

export const loginOf = (person: Person): string => `${person}@demo.test`;

/** @param dataFolder of a running server with the embedded database. */
export const addPeople = (dataFolder: string): Promise<void> =>
  withOwnerDatabase(dataFolder, async (client) => {
    for (const { name, role, displayName } of PEOPLE) {
      if (name === "admin") continue;
      await client.query(
        `INSERT INTO site_user (site_id, email, display_name, role, password_hash)
         SELECT site_id, $1, $2, $3, password_hash FROM site_user WHERE email = $4`,
        [loginOf(name), displayName, role, loginOf("admin")],
      );
    }
  });
