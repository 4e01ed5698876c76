/** One row: when a server of the installation last ran. */
export interface ServerHeartbeatTable {
  id: number;
  beat_at: Date;
}

/** A period in which no server could write to the database. */
export interface ServerOutageTable {
  began_at: Date;
  ended_at: Date;
}
