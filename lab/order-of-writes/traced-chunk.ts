/** For tests: a trace of one chunk of an upload that is on the disk, with its transaction, before it is acknowledged. */
import { readTrace } from "./read-trace.ts";

export const SOCKET = "24<TCPv6:[[::ffff:127.0.0.1]:8600->[::ffff:127.0.0.1]:42082]>";
export const FILE = "26</data/uploads/1-1>";
const LOG = "9</data/postgres/cluster/pg_wal/000000010000000000000001>";

export const ASKED = `100 1.0 read(${SOCKET}, "PUT /api/v2/upload/1/chunk/0 HTTP/1.1\\r\\nhost: 127.0.0.1"..., 65536) = 171`;
export const WRITTEN = `101 1.1 pwrite64(${FILE}, "\\0) = 5\\"\\0"..., 1000, 0) = 1000`;
export const SYNC_BEGUN = `102 1.2 fdatasync(${FILE} <unfinished ...>`;
export const SYNCED = "102 1.4 <... fdatasync resumed>) = 0";
export const LOG_WRITTEN = `200 1.5 pwrite64(${LOG}, "\\30\\321"..., 8192, 16384) = 8192`;
export const LOG_SYNCED = `200 1.6 fdatasync(${LOG})       = 0`;
export const ANSWERED = `100 1.7 writev(${SOCKET}, [{iov_base="HTTP/1.1 204 No Content\\r\\nDate: Sun"..., iov_len=129}], 1) = 129`;

export const ORDERLY = [ASKED, WRITTEN, SYNC_BEGUN, SYNCED, LOG_WRITTEN, LOG_SYNCED, ANSWERED];
export const readLines = (lines: readonly string[]) => readTrace(lines.join("\n"));
