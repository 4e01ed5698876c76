/** Error responses of an S3 store, as user-facing messages. */

interface S3Answer {
  readonly status: number;
  /** S3's error code, e.g. `NoSuchBucket`; empty: unknown. */
  readonly code: string;
  readonly bucket: string;
  /** Host of the store. */
  readonly host: string;
}

/** The store has rejected a request. The message is user-facing and contains no credentials. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  /** Whether the same request can succeed later. */
  readonly isTransient: boolean;

  constructor(answer: S3Answer) {
    super(sentenceFor(answer));
    this.status = answer.status;
    this.code = answer.code;
    this.isTransient = TRANSIENT_STATUS.has(answer.status) || TRANSIENT_CODES.has(answer.code);
  }
}

/** 422: OpenStack Swift, if the contents do not match their hash. */
const TRANSIENT_STATUS = new Set([408, 422, 429, 500, 502, 503, 504]);
const TRANSIENT_CODES = new Set(["RequestTimeout", "IncompleteBody", "BadDigest", "XAmzContentSHA256Mismatch"]);

const CREDENTIALS = "Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.";

function sentenceFor({ status, code, bucket, host }: S3Answer): string {
  switch (code) {
    case "NoSuchBucket":
      return `There is no bucket "${bucket}" at ${host}. Create it, or name another one.`;
    case "InvalidAccessKeyId":
    case "SignatureDoesNotMatch":
      return `${host} does not accept the credentials. ${CREDENTIALS}`;
    case "ExpiredToken":
    case "InvalidToken":
      return `${host} does not accept AWS_SESSION_TOKEN: it is wrong or has expired.`;
    case "AccessDenied":
      return `${host} does not allow this key to use the bucket "${bucket}". It must be able to list, read, write and delete there.`;
    case "RequestTimeTooSkewed":
      return `The clock of this machine differs from that of ${host}. Set it, then try again.`;
    case "AuthorizationHeaderMalformed":
    case "PermanentRedirect":
    case "IllegalLocationConstraintException":
      return `The bucket "${bucket}" is not in this region of ${host}. Set AWS_REGION to its region.`;
  }
  if (status === 401 || status === 403) return `${host} refuses access to the bucket "${bucket}". ${CREDENTIALS}`;
  if (status >= 300 && status < 400)
    return `${host} sends requests for the bucket "${bucket}" elsewhere. Check AWS_REGION and PARFOCAL_S3_ENDPOINT.`;
  return `${host} answered ${status}${code === "" ? "" : ` (${code})`} to a request for the bucket "${bucket}".`;
}
