/** Reads a location in an S3 store from its URL and the environment. docs/configuration.md lists the variables. */
import { isThisMachine } from "../this-machine.ts";
import type { BucketPlace } from "./bucket.ts";
import { DEFAULT_TIMES, type S3Settings } from "./s3-client.ts";

const DEFAULT_REGION = "us-east-1";
export const S3_EXAMPLE = "s3://bucket/prefix";

interface PlaceOptions {
  /** Message for a store on another machine that is reached without TLS; null: allowed. */
  readonly plainHttpError: string | null;
}

/**
 * @param address `s3://bucket/prefix`.
 * @throws Error with a user-facing message, without credentials.
 */
export function readS3Place(environment: NodeJS.ProcessEnv, address: string, options: PlaceOptions): BucketPlace {
  const { bucket, prefix } = readAddress(address);
  return { settings: readSettings(environment, bucket, options), prefix };
}

/** Only characters that have the same meaning in every store and every signature. */
function readAddress(target: string): { readonly bucket: string; readonly prefix: string } {
  const [, bucket, path = ""] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(\/.*)?$/i.exec(target) ?? [];
  if (bucket === undefined) throw new Error(`"${target}" names no bucket. An address is written as in ${S3_EXAMPLE}.`);
  const parts = path.split("/").filter((part) => part !== "");
  if (!parts.every((part) => /^(?!\.+$)[A-Za-z0-9._-]+$/.test(part)))
    throw new Error(
      `The prefix in "${target}" can have letters without accents, digits, and the characters . _ - and /.`,
    );
  return { bucket, prefix: parts.map((part) => `${part}/`).join("") };
}

function readSettings(environment: NodeJS.ProcessEnv, bucket: string, { plainHttpError }: PlaceOptions): S3Settings {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
    AWS_REGION: region = DEFAULT_REGION,
    PARFOCAL_S3_ENDPOINT: endpoint,
  } = environment;
  if (!accessKeyId || !secretAccessKey)
    throw new Error("Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to the credentials of the S3 store.");
  return {
    endpoint: readEndpoint(endpoint || `https://s3.${region}.amazonaws.com`, plainHttpError),
    region,
    bucket,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) },
    ...DEFAULT_TIMES,
  };
}

function readEndpoint(text: string, plainHttpError: string | null): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.search !== "")
    throw new Error("PARFOCAL_S3_ENDPOINT must be an address as in https://s3.example.edu.");
  if (url.protocol === "http:" && plainHttpError !== null && !isThisMachine(url.hostname))
    throw new Error(plainHttpError);
  return url;
}
