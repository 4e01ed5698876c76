import { access } from "node:fs/promises";

/** Whether there is a file or folder that the server can see. */
export const pathExists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
