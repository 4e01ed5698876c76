export { Authenticator } from "../../apps/server/src/testing/authenticator.ts";
